import fc from 'fast-check';

/**
 * Where each property starts in `npm test`: fixed, so that what passed once passes again, and no landing fails
 * by chance. `npm run test:long` gives each run a seed of its own.
 */
export const FIXED_SEED = 20_260_101;
/** What fast-check runs where a property names no count. */
const USUAL_RUNS_COUNT = 100;

const seed = numberFrom('PROPERTY_SEED', FIXED_SEED);
const factor = numberFrom('PROPERTY_RUNS_FACTOR', 1);

/** How often a property runs that runs `count` times in `npm test`. */
export function runs(count: number): number {
  return count * factor;
}

/** A failure shows its seed and path; with `examples` of the property they are the way to what failed. */
export function configureProperties(): void {
  fc.configureGlobal({ seed, numRuns: runs(USUAL_RUNS_COUNT) });
}

/** @throws Error where a variable is set to what is no whole number */
function numberFrom(name: string, fallback: number): number {
  const text = process.env[name] ?? '';
  if (text === '') return fallback;
  if (!/^-?[0-9]{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}
