import type { Database, Statement } from '../../database/database.js';
import { MARK_HEX_DIGITS } from '../../log/marked_version.js';
import type { Action, AuditEntry, FieldChange } from '../changes.js';
import type { EventRows, HistoryQuery, HistoryRows, LogPoint } from '../queries.js';
import { VERSION_MAX } from '../task.js';
import { toInstant } from './rows.js';

/** The columns of an AuditRow. */
const AUDIT_COLUMNS = `version, number, task_version, action, changes, reason, principal, agent, session, tool, request_id,
    tool_call_id,    at AT TIME ZONE 'UTC' AS at`;

export interface AuditRow {
  version: number;
  number: number;
  task_version: number;
  action: Action;
  changes: FieldChange[];
  reason: string | null;
  principal: string;
  agent: string | null;
  session: string | null;
  tool: string;
  request_id: string;
  tool_call_id: string | null;
  at: string;
}

function toAuditEntry(row: AuditRow): AuditEntry {
  const { version, number, action, changes, reason, principal, agent, session, tool } = row;
  const caller = { principal, agent, session, requestId: row.request_id, toolCallId: row.tool_call_id };
  return {
    version,
    number,
    taskVersion: row.task_version,
    action,
    changes,
    reason,
    caller,
    tool,
    at: toInstant(row.at),
  };
}

/** Reads of the audit log. Each is one statement. @throws DatabaseFault */

/**
 * Changes can hold two descriptions of 10,000 characters each, so a page ends at this many bytes of changes,
 * however many rows it might have: a page of usual changes never comes near it.
 */
export const AUDIT_PAGE_MAX_BYTES = 1_000_000;

/**
 * A page of rows in their order; at least one, and as many more as fit. `found` counts those that the limit
 * let through.
 */
const boundedPage = (rows: string, order: string, limit: string) => `
  SELECT ${AUDIT_COLUMNS}, left(commit_id::text, ${MARK_HEX_DIGITS}) AS mark, found FROM (
    SELECT *, count(*) OVER ()::int AS found,
      sum(octet_length(changes::text)) OVER (ORDER BY ${order}) - octet_length(changes::text) AS bytes_before
    FROM (SELECT * FROM audit_log WHERE ${rows} ORDER BY ${order} LIMIT ${limit}) AS page) AS measured
  WHERE bytes_before < ${AUDIT_PAGE_MAX_BYTES} ORDER BY ${order}`;

type PageRow = AuditRow & { mark: string; found: number };

const FIND_HISTORY: Statement = {
  name: 'find_history',
  lane: 'slow',
  text: boundedPage('list = $1 AND number = $2 AND task_version < $3', 'task_version DESC', '$4'),
};

const FIND_NUMBER: Statement = {
  name: 'find_number',
  lane: 'quick',
  text: 'SELECT number FROM tasks WHERE list = $1 AND number = $2',
};

/** What happened to one task, newest first. */
export async function findHistory(
  database: Database,
  list: string,
  { number, limit, beforeTaskVersion }: HistoryQuery,
): Promise<HistoryRows> {
  const before = beforeTaskVersion ?? VERSION_MAX;
  const rows = await database.query<PageRow>(FIND_HISTORY, [list, number, before, limit + 1]);
  const [first] = rows;
  if (!first && (await database.query(FIND_NUMBER, [list, number])).length === 0) return null;
  const entries = rows.slice(0, limit).map(toAuditEntry);
  return { entries, hasMore: first !== undefined && first.found > entries.length };
}

const LIST_EVENTS: Statement = {
  name: 'list_events',
  lane: 'slow',
  text: boundedPage('list = $1 AND version > $2', 'version', '$3'),
};

/** Audit rows in the order of events, after a list version; fewer than the limit where they are large. */
export async function listEvents(
  database: Database,
  list: string,
  after: number,
  limit: number,
): Promise<EventRows> {
  const rows = await database.query<PageRow>(LIST_EVENTS, [list, after, limit]);
  const last = rows.at(-1);
  return { entries: rows.map(toAuditEntry), last: last ? { version: last.version, mark: last.mark } : null };
}

const FIND_POINT: Statement = {
  name: 'find_point',
  lane: 'quick',
  text: `SELECT coalesce((SELECT version FROM lists WHERE list = $1), 0) AS "headVersion",
    (SELECT left(commit_id::text, ${MARK_HEX_DIGITS}) FROM audit_log WHERE list = $1 AND version = $2) AS mark`,
};

/** What the log of a list has at a version. */
export async function findPoint(database: Database, list: string, version: number): Promise<LogPoint> {
  const [point] = await database.query<LogPoint>(FIND_POINT, [list, version]);
  if (!point) throw new Error('The point statement always answers one row.');
  return point;
}
