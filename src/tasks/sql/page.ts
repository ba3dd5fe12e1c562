import type { Database, Statement } from '../../database/database.js';
import { BLOCKS_MAX_COUNT } from '../../text/budget.js';
import { PAGE_MAX_ENTRIES, type PageQuery, type PageRows } from '../queries.js';
import { NO_TASKS, type TaskEdges } from '../task.js';
import { PRIORITIES } from '../wording/values.js';
import {
  type HeadRow,
  MARK_COLUMN,
  type Pair,
  SUMMARY,
  SUMMARY_COLUMNS,
  type SummaryTuple,
  toCounts,
  toRank,
  toSummaryRecord,
} from './rows.js';

/** What "ready" means: the predicate of the index tasks_ready, and of isReady in tasks/task.ts. */
const READY = `(status = 'pending' AND open_blockers = 0 AND deleted_at IS NULL)`;
/** The predicate of the index tasks_open. */
const OPEN = `(status IN ('pending', 'in_progress', 'blocked') AND deleted_at IS NULL)`;
const OPEN_STATUSES: readonly string[] = ['pending', 'in_progress', 'blocked'];

interface PageRow extends HeadRow {
  mark: string | null;
  tasks: SummaryTuple[] | null;
  blocked_by: Pair[] | null;
  open_blockers: Pair[] | null;
  blocks: [task: number, count: number, first: number[]][] | null;
}

/**
 * The edges of the page, each kind in one walk over the page. OFFSET 0 keeps every look-up a look-up by key:
 * with `= ANY(the numbers of the page)` the planner may take the other index and read every edge of the list.
 * Of the tasks that wait for one, which may be thousands, the first are read and all are counted.
 */
const EDGES = `
    (SELECT json_agg(json_build_array(page.number, d.blocker)) FROM page CROSS JOIN LATERAL (
      SELECT blocker FROM dependencies WHERE list = $1 AND number = page.number ORDER BY blocker OFFSET 0) AS d) AS blocked_by,
    (SELECT json_agg(json_build_array(page.number, d.blocker)) FROM page CROSS JOIN LATERAL (
      SELECT blocker FROM dependencies WHERE list = $1 AND number = page.number ORDER BY blocker OFFSET 0) AS d
      CROSS JOIN LATERAL (SELECT FROM tasks b WHERE b.list = $1 AND b.number = d.blocker AND b.deleted_at IS NULL
        AND b.status NOT IN ('done', 'cancelled') OFFSET 0) AS open
      WHERE page.open_blockers > 0) AS open_blockers,
    (SELECT json_agg(json_build_array(page.number, d.count, d.first)) FROM page CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, (array_agg(number ORDER BY number))[1:${BLOCKS_MAX_COUNT}] AS first
      FROM dependencies WHERE list = $1 AND blocker = page.number OFFSET 0) AS d WHERE d.count > 0) AS blocks`;

/**
 * One page of tasks with the head of their list, in one statement and so at one list version. The page goes
 * on after a position, not after a count, so that tasks that come and go do not shift it.
 * @throws DatabaseFault
 */
export async function findPage(database: Database, list: string, query: PageQuery): Promise<PageRows> {
  const { statement, parameters } = composePage(list, query);
  const [row] = await database.query<PageRow>(statement, parameters);
  if (!row) throw new Error('The page statement always answers one row.');
  const tasks = row.tasks ?? [];
  const edgesOf = edgeReader(row);
  return {
    version: row.version ?? 0,
    mark: row.mark,
    counts: row.version === null ? NO_TASKS : toCounts(row),
    tasks: tasks.slice(0, query.limit).map((task) => {
      const record = toSummaryRecord(task);
      return { record, edges: edgesOf(record.number) };
    }),
    hasMore: tasks.length > query.limit,
  };
}

const NO_NUMBERS: readonly number[] = [];

function edgeReader(row: PageRow): (task: number) => TaskEdges {
  const blockedBy = byTask(row.blocked_by);
  const openBlockers = byTask(row.open_blockers);
  const blocks = new Map((row.blocks ?? []).map(([task, count, first]) => [task, { count, first }]));
  return (task) => ({
    blockedBy: blockedBy.get(task) ?? NO_NUMBERS,
    openBlockers: openBlockers.get(task) ?? NO_NUMBERS,
    blocks: blocks.get(task)?.first ?? NO_NUMBERS,
    blocksCount: blocks.get(task)?.count ?? 0,
  });
}

