import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { runs } from './test/support/property_runs.js';
import usual from './vitest.config.js';

/** As many runs more take as much longer; the factor of the runs is that of the time. */
const TEST_LIMIT_MS = runs(120_000);

const withProperties = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .map((path) => `test/${path}`)
  .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"));

/** The files that have properties, with more runs of each and a fresh seed: `npm run test:long`. */
export default defineConfig({
  test: {
    ...usual.test,
    include: withProperties,
    globalSetup: ['test/support/global_setup.ts', 'test/support/long_setup.ts'],
    testTimeout: TEST_LIMIT_MS,
  },
});
