import { toInstant } from '../../log/instant.js';
import { MARK_HEX_DIGITS } from '../../log/marked_version.js';
import { EMPTY_HEAD, type Head } from '../snapshot.js';
import {
  type Counts,
  type DependentState,
  PRIORITIES,
  type Priority,
  type ReferenceState,
  type Status,
  type SummaryRecord,
  type TaskRecord,
} from '../task.js';

/**
 * Rows as statements select them, and what they mean. Times come as `timestamp` in UTC: no session setting
 * matters.
 */

/** The columns of a TaskRow. */
export const TASK_COLUMNS = `number, version, status, subject, priority, owner, labels, open_blockers AS "openBlockers",
    created_by AS "createdBy", updated_by AS "updatedBy",
    created_at AT TIME ZONE 'UTC' AS "createdAt", updated_at AT TIME ZONE 'UTC' AS "updatedAt",
    completed_at AT TIME ZONE 'UTC' AS "completedAt", deleted_at AT TIME ZONE 'UTC' AS "deletedAt", description`;

/** A record with its priority as a rank and its times as Postgres prints them. */
export type TaskRow = Omit<TaskRecord, 'priority'> & { readonly priority: number };

/** What SUMMARY is made of; a page is sorted and cut before its summaries are made. */
export const SUMMARY_COLUMNS = `number, version, status, subject, priority, owner, labels, open_blockers, created_by, updated_by,
    created_at, updated_at, completed_at, deleted_at, description <> '' IS TRUE AS has_description`;
/** A SummaryTuple: a page has many, and an array costs Postgres half of what an object with names does. */
export const SUMMARY = `json_build_array(number, version, status, subject, priority, owner, labels, open_blockers,
    created_by, updated_by, created_at AT TIME ZONE 'UTC', updated_at AT TIME ZONE 'UTC',
    completed_at AT TIME ZONE 'UTC', deleted_at AT TIME ZONE 'UTC', has_description)`;

export type SummaryTuple = readonly [
  number: number,
  version: number,
  status: Status,
  subject: string,
  rank: number,
  owner: string | null,
  labels: readonly string[],
  openBlockers: number,
  createdBy: string,
  updatedBy: string,
  createdAt: string,
  updatedAt: string,
  completedAt: string | null,
  deletedAt: string | null,
  hasDescription: boolean,
];

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

/** The row itself becomes the record: nobody else holds it. */
export function toTaskRecord(row: TaskRow): TaskRecord {
  return Object.assign(row, {
    priority: toPriority(row.priority),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    completedAt: toInstantOrNull(row.completedAt),
    deletedAt: toInstantOrNull(row.deletedAt),
  });
}

export function toDependentState([number, status, openBlockers, deletedAt]: DependentTuple): DependentState {
  return { number, status, openBlockers, deletedAt: toInstantOrNull(deletedAt) };
}

export function toReferenceState(tuple: ReferenceTuple): ReferenceState {
  const [number, status, openBlockers, deletedAt, version, subject] = tuple;
  return { number, status, openBlockers, deletedAt: toInstantOrNull(deletedAt), version, subject };
}

export function toSummaryRecord(tuple: SummaryTuple): SummaryRecord {
  const [number, version, status, subject, rank, owner, labels, openBlockers, ...rest] = tuple;
  const [createdBy, updatedBy, createdAt, updatedAt, completedAt, deletedAt, hasDescription] = rest;
  return {
    number,
    version,
    status,
    subject,
    priority: toPriority(rank),
    owner,
    labels,
    openBlockers,
    createdAt: toInstant(createdAt),
    createdBy,
    updatedAt: toInstant(updatedAt),
    updatedBy,
    completedAt: toInstantOrNull(completedAt),
    deletedAt: toInstantOrNull(deletedAt),
    hasDescription,
  };
}

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
