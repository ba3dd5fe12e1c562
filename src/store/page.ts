import type { PageQuery, PageRows } from '../domain/queries.js';
import { NO_TASKS } from '../domain/task.js';
import type { Database, Statement } from './database.js';
import { EDGE_COLUMNS, type EdgeColumns, toEdges } from './reads.js';
import { type HeadRow, SUMMARY_COLUMNS, type SummaryRow, toCounts, toRank, toSummaryRecord } from './rows.js';

/** What "ready" means: the predicate of the index tasks_ready, and of isReady in domain/task.ts. */
const READY = `(status = 'pending' AND open_blockers = 0 AND deleted_at IS NULL)`;
/** The predicate of the index tasks_open. */
const OPEN = `(status IN ('pending', 'in_progress', 'blocked') AND deleted_at IS NULL)`;
const OPEN_STATUSES: readonly string[] = ['pending', 'in_progress', 'blocked'];

interface PageRow extends HeadRow {
  tasks: (SummaryRow & EdgeColumns)[] | null;
}

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
  return {
    version: row.version ?? 0,
    counts: row.version === null ? NO_TASKS : toCounts(row),
    tasks: tasks
      .slice(0, query.limit)
      .map((task) => ({ record: toSummaryRecord(task), edges: toEdges(task) })),
    hasMore: tasks.length > query.limit,
  };
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

  const { statuses, owner, label, ready, order, after } = query;
  if (statuses) {
    if (statuses.every((status) => OPEN_STATUSES.includes(status))) add('open', () => OPEN);
    if (statuses.length !== OPEN_STATUSES.length)
      add('status', (bind) => `status = ANY(${bind(statuses)}::text[])`);
  }
  if (owner !== null) add('owner', (bind) => `owner = ${bind(owner)}`);
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

  const text = `
    SELECT version, pending, in_progress, blocked, done, cancelled, (SELECT json_agg(page) FROM (
      SELECT ${SUMMARY_COLUMNS}, ${EDGE_COLUMNS} FROM tasks WHERE ${conditions.join(' AND ')}
      ORDER BY ${byPriority ? 'tasks.priority, number' : 'number'} LIMIT $${parameters.push(query.limit + 1)}) AS page) AS tasks
    FROM (SELECT $1::text AS list) AS wanted LEFT JOIN lists USING (list)`;
  const name = `page_${[...names, order].join('_')}`;
  return { statement: { name, text, lane: 'slow' }, parameters };
}
