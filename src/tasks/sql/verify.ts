import { isDeepStrictEqual } from 'node:util';
import type { Database, Statement } from '../../database/database.js';
import { DIFFERENCES_MAX_COUNT } from '../../log/verify.js';
import type { RebuiltList, RebuiltTask } from '../rebuild.js';
import type { Head } from '../snapshot.js';
import type { TaskRecord } from '../task.js';
import { type EdgeRow, type HeadRow, TASK_COLUMNS, type TaskRow, toHead, toTaskRecord } from './rows.js';

/** Rows that one statement reads at most. */
const PAGE_MAX_ROWS = 1_000;

/** Where the tables of a list differ from what its entries made, and how many tasks they hold. */
export async function compareList(
  database: Database,
  list: string,
  rebuilt: RebuiltList,
): Promise<{ records: number; differences: string[] }> {
  const stored = await readTasks(database, list);
  const differences = [
    ...compareHead(rebuilt, await readHead(database, list)),
    ...compareTasks(rebuilt.tasks, stored),
    ...(await findStrayEdges(database, list)),
  ];
  return { records: stored.size, differences };
}

const VERIFY_HEAD: Statement = {
  name: 'verify_head',
  lane: 'slow',
  text: 'SELECT version, next_number, pending, in_progress, blocked, done, cancelled FROM lists WHERE list = $1',
};

async function readHead(database: Database, list: string): Promise<Head> {
  const [row] = await database.query<HeadRow>(VERIFY_HEAD, [list]);
  return toHead(row);
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
