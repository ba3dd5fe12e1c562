import { isDeepStrictEqual } from 'node:util';
import { BrokenLog, Rebuild, type RebuiltList, type RebuiltTask } from '../domain/rebuild.js';
import { EMPTY_HEAD, type Head } from '../domain/snapshot.js';
import type { TaskRecord } from '../domain/task.js';
import { listEvents } from './audit_reads.js';
import type { Database, Statement } from './database.js';
import { listHeads } from './reads.js';
import { type HeadRow, TASK_COLUMNS, type TaskRow, toCounts, toTaskRecord } from './rows.js';

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

/**
 * Rebuilds every list from its audit log alone and compares it with the tables. Meant for a list that is at
 * rest: writes during the run can show as differences. @throws DatabaseFault
 */
export async function verify(database: Database): Promise<Verification> {
  const total = { lists: 0, tasks: 0, entries: 0, differences: [] as string[] };
  for (let after = ''; ; ) {
    const heads = await listHeads(database, after, PAGE_MAX_ROWS);
    for (const { list } of heads) {
      const found = await verifyList(database, list);
      total.lists += 1;
      total.tasks += found.tasks;
      total.entries += found.entries;
      total.differences.push(...found.differences.map((difference) => `${list}: ${difference}`));
    }
    const last = heads.at(-1);
    if (heads.length < PAGE_MAX_ROWS || !last || total.differences.length > DIFFERENCES_MAX_COUNT)
      return total;
    after = last.list;
  }
}

/** Verifies one list. */
export async function verifyList(database: Database, list: string): Promise<Omit<Verification, 'lists'>> {
  const rebuild = new Rebuild();
  let entries = 0;
  try {
    for (let after = 0; ; ) {
      const page = await listEvents(database, list, after, PAGE_MAX_ROWS);
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
