import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database, Statement } from '../../database/database.js';
import { entryPages } from '../../log/audit.js';
import { formatMarkedVersion, VERSION_MAX } from '../../log/marked_version.js';
import { BLOCKS_MAX_COUNT } from '../../text/budget.js';
import type { HistoryQuery, HistoryRows, ListHead, TaskQuery, TaskRows } from '../queries.js';
import { NO_TASKS } from '../task.js';
import { tasks } from './log.js';
import { type HeadRow, MARK_COLUMN, TASK_COLUMNS, type TaskRow, toCounts, toTaskRecord } from './rows.js';

/** Reads for callers. Each is one statement, and so sees one list version. @throws DatabaseFault */

/**
 * The edges of the task in the row at hand. OFFSET 0 keeps the look-up of a blocker a look-up by key,
 * whatever the planner believes of the size of the list. Of the tasks that wait for it the first are read and
 * all are counted.
 */
const EDGE_COLUMNS = `
    (SELECT json_agg(d.blocker ORDER BY d.blocker) FROM dependencies d
      WHERE d.list = $1 AND d.number = tasks.number) AS "blockedBy",
    CASE WHEN open_blockers > 0 THEN (SELECT json_agg(d.blocker ORDER BY d.blocker)
      FROM dependencies d CROSS JOIN LATERAL (SELECT FROM tasks b
        WHERE b.list = $1 AND b.number = d.blocker AND b.deleted_at IS NULL
          AND b.status NOT IN ('done', 'cancelled') OFFSET 0) AS open
      WHERE d.list = $1 AND d.number = tasks.number) END AS "openNumbers",
    (SELECT json_agg(first.number ORDER BY first.number) FROM (SELECT d.number FROM dependencies d
      WHERE d.list = $1 AND d.blocker = tasks.number ORDER BY d.number LIMIT ${BLOCKS_MAX_COUNT}) AS first) AS blocks,
    (SELECT count(*)::int FROM dependencies d
      WHERE d.list = $1 AND d.blocker = tasks.number) AS "blocksCount"`;

export interface EdgeColumns {
  blockedBy: number[] | null;
  openNumbers: number[] | null;
  blocks: number[] | null;
  blocksCount: number;
}

function toEdges(row: EdgeColumns) {
  return {
    blockedBy: row.blockedBy ?? [],
    openBlockers: row.openNumbers ?? [],
    blocks: row.blocks ?? [],
    blocksCount: row.blocksCount,
  };
}

const FIND_TASKS: Statement = {
  name: 'find_tasks',
  lane: 'quick',
  text: `SELECT ${TASK_COLUMNS}, ${EDGE_COLUMNS} FROM tasks WHERE list = $1 AND number = ANY($2::int[])`,
};

export type FoundTask = NonNullable<TaskRows>;

/** Those of the given tasks that there are, by number. */
export async function findTasks(
  database: Database,
  list: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, FoundTask>> {
  const rows = await database.query<TaskRow & EdgeColumns>(FIND_TASKS, [list, numbers]);
  return new Map(rows.map((row) => [row.number, { record: toTaskRecord(row), edges: toEdges(row) }]));
}

const HEAD_COLUMNS = `version, pending, in_progress, blocked, done, cancelled, ${MARK_COLUMN}`;

type MarkedHeadRow = HeadRow & { list: string; mark: string | null };

function toListHead(list: string, row: MarkedHeadRow | undefined): ListHead {
  const version = row?.version ?? 0;
  const cursor = formatMarkedVersion({ version, mark: row?.mark ?? null });
  return { list, version, cursor, counts: row ? toCounts(row) : NO_TASKS };
}

const FIND_HEAD: Statement = {
  name: 'find_head',
  lane: 'quick',
  text: `SELECT list, ${HEAD_COLUMNS} FROM lists WHERE list = $1`,
};

/** Every valid name is a list: one that nobody wrote to is at version 0. */
export async function findHead(database: Database, list: string): Promise<ListHead> {
  const [row] = await database.query<MarkedHeadRow>(FIND_HEAD, [list]);
  return toListHead(list, row);
}

const LIST_HEADS: Statement = {
  name: 'list_heads',
  lane: 'slow',
  text: `SELECT list, ${HEAD_COLUMNS} FROM lists WHERE list > $1 AND version > 0 ORDER BY list LIMIT $2`,
};

/** The lists that were written to, by name, after a name. */
export async function listHeads(database: Database, after: string, limit: number): Promise<ListHead[]> {
  const rows = await database.query<MarkedHeadRow>(LIST_HEADS, [after, limit]);
  return rows.map((row) => toListHead(row.list, row));
}

/**
 * Read combining, beside the write combining of the Writer: tasks of one list that are asked for in one turn
 * of the event loop are looked up together. The statement runs after the last of them was asked for, so each
 * sees every write that was acknowledged before. @throws DatabaseFault
 */
export class CombinedReads {
  readonly #open = new Map<
    string,
    { numbers: Set<number>; found: Promise<ReadonlyMap<number, FoundTask>> }
  >();

  constructor(private readonly database: Database) {}

  async task(list: string, { number }: TaskQuery): Promise<TaskRows> {
    let batch = this.#open.get(list);
    if (!batch) {
      const numbers = new Set<number>();
      batch = { numbers, found: this.#findTogether(list, numbers) };
      this.#open.set(list, batch);
    }
    batch.numbers.add(number);
    return (await batch.found).get(number) ?? null;
  }

  async #findTogether(list: string, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, FoundTask>> {
    await endOfTurn();
    this.#open.delete(list);
    return findTasks(this.database, list, [...numbers]);
  }
}

const historyPages = entryPages(tasks, {
  name: 'find_history',
  rows: 'number = $2 AND task_version < $3',
  order: 'task_version DESC',
  limit: '$4',
});

const FIND_NUMBER: Statement = {
  name: 'find_number',
  lane: 'quick',
  text: 'SELECT number FROM tasks WHERE list = $1 AND number = $2',
};

/** What happened to one task, newest first. @throws DatabaseFault */
export async function findHistory(
  database: Database,
  list: string,
  { number, limit, beforeTaskVersion }: HistoryQuery,
): Promise<HistoryRows> {
  const before = beforeTaskVersion ?? VERSION_MAX;
  const page = await historyPages(database, [list, number, before, limit + 1]);
  if (page.found === 0 && (await database.query(FIND_NUMBER, [list, number])).length === 0) return null;
  const entries = page.entries.slice(0, limit);
  return { entries, hasMore: page.found > entries.length };
}
