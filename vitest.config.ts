import { defineConfig } from 'vitest/config';

/** A test that waits for Postgres to stop and start again takes seconds on two slow cores. */
const TEST_LIMIT_MS = 60_000;
/** A hook may set up a cluster of its own. */
const HOOK_LIMIT_MS = 60_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global_setup.ts'],
    setupFiles: ['test/support/property_setup.ts'],
    pool: 'forks',
    // The database and the load of a test need the rest of two cores.
    maxWorkers: 2,
    // No test replaces a module, so the files of a worker share what they import: half the time goes there.
    isolate: false,
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: HOOK_LIMIT_MS,
    teardownTimeout: HOOK_LIMIT_MS,
  },
});
