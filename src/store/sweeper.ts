import type { Database, Statement } from './database.js';

/** Few enough that the statement holds its locks for milliseconds. */
const SWEEP_MAX_KEYS = 1_000;

const SWEEP: Statement = {
  name: 'sweep_keys',
  lane: 'slow',
  text: `DELETE FROM idempotency_keys WHERE (list, principal, tool, key) IN (
      SELECT list, principal, tool, key FROM idempotency_keys WHERE expires_at < now() LIMIT ${SWEEP_MAX_KEYS})
      AND expires_at < now()
    RETURNING 1`,
};

/** Takes away idempotency keys that expired; returns how many. @throws DatabaseFault */
export async function sweepExpiredKeys(database: Database): Promise<number> {
  let swept = 0;
  for (let found = SWEEP_MAX_KEYS; found === SWEEP_MAX_KEYS; swept += found) {
    found = (await database.query(SWEEP, [])).length;
  }
  return swept;
}
