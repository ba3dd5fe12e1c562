import type { FieldChange, LogEntry } from '../log/definition.js';
import { OWN_FIELDS } from './field_lists.js';
import type { TaskEdges, TaskRecord } from './task.js';

export const ACTIONS = ['create', 'update', 'reopen', 'delete', 'restore'] as const;
export type Action = (typeof ACTIONS)[number];

/** `task` waits for `blocker`. */
export interface Edge {
  readonly task: number;
  readonly blocker: number;
}

/**
 * What one decision changes: one task, its edges to blockers, and the open blockers of those that wait for
 * it.
 */
export interface TaskChange {
  readonly action: Action;
  readonly before: TaskRecord | null;
  readonly after: TaskRecord;
  readonly edges: TaskEdges;
  readonly addedEdges: readonly Edge[];
  readonly removedEdges: readonly Edge[];
  /** The tasks that wait for this one and whose number of open blockers changes. */
  readonly dependents: readonly { readonly number: number; readonly openBlockers: number }[];
  readonly fields: readonly FieldChange[];
  readonly reason: string | null;
}

/** One row of the audit log: what changed in one task, and who changed it. */
export interface AuditEntry extends LogEntry {
  readonly number: number;
  readonly taskVersion: number;
  readonly action: Action;
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** The values compare by what they hold; they are strings, null or arrays of strings. */
const equals = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const toIds = (numbers: readonly number[]): string[] => numbers.map(String);

/** The fields of a new task that hold something. */
export function describeCreation(after: TaskRecord, blockedBy: readonly number[]): FieldChange[] {
  const fields: FieldChange[] = OWN_FIELDS.map((field) => ({ field, from: null, to: after[field] }));
  fields.push({ field: 'blockedBy', from: null, to: toIds(blockedBy) });
  return fields.filter(({ to }) => !isEmpty(to));
}

/** The own fields that differ between two states of one task. */
export function describeDifference(
  before: { readonly record: TaskRecord; readonly blockedBy: readonly number[] },
  after: { readonly record: TaskRecord; readonly blockedBy: readonly number[] },
): FieldChange[] {
  const fields: FieldChange[] = OWN_FIELDS.map((field) => ({
    field,
    from: before.record[field],
    to: after.record[field],
  }));
  fields.push({ field: 'blockedBy', from: toIds(before.blockedBy), to: toIds(after.blockedBy) });
  return fields.filter(({ from, to }) => !equals(from, to));
}
