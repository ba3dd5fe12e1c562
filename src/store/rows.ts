import type { Edge } from '../domain/changes.js';
import {
  type Counts,
  PRIORITIES,
  type Priority,
  type SummaryRecord,
  type TaskRecord,
} from '../domain/task.js';

/**
 * Rows as statements select them, and what they mean. Times come as `timestamp` in UTC: no session setting
 * matters.
 */

const COMMON_COLUMNS = `number, version, status, subject, priority, owner, labels, open_blockers AS "openBlockers",
    created_by AS "createdBy", updated_by AS "updatedBy",
    created_at AT TIME ZONE 'UTC' AS "createdAt", updated_at AT TIME ZONE 'UTC' AS "updatedAt",
    completed_at AT TIME ZONE 'UTC' AS "completedAt", deleted_at AT TIME ZONE 'UTC' AS "deletedAt"`;

/** The columns of a TaskRow. */
export const TASK_COLUMNS = `${COMMON_COLUMNS}, description`;
/** The columns of a SummaryRow. */
export const SUMMARY_COLUMNS = `${COMMON_COLUMNS}, description IS NOT NULL AS "hasDescription"`;

/** A record with its priority as a rank and its times as Postgres prints them. */
type Raw<Record> = Omit<Record, 'priority'> & { readonly priority: number };
export type TaskRow = Raw<TaskRecord>;
export type SummaryRow = Raw<SummaryRecord>;

export interface HeadRow {
  version: number | null;
  next_number: number;
  pending: number;
  in_progress: number;
  blocked: number;
  done: number;
  cancelled: number;
}

export interface EdgeRow {
  number: number;
  blocker: number;
}

/**
 * "2026-11-30 08:15:30.12" or with a T, as Postgres prints a timestamp, as RFC 3339 in UTC with milliseconds.
 */
export function toInstant(timestamp: string): string {
  const fraction = timestamp.slice(20).padEnd(3, '0');
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction}Z`;
}

const toInstantOrNull = (timestamp: string | null): string | null =>
  timestamp === null ? null : toInstant(timestamp);

export function toCounts({ pending, in_progress, blocked, done, cancelled }: HeadRow): Counts {
  return { pending, in_progress, blocked, done, cancelled };
}

export const toEdge = ({ number, blocker }: EdgeRow): Edge => ({ task: number, blocker });

/** The column keeps the rank, so that it sorts from urgent to low. */
export const toRank = (priority: Priority): number => PRIORITIES.indexOf(priority);

function toPriority(rank: number): Priority {
  const priority = PRIORITIES[rank];
  if (!priority) throw new Error(`There is no priority of rank ${rank}.`);
  return priority;
}

/** The row itself becomes the record: a page has many, and nobody else holds it. */
function finish<Row extends Raw<Omit<TaskRecord, 'description'>>>(row: Row) {
  return Object.assign(row, {
    priority: toPriority(row.priority),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    completedAt: toInstantOrNull(row.completedAt),
    deletedAt: toInstantOrNull(row.deletedAt),
  });
}

export const toTaskRecord = (row: TaskRow): TaskRecord => finish(row);
export const toSummaryRecord = (row: SummaryRow): SummaryRecord => finish(row);

/** A task record as a row of json_to_recordset: what TASK_RECORDSET declares. */
export function fromTaskRecord(record: TaskRecord) {
  return {
    number: record.number,
    version: record.version,
    status: record.status,
    subject: record.subject,
    description: record.description,
    priority: toRank(record.priority),
    owner: record.owner,
    labels: record.labels,
    open_blockers: record.openBlockers,
    created_at: record.createdAt,
    created_by: record.createdBy,
    updated_at: record.updatedAt,
    updated_by: record.updatedBy,
    completed_at: record.completedAt,
    deleted_at: record.deletedAt,
  };
}
