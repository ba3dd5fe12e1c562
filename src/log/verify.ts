import type { Database, Engine, Statement } from '../database/database.js';
import { listEvents } from './audit.js';
import { BrokenLog, type LogDefinition, perLog } from './definition.js';

export interface Verification {
  /** How many keys have anything anywhere. */
  readonly keys: number;
  readonly records: number;
  readonly entries: number;
  /** One sentence each; empty when the tables are what the audit log says. */
  readonly differences: readonly string[];
}

/** Rows that one statement reads at most. */
const PAGE_MAX_ROWS = 1_000;
/** More differences than a person reads say no more than these. */
export const DIFFERENCES_MAX_COUNT = 100;

/** A key that is anywhere, with a head or without: a row that lost its head must not hide. */
const keysStatement = perLog(({ name, tables: { key, head, audit, own } }): Statement => {
  const tables = [head, audit, ...Object.keys(own)];
  return {
    name: `verify_keys@${name}`,
    lane: 'slow',
    text: `${tables.map((table) => `SELECT ${key} AS key FROM ${table}`).join(' UNION ')} ORDER BY key`,
  };
});

const ONE_SNAPSHOT: Statement = {
  name: 'verify_snapshot',
  lane: 'slow',
  text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
};

/**
 * Plays every key of a log from its audit rows alone and compares it with the tables, all at one moment, so
 * that writes during the run do not show. @throws DatabaseFault
 */
export async function verifyLog(engine: Engine, log: LogDefinition): Promise<Verification> {
  const total = { keys: 0, records: 0, entries: 0, differences: [] as string[] };
  await engine.hold(async (database) => {
    await database.query(ONE_SNAPSHOT, []);
    for (const { key } of await database.query<{ key: string }>(keysStatement(log), [])) {
      const found = await verifyKey(database, log, key);
      total.keys += 1;
      total.records += found.records;
      total.entries += found.entries;
      total.differences.push(...found.differences.map((difference) => `${key}: ${difference}`));
      if (total.differences.length > DIFFERENCES_MAX_COUNT) break;
    }
    return false;
  });
  return total;
}

/** Verifies one key. */
export async function verifyKey(
  database: Database,
  log: LogDefinition,
  key: string,
): Promise<Omit<Verification, 'keys'>> {
  const replay = log.replay();
  let version = 0;
  let entries = 0;
  try {
    for (;;) {
      const page = await listEvents(database, log, key, { after: version, limit: PAGE_MAX_ROWS });
      for (const entry of page.entries) {
        if (entry.version !== version + 1) {
          throw new BrokenLog(`Version ${version} is followed by version ${entry.version}.`);
        }
        version = entry.version;
        replay.play(entry);
      }
      entries += page.entries.length;
      if (page.entries.length === 0) break;
    }
  } catch (error) {
    if (error instanceof BrokenLog) return { records: 0, entries, differences: [error.message] };
    throw error;
  }
  const { records, differences } = await replay.compare(database, key);
  return { records, entries, differences: differences.slice(0, DIFFERENCES_MAX_COUNT) };
}
