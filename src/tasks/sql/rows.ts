import { toInstant } from '../../database/database.js';
import { MARK_HEX_DIGITS } from '../../log/marked_version.js';
import { CHANGING_FIELDS, FIELD_NAMES, SUMMARY_FIELDS } from '../field_lists.js';
import { FIELDS, type FieldName } from '../fields.js';
import { EMPTY_HEAD, type Head } from '../snapshot.js';
import type { Counts, DependentState, ReferenceState, SummaryRecord, TaskRecord } from '../task.js';
import { PRIORITIES, type Priority, type Status } from '../wording/values.js';

/**
 * Rows as statements select them, and what they mean. Times come as `timestamp` in UTC: no session setting
 * matters.
 */

/** What statements say of a field. */
function columnOf(name: FieldName) {
  const [column = '', type = ''] = FIELDS[name].column.split(' ');
  return { name, column, type, read: type === 'timestamptz' ? `${column} AT TIME ZONE 'UTC'` : column };
}

const columns = FIELD_NAMES.map(columnOf);
const summaryColumns = SUMMARY_FIELDS.map(columnOf);

/** The columns of a TaskRow. */
export const TASK_COLUMNS = columns.map(({ name, read }) => `${read} AS "${name}"`).join(', ');

/** A record with its priority as a rank and its times as Postgres prints them. */
export type TaskRow = Omit<TaskRecord, 'priority'> & { readonly priority: number };

/** What SUMMARY is made of; a page is sorted and cut before its summaries are made. */
export const SUMMARY_COLUMNS = `${summaryColumns.map(({ column }) => column).join(', ')},
    description <> '' IS TRUE AS has_description`;
/** A SummaryTuple: a page has many, and an array costs Postgres half of what an object with names does. */
export const SUMMARY = `json_build_array(${summaryColumns.map(({ read }) => read).join(', ')}, has_description)`;

/** The values of a SummaryRecord in the order of SUMMARY, each as its column holds it. */
export type SummaryTuple = readonly unknown[];

/** What json_to_recordset makes rows of `toStoredRecord` of. */
export const RECORDSET = `(${columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')})`;
/** The columns that an INSERT sets, and the values for them of a row `new` of RECORDSET. */
export const INSERTED = columns.map(({ column }) => column).join(', ');
export const INSERTED_VALUES = columns.map(({ name }) => `new."${name}"`).join(', ');
/** What an UPDATE sets from such a row. */
export const ASSIGNMENTS = CHANGING_FIELDS.map(columnOf)
  .map(({ column, name }) => `${column} = new."${name}"`)
  .join(', ');

/** The mark of the version that the row of `lists` at hand is at; null at version 0. */
export const MARK_COLUMN = `(SELECT left(commit_id::text, ${MARK_HEX_DIGITS}) FROM audit_log
      WHERE audit_log.list = lists.list AND audit_log.version = lists.version) AS mark`;

export interface HeadRow {
  version: number | null;
  next_number: number;
  pending: number;
  in_progress: number;
  blocked: number;
  done: number;
  cancelled: number;
}

/** A task, and one that it is joined to by an edge. */
export type Pair = readonly [task: number, other: number];

const STATE = `number, status, open_blockers, deleted_at AT TIME ZONE 'UTC'`;
/** A DependentTuple of the row at hand; an array for the reason that SUMMARY is one. */
export const DEPENDENT = `json_build_array(${STATE})`;
/** A ReferenceTuple of the row at hand. */
export const REFERENCE = `json_build_array(${STATE}, version, subject)`;

export type DependentTuple = readonly [
  number: number,
  status: Status,
  openBlockers: number,
  deletedAt: string | null,
];
export type ReferenceTuple = readonly [...DependentTuple, version: number, subject: string];

export interface EdgeRow {
  number: number;
  blocker: number;
}

const toInstantOrNull = (timestamp: string | null): string | null =>
  timestamp === null ? null : toInstant(timestamp);

export function toCounts({ pending, in_progress, blocked, done, cancelled }: HeadRow): Counts {
  return { pending, in_progress, blocked, done, cancelled };
}

/** The head of a list; the empty one before its first write. */
export function toHead(row: HeadRow | undefined): Head {
  if (!row?.version) return EMPTY_HEAD;
  return { version: row.version, nextNumber: row.next_number, counts: toCounts(row) };
}

/** The column keeps the rank, so that it sorts from urgent to low. */
export const toRank = (priority: Priority): number => PRIORITIES.indexOf(priority);

function toPriority(rank: number): Priority {
  const priority = PRIORITIES[rank];
  if (!priority) throw new Error(`There is no priority of rank ${rank}.`);
  return priority;
}

/** By the name of a field, what makes its value of what the column holds, where the two differ. */
const readers = new Map<string, (stored: never) => unknown>([
  ...columns.filter(({ type }) => type === 'timestamptz').map(({ name }) => [name, toInstantOrNull] as const),
  ['priority', toPriority],
]);

/** The row itself becomes the record: nobody else holds it. */
export function toTaskRecord(row: TaskRow): TaskRecord {
  // A row differs from a record in the fields that have a reader, which takes what their columns hold.
  const fields = row as unknown as Record<string, unknown>;
  for (const [name, read] of readers) fields[name] = read(fields[name] as never);
  return row as unknown as TaskRecord;
}

export function toDependentState([number, status, openBlockers, deletedAt]: DependentTuple): DependentState {
  return { number, status, openBlockers, deletedAt: toInstantOrNull(deletedAt) };
}

export function toReferenceState(tuple: ReferenceTuple): ReferenceState {
  const [number, status, openBlockers, deletedAt, version, subject] = tuple;
  return { number, status, openBlockers, deletedAt: toInstantOrNull(deletedAt), version, subject };
}

/**
 * A SummaryTuple under the names of its fields. Each is read where it stands: to copy them by name costs
 * three times as much. It has no members of its own, so a spread of it is empty.
 */
class SummaryView {
  constructor(readonly tuple: SummaryTuple) {}
}

for (const [index, name] of [...SUMMARY_FIELDS, 'hasDescription'].entries()) {
  Object.defineProperty(SummaryView.prototype, name, { get: getter(index, readers.get(name)) });
}

function getter(index: number, read: ((stored: never) => unknown) | undefined) {
  if (!read) {
    return function (this: SummaryView) {
      return this.tuple[index];
    };
  }
  return function (this: SummaryView) {
    return read(this.tuple[index] as never); // what its column holds
  };
}

export function toSummaryRecord(tuple: SummaryTuple): SummaryRecord {
  return new SummaryView(tuple) as object as SummaryRecord; // has each of its properties, by the loop above
}

/** A task record as a row of RECORDSET. */
export function toStoredRecord(record: TaskRecord) {
  return { ...record, priority: toRank(record.priority) };
}
