import { type Static, Type } from '@sinclair/typebox';
import type { FieldChange, LogEntry, Stamp } from '../log/definition.js';
import { NullableText, StringEnum, Text } from '../schema/kinds.js';
import { OWN_FIELDS } from './field_lists.js';
import type { Task, TaskEdges, TaskRecord } from './task.js';
import { ID_PATTERN } from './wording/values.js';

/**
 * The rows that a decision needs, as task numbers. A batch loads the union of what its intents need, so that
 * each finds its rows as the intents before it left them.
 */
export interface Needs {
  /** Tasks with their blockers, with the tasks that wait for them, and with the edges between. */
  readonly tasks: readonly number[];
  /** Tasks of which only the record counts: the blockers that an intent names. */
  readonly references: readonly number[];
  /** Tasks of which every edge to a blocker counts, transitively: where a cycle could close. */
  readonly upstream: readonly number[];
  /** The changes of a task after a version, for a write that turns out to be stale. */
  readonly changesSince: readonly { readonly number: number; readonly version: number }[];
}

/** A stale write is told what the newest versions changed; older changes are in task_history. */
export const CHANGES_SINCE_MAX_VERSIONS = 20;

export const NO_NEEDS: Needs = { tasks: [], references: [], upstream: [], changesSince: [] };

/** The union of several needs. */
export function mergeNeeds(all: readonly Needs[]): Needs {
  const [only] = all;
  if (only && all.length === 1) return only;
  const union = (pick: (needs: Needs) => readonly number[]): number[] => [...new Set(all.flatMap(pick))];
  return {
    tasks: union((needs) => needs.tasks),
    references: union((needs) => needs.references),
    upstream: union((needs) => needs.upstream),
    changesSince: all.flatMap((needs) => needs.changesSince),
  };
}

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

/** The audit row that a change makes. */
export function entryOf({ action, after, fields, reason }: TaskChange, stamp: Stamp): AuditEntry {
  const { version, caller, tool, at } = stamp;
  const { number, version: taskVersion } = after;
  return { version, number, taskVersion, action, changes: fields, reason, caller, tool, at };
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

/** A field that changed since the version that a stale write names: its value now, and who set it. */
export interface ChangedField {
  readonly field: string;
  readonly to: unknown;
  /** Code points of the text, where `to` holds only its beginning. */
  readonly toLength?: number;
  readonly by: string;
  readonly at: string;
  readonly taskVersion: number;
}

export interface Blocker {
  readonly id: string;
  readonly status: string;
  readonly subject: string;
}

declare module '../refusals/refusal.js' {
  /** What the rules of tasks add. */
  interface RefusalExtras {
    /** The task as it is now. */
    readonly current?: Task;
    readonly changedSince?: readonly ChangedField[];
    readonly blockers?: readonly Blocker[];
    /** The tasks of a cycle: ids, the first one again at the end. */
    readonly path?: readonly string[];
  }
}

const closed = { additionalProperties: false } as const;

const lengthOf = (side: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `Characters of the text, only where ${side} holds no more than its beginning.`,
    }),
  );

const Change = Type.Object(
  {
    field: Text({ description: 'The field that changed.' }),
    from: Type.Unknown({ description: 'Its value before; null when it had none.' }),
    to: Type.Unknown({ description: 'Its value after; null when it has none.' }),
    fromLength: lengthOf('from'),
    toLength: lengthOf('to'),
  },
  closed,
);

/** One audit row as callers see it: an entry of task_history and an event of a list are the same object. */
export const HistoryEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'List version: the place in the order of events.' }),
    id: Text({ pattern: ID_PATTERN, description: 'The task that changed.' }),
    taskVersion: Type.Integer({ minimum: 1, description: 'The version that the task got by it.' }),
    action: StringEnum(ACTIONS),
    changes: Type.Array(Change),
    reason: NullableText({ description: 'The reason that the caller gave, or null.' }),
    principal: Text({ description: 'Who called, proved by a key; anonymous where the service has no keys.' }),
    agent: NullableText({ description: 'The agent that the caller says it is, or null.' }),
    session: NullableText({ description: 'The session that the caller says it is in, or null.' }),
    requestId: Text({ description: 'The request that made the change.' }),
    at: Text({ description: 'When it happened (UTC, RFC 3339, milliseconds).' }),
  },
  { ...closed, description: 'One change of one task.' },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

/** The canonical value of an audit row. */
export function toHistoryEntry(entry: AuditEntry): HistoryEntry {
  const { version, number, taskVersion, action, changes, reason, caller, at } = entry;
  const { principal, agent, session, requestId } = caller;
  return {
    version,
    id: String(number),
    taskVersion,
    action,
    changes: changes.map((change) => ({ ...change })),
    reason,
    principal,
    agent,
    session,
    requestId,
    at,
  };
}

/** The value of task_history. */
export interface HistoryPage {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly nextCursor: string | null;
}
