import { isDeepStrictEqual } from 'node:util';
import type { Database, Engine, Statement } from '../../database/database.js';
import { BrokenLog, Rebuild, type RebuiltList, type RebuiltTask } from '../rebuild.js';
import { EMPTY_HEAD, type Head } from '../snapshot.js';
import type { TaskRecord } from '../task.js';
import { listEvents } from './audit_reads.js';
import { type EdgeRow, type HeadRow, TASK_COLUMNS, type TaskRow, toCounts, toTaskRecord } from './rows.js';

export interface Verification {
  readonly lists: number;
  readonly tasks: number;
  readonly entries: number;
  /** One sentence each; empty when the tables are what the audit log says. */
  readonly differences: readonly string[];
}

/** Rows that one statement reads at most. */
const PAGE_MAX_ROWS = 1_000;
/** More differences than a person reads say no more than these. */
const DIFFERENCES_MAX_COUNT = 100;

/** A list that is anywhere, with a head or without: a row that lost its head must not hide. */
const VERIFY_LISTS: Statement = {
  name: 'verify_lists',
  lane: 'slow',
  text: `SELECT list FROM lists UNION SELECT list FROM tasks UNION SELECT list FROM audit_log
    UNION SELECT list FROM dependencies ORDER BY list`,
};

const ONE_SNAPSHOT: Statement = {
  name: 'verify_snapshot',
  lane: 'slow',
  text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
};

/**
 * Rebuilds every list from its audit log alone and compares it with the tables, all at one moment, so that
 * writes during the run do not show. @throws DatabaseFault
 */
export async function verify(engine: Engine): Promise<Verification> {
  const total = { lists: 0, tasks: 0, entries: 0, differences: [] as string[] };
  await engine.hold(async (database) => {
    await database.query(ONE_SNAPSHOT, []);
    for (const { list } of await database.query<{ list: string }>(VERIFY_LISTS, [])) {
      const found = await verifyList(database, list);
      total.lists += 1;
      total.tasks += found.tasks;
      total.entries += found.entries;
      total.differences.push(...found.differences.map((difference) => `${list}: ${difference}`));
      if (total.differences.length > DIFFERENCES_MAX_COUNT) break;
    }
    return false;
  });
  return total;
}

/** Verifies one list. */
export async function verifyList(database: Database, list: string): Promise<Omit<Verification, 'lists'>> {
  const rebuild = new Rebuild();
  let entries = 0;
  try {
    for (let after = 0; ; ) {
      const { entries: page } = await listEvents(database, list, after, PAGE_MAX_ROWS);
      for (const entry of page) rebuild.play(entry);
      entries += page.length;
      const last = page.at(-1);
      if (!last) break;
      after = last.version;
    }
  } catch (error) {
    if (error instanceof BrokenLog) return { tasks: 0, entries, differences: [error.message] };
    throw error;
  }
  const rebuilt = rebuild.result();
  const stored = await readTasks(database, list);
  const differences = [
    ...compareHead(rebuilt, await readHead(database, list)),
    ...compareTasks(rebuilt.tasks, stored),
    ...(await findStrayEdges(database, list)),
  ];
  return { tasks: stored.size, entries, differences: differences.slice(0, DIFFERENCES_MAX_COUNT) };
}

const VERIFY_HEAD: Statement = {
  name: 'verify_head',
  lane: 'slow',
  text: 'SELECT version, next_number, pending, in_progress, blocked, done, cancelled FROM lists WHERE list = $1',
};

async function readHead(database: Database, list: string): Promise<Head> {
  const [row] = await database.query<HeadRow>(VERIFY_HEAD, [list]);
  return row?.version
    ? { version: row.version, nextNumber: row.next_number, counts: toCounts(row) }
    : EMPTY_HEAD;
}

function compareHead({ version, nextNumber, counts }: RebuiltList, stored: Head): string[] {
  const rebuilt = { version, nextNumber, counts };
  if (isDeepStrictEqual(rebuilt, stored)) return [];
  return [`the head is ${JSON.stringify(stored)}; the audit log says ${JSON.stringify(rebuilt)}`];
}

/** The edges of a task are compared with the task. */
const VERIFY_EDGES: Statement = {
  name: 'verify_edges',
  lane: 'slow',
  text: `SELECT number, blocker FROM dependencies d WHERE list = $1
      AND NOT EXISTS (SELECT FROM tasks WHERE list = $1 AND tasks.number = d.number)
    ORDER BY number, blocker LIMIT ${DIFFERENCES_MAX_COUNT}`,
};

async function findStrayEdges(database: Database, list: string): Promise<string[]> {
  const rows = await database.query<EdgeRow>(VERIFY_EDGES, [list]);
  return rows.map(
    ({ number, blocker }) => `#${number} waits for #${blocker}, but there is no task #${number}`,
  );
}

const VERIFY_TASKS: Statement = {
  name: 'verify_tasks',
  lane: 'slow',
  text: `SELECT ${TASK_COLUMNS}, ARRAY(SELECT blocker FROM dependencies d
      WHERE d.list = $1 AND d.number = tasks.number ORDER BY blocker) AS blocked_by
    FROM tasks WHERE list = $1 AND number > $2 ORDER BY number LIMIT ${PAGE_MAX_ROWS}`,
};

async function readTasks(database: Database, list: string): Promise<Map<number, RebuiltTask>> {
  const tasks = new Map<number, RebuiltTask>();
  for (let after = 0; ; ) {
    const rows = await database.query<TaskRow & { blocked_by: number[] }>(VERIFY_TASKS, [list, after]);
    for (const row of rows) tasks.set(row.number, { record: toTaskRecord(row), blockedBy: row.blocked_by });
    const last = rows.at(-1);
    if (!last) return tasks;
    after = last.number;
  }
}

function compareTasks(
  rebuilt: ReadonlyMap<number, RebuiltTask>,
  stored: ReadonlyMap<number, RebuiltTask>,
): string[] {
  const missing = [...rebuilt.keys()].filter((number) => !stored.has(number));
  const differences = missing.map((number) => `#${number} is in the audit log and not in the table`);
  for (const [number, task] of stored) {
    const expected = rebuilt.get(number);
    if (!expected) differences.push(`#${number} is in the table and not in the audit log`);
    else differences.push(...compareTask(number, expected, task));
  }
  return differences;
}

function compareTask(number: number, rebuilt: RebuiltTask, stored: RebuiltTask): string[] {
  const flatten = ({ record, blockedBy }: RebuiltTask): TaskRecord & { blockedBy: readonly number[] } => ({
    ...record,
    blockedBy,
  });
  const expected = Object.entries(flatten(rebuilt));
  const actual = new Map(Object.entries(flatten(stored)));
  return expected
    .filter(([field, value]) => !isDeepStrictEqual(value, actual.get(field)))
    .map(([field, value]) => {
      const shown = `${JSON.stringify(actual.get(field))}; the audit log says ${JSON.stringify(value)}`;
      return `#${number}.${field} is ${shown}`;
    });
}
