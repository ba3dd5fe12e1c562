import { type Database, type Statement, toInstant } from '../database/database.js';
import { type FieldChange, type LogDefinition, type LogEntry, type LogState, perLog } from './definition.js';
import { MARK_HEX_DIGITS, type MarkedVersion } from './marked_version.js';

/** The audit rows of a log: how they are written, and read in order. Each read is one statement. */

/** Those of every log, in the order of the table; what an entry says in each stands in entryRow. */
const COLUMNS = `version int, action text, changes json, reason text, principal text, agent text, session text, tool text,
    request_id text, tool_call_id text, at timestamptz`;

const namesOf = (columns: string): string[] =>
  columns.split(',').map((column) => column.trim().split(' ')[0] ?? '');

/** An entry as a row of json_to_recordset. */
export function entryRow(log: LogDefinition, entry: LogEntry): object {
  const { version, action, changes, reason, caller, tool, at } = entry;
  const { principal, agent, session, requestId: request_id, toolCallId: tool_call_id } = caller;
  const row = {
    version,
    action,
    changes,
    reason,
    principal,
    agent,
    session,
    tool,
    request_id,
    tool_call_id,
    at,
  };
  return log.rowOf(row, entry);
}

/** The part of an append that writes entries. */
export const insertEntries = perLog(({ tables: { key, audit }, entryColumns }) => {
  const own = entryColumns.map(({ name, type }) => `, ${name} ${type}`).join('');
  const names = [...namesOf(COLUMNS), ...entryColumns.map(({ name }) => name)];
  return (rows: string): string => `
  INSERT INTO ${audit} (${key}, commit_id, ${names.join(', ')})
  SELECT $1, $4, ${names.map((name) => `new.${name}`).join(', ')}
  FROM head, json_to_recordset(${rows}) AS new(${COLUMNS}${own})`;
});

interface AuditRow extends Record<string, unknown> {
  version: number;
  action: string;
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

function baseOf(row: AuditRow): LogEntry {
  const { version, action, changes, reason, principal, agent, session, tool } = row;
  const caller = { principal, agent, session, requestId: row.request_id, toolCallId: row.tool_call_id };
  return { version, action, changes, reason, caller, tool, at: toInstant(row.at) };
}

/**
 * Changes can hold long texts, so a page ends at this many bytes of changes, however many rows it might have:
 * a page of usual changes never comes near it.
 */
export const AUDIT_PAGE_MAX_BYTES = 1_000_000;

/** What of a log its entries depend on. */
type EntryTypes<Entry extends LogEntry> = Pick<
  LogDefinition<unknown, LogState, unknown, Entry>,
  'name' | 'tables' | 'entryColumns' | 'readEntry'
>;

/** Entries in their order, and the marked version of the last of them; null where there are none. */
export interface EntryPage<Entry extends LogEntry = LogEntry> {
  readonly entries: readonly Entry[];
  readonly last: MarkedVersion | null;
  /** How many the limit let through, of which only the first are shown where they are large. */
  readonly found: number;
}

/**
 * A page of the rows that a condition lets through, in an order; at least one, and as many more as fit. Its
 * `name` begins the name of the statement.
 */
export function entryPages<Entry extends LogEntry>(
  log: EntryTypes<Entry>,
  { name, rows, order, limit }: { name: string; rows: string; order: string; limit: string },
): (database: Database, parameters: readonly unknown[]) => Promise<EntryPage<Entry>> {
  const { tables, entryColumns } = log;
  const columns = [...namesOf(COLUMNS).slice(0, -1), ...entryColumns.map((column) => column.name)].join(', ');
  const statement: Statement = {
    name: `${name}@${log.name}`,
    lane: 'slow',
    text: `
  SELECT ${columns}, at AT TIME ZONE 'UTC' AS at, left(commit_id::text, ${MARK_HEX_DIGITS}) AS mark, found FROM (
    SELECT *, count(*) OVER ()::int AS found,
      sum(octet_length(changes::text)) OVER (ORDER BY ${order}) - octet_length(changes::text) AS bytes_before
    FROM (SELECT * FROM ${tables.audit} WHERE ${tables.key} = $1 AND ${rows} ORDER BY ${order} LIMIT ${limit}) AS page) AS measured
  WHERE bytes_before < ${AUDIT_PAGE_MAX_BYTES} ORDER BY ${order}`,
  };
  return async (database, parameters) => {
    const found = await database.query<AuditRow & { mark: string; found: number }>(statement, parameters);
    const last = found.at(-1);
    return {
      entries: found.map((row) => log.readEntry(baseOf(row), row)),
      last: last ? { version: last.version, mark: last.mark } : null,
      found: found[0]?.found ?? 0,
    };
  };
}

const eventPages = perLog((log) =>
  entryPages(log, {
    name: 'list_events',
    rows: 'version > $2',
    order: 'version',
    limit: '$3',
  }),
);

/** Entries in the order of events, after a version; fewer than the limit where they are large. */
export function listEvents<Entry extends LogEntry>(
  database: Database,
  log: EntryTypes<Entry>,
  key: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<EntryPage<Entry>> {
  // The pages of this log read its entries.
  return eventPages(log as unknown as LogDefinition)(database, [key, after, limit]) as Promise<
    EntryPage<Entry>
  >;
}

/** The version of the head, and the mark that the log has at some version; null where it has none there. */
export interface LogPoint {
  readonly headVersion: number;
  readonly mark: string | null;
}

const pointStatement = perLog(
  ({ name, tables: { key, head, audit } }): Statement => ({
    name: `find_point@${name}`,
    lane: 'quick',
    text: `SELECT coalesce((SELECT version FROM ${head} WHERE ${key} = $1), 0) AS "headVersion",
    (SELECT left(commit_id::text, ${MARK_HEX_DIGITS}) FROM ${audit} WHERE ${key} = $1 AND version = $2) AS mark`,
  }),
);

/** What a log has at a version. */
export async function findPoint(
  database: Database,
  log: LogDefinition,
  key: string,
  version: number,
): Promise<LogPoint> {
  const [point] = await database.query<LogPoint>(pointStatement(log), [key, version]);
  if (!point) throw new Error('The point statement always answers one row.');
  return point;
}
