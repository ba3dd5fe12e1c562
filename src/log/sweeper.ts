import type { Database, Statement } from '../database/database.js';

/** Few enough that the statement holds its locks for milliseconds. */
const SWEEP_MAX_KEYS = 1_000;

/**
 * By the place of each row, so that no plan reads every key to find these. One that was used anew meanwhile
 * has another time, which is looked at again.
 */
const SWEEP: Statement = {
  name: 'sweep_keys',
  lane: 'slow',
  text: `DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_keys WHERE expires_at < now() LIMIT ${SWEEP_MAX_KEYS}))
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
