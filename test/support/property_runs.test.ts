import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import setUpLongRun from './long_setup.js';
import { FIXED_SEED, runs } from './property_runs.js';

const TESTS = new URL('../', import.meta.url);

/** What a property draws in one assertion. */
function drawn(): number[] {
  const values: number[] = [];
  fc.assert(fc.property(fc.integer(), (value) => values.push(value) > 0));
  return values;
}

function sources(): [path: string, text: string][] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => [path, readFileSync(new URL(path, TESTS), 'utf8')]);
}

describe('the properties of the suite', () => {
  it('F49: run from one seed that stands in the repository, unless a run names another', () => {
    const seed = Number(process.env.PROPERTY_SEED || FIXED_SEED);
    expect(fc.readConfigureGlobal()).toMatchObject({ seed, numRuns: runs(100) });
    const first = drawn();
    expect(first).toHaveLength(runs(100));
    expect(drawn()).toEqual(first);
  });

  it('F49: take their count from runs(), so that a long run has more of each', () => {
    const counts = sources().flatMap(([path, text]) =>
      [...text.matchAll(/\bnumRuns: (?!runs\()\S+/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(counts).toEqual([]);
  });

  it('F49: name no seed of their own', () => {
    const seeds = sources().filter(([, text]) => /fc\.(?:assert|check|sample)\([^;]*\bseed:/.test(text));
    expect(seeds.map(([path]) => path)).toEqual([]);
  });

  it('F49: get a fresh seed in a long run, which says how to have it again', () => {
    const { PROPERTY_SEED: before } = process.env;
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    try {
      const seeds = [1, 2, 3].map(() => {
        process.env.PROPERTY_SEED = '';
        setUpLongRun(undefined, say);
        return process.env.PROPERTY_SEED;
      });
      expect(new Set(seeds).size).toBe(3);
      for (const [index, seed] of seeds.entries()) expect(said[index]).toContain(`PROPERTY_SEED=${seed} `);
    } finally {
      process.env.PROPERTY_SEED = before ?? '';
    }
  });
});
