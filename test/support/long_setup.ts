import { randomInt } from 'node:crypto';

/** The range of fast-check's seeds. */
const SEEDS_COUNT = 2 ** 31;

/** Gives a long run one fresh seed, which the workers inherit, and says how to have the same run again. */
export default function setUp(_project: unknown, say: (line: string) => void = console.log): void {
  const seed = process.env.PROPERTY_SEED || String(randomInt(SEEDS_COUNT));
  process.env.PROPERTY_SEED = seed;
  say(`Every property runs from seed ${seed}. The same run again: PROPERTY_SEED=${seed} npm run test:long`);
}