function byTask(pairs: readonly Pair[] | null): Map<number, number[]> {
  const others = new Map<number, number[]>();
  for (const [task, other] of pairs ?? []) {
    const known = others.get(task);
    if (known) known.push(other);
    else others.set(task, [other]);
  }
  return others;
}

/**
 * The statement has just the conditions that the query asks for, so that each form keeps a plan that fits it.
 */
function composePage(list: string, query: PageQuery): { statement: Statement; parameters: unknown[] } {
  const parameters: unknown[] = [list];
  const names: string[] = [];
  const conditions: string[] = ['list = $1', 'deleted_at IS NULL'];
  const add = (name: string, condition: (bind: (value: unknown) => string) => string) => {
    names.push(name);
    conditions.push(condition((value) => `$${parameters.push(value)}`));
  };

  const { statuses, owner, unowned, label, ready, order, after } = query;
  if (statuses) {
    if (statuses.every((status) => OPEN_STATUSES.includes(status))) add('open', () => OPEN);
    if (statuses.length !== OPEN_STATUSES.length)
      add('status', (bind) => `status = ANY(${bind(statuses)}::text[])`);
  }
  if (owner !== null) add('owner', (bind) => `owner = ${bind(owner)}`);
  if (unowned !== null) add(unowned ? 'unowned' : 'owned', () => `owner IS ${unowned ? '' : 'NOT '}NULL`);
  if (label !== null) add('label', (bind) => `labels @> ${bind(JSON.stringify([label]))}::jsonb`);
  if (ready !== null) add(ready ? 'ready' : 'unready', () => (ready ? READY : `NOT ${READY}`));
  const byPriority = order === 'priority';
  if (after && byPriority) {
    add(
      'after',
      (bind) =>
        `(priority, number) > (${bind(toRank(after.priority))}::smallint, ${bind(after.number)}::int)`,
    );
  } else if (after) add('after', (bind) => `number > ${bind(after.number)}::int`);

  const limit = `$${parameters.push(query.limit + 1)}`;
  const isIndexed = names.includes('open') || names.includes('ready');
  const tasks =
    isIndexed && !byPriority ? mergedByNumber(conditions, limit) : sorted(conditions, byPriority, limit);
  const text = `WITH page AS (${tasks})
    SELECT version, pending, in_progress, blocked, done, cancelled, ${MARK_COLUMN},
      (SELECT json_agg(${SUMMARY}) FROM page) AS tasks, ${EDGES}
    FROM (SELECT $1::text AS list) AS wanted LEFT JOIN lists USING (list)`;
  const name = `page_${[...names, order].join('_')}`;
  return { statement: { name, text, lane: 'slow' }, parameters };
}

/** The largest page, and the task that shows that there is another one. */
const PAGE_MAX_ROWS = PAGE_MAX_ENTRIES + 1;

/**
 * The tasks in their order, as many as the limit. The plan does not know it: left to guess, the planner
 * takes a tenth of the list and prices every look-up for as many tasks. So the largest page stands beside
 * it.
 */
function sorted(conditions: readonly string[], byPriority: boolean, limit: string): string {
  const order = byPriority ? 'priority, number' : 'number';
  return `SELECT * FROM (SELECT ${SUMMARY_COLUMNS} FROM tasks WHERE ${conditions.join(' AND ')}
    ORDER BY ${order} LIMIT ${PAGE_MAX_ROWS}) AS most ORDER BY ${order} LIMIT ${limit}`;
}

/**
 * The indexes of open and of ready tasks go by priority first. Within each priority they go by number, so
 * that a page by number is the first of a few short walks: otherwise every closed task of an old list would
 * be passed on the way.
 */
function mergedByNumber(conditions: readonly string[], limit: string): string {
  const one = sorted([...conditions, 'priority = rank'], false, limit);
  return `SELECT * FROM (SELECT task.* FROM generate_series(0, ${PRIORITIES.length - 1}) AS rank
    CROSS JOIN LATERAL (${one}) AS task ORDER BY number LIMIT ${PAGE_MAX_ROWS}) AS most ORDER BY number LIMIT ${limit}`;
}
