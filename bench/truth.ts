import { connectEngine, ENGINE_MIN_CONNECTIONS } from '../src/database/engine.js';
import { verifyLog } from '../src/log/verify.js';
import { tasks } from '../src/tasks/sql/log.js';
import type { BenchDatabase } from './databases.js';

/** A walk through a page of the log is slow on a machine that has just been loaded. */
const STATEMENT_LIMIT_MS = 30_000;
const SHOWN_DIFFERENCES_COUNT = 5;

/** What a database holds, or should hold. */
export interface Tally {
  tasks: number;
  /** Counted by the versions of the tasks. */
  updates: number;
}

export async function countStored({ client }: BenchDatabase): Promise<Tally> {
  const { rows } = await client.query<Record<keyof Tally, string>>(
    'SELECT count(*) AS tasks, coalesce(sum(version - 1), 0) AS updates FROM tasks',
  );
  const [row] = rows;
  if (!row) throw new Error('An aggregate always answers one row.');
  return { tasks: Number(row.tasks), updates: Number(row.updates) };
}

/** Writes that were acknowledged and are not there, or are there and were not acknowledged. */
export function countLost(stored: Tally, acknowledged: Tally): number {
  return Math.abs(acknowledged.tasks - stored.tasks) + Math.abs(acknowledged.updates - stored.updates);
}

/** Rebuilds every list from its audit log. @throws Error with the first differences from the tables */
export async function requireTruth({ url }: BenchDatabase): Promise<void> {
  const engine = connectEngine({
    url,
    connections: ENGINE_MIN_CONNECTIONS,
    statementTimeoutMs: STATEMENT_LIMIT_MS,
    onError: () => undefined,
  });
  try {
    const { differences } = await verifyLog(engine, tasks);
    if (differences.length === 0) return;
    const shown = differences.slice(0, SHOWN_DIFFERENCES_COUNT).join('\n');
    throw new Error(`The tables are not what the audit log says:\n${shown}`);
  } finally {
    await engine.close();
  }
}
