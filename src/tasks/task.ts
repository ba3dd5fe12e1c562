import { type Static, Type } from '@sinclair/typebox';
import { Refusal } from '../refusals/refusal.js';
import { BLOCKS_MAX_COUNT } from '../text/budget.js';
import {
  BLANK,
  type FieldValues,
  type SUMMARY_FIELDS,
  SUMMARY_KEPT_FIELDS,
  SUMMARY_OWN_FIELDS,
  schemasOf,
  WHOLE_FIELDS,
} from './field_lists.js';
import { ID_PATTERN, LIST_PATTERN, type Status } from './wording/values.js';

/** More direct blockers than a person can check; a chain of tasks is not bounded. */
export const BLOCKED_BY_MAX_COUNT = 50;
/**
 * Opening or closing a task writes the count of open blockers of each task that waits for it, in the one
 * statement that decides it: a batch of 64 such writes must stay within a second or two.
 */
export const DEPENDENTS_MAX_COUNT = 500;

const closed = { additionalProperties: false } as const;
const taskId = Type.String({ pattern: ID_PATTERN, description: 'Task id: a decimal string, such as "5".' });
const taskIds = (description: string) => Type.Array(taskId, { description });

/** The subject comes first, where a reader looks for it. */
const summaryFields = {
  id: taskId,
  list: Type.String({ pattern: LIST_PATTERN, description: 'The list that the task belongs to.' }),
  ...schemasOf(['subject']),
  ...schemasOf(SUMMARY_OWN_FIELDS),
  blockedBy: taskIds('Every task that this one waits for, also closed and deleted ones, ascending.'),
  openBlockers: taskIds('Those of blockedBy that are still open, ascending.'),
  blocks: taskIds(`The tasks that wait for this one, ascending: the first ${BLOCKS_MAX_COUNT}.`),
  blocksCount: Type.Integer({ minimum: 0, description: 'How many tasks wait for this one.' }),
  ready: Type.Boolean({ description: 'True when the task is pending and no blocker is open.' }),
  ...schemasOf(SUMMARY_KEPT_FIELDS),
};

const Common = Type.Object(summaryFields);

/** A task as every door answers it. */
export const Task = Type.Object(
  { ...summaryFields, ...schemasOf(WHOLE_FIELDS) },
  { ...closed, description: 'A task.' },
);
export type Task = Static<typeof Task>;

/** A task in a page: without its description. */
export const TaskSummary = Type.Object(
  {
    ...summaryFields,
    hasDescription: Type.Boolean({ description: 'True when task_get shows a description.' }),
  },
  { ...closed, description: 'A task without its description.' },
);
export type TaskSummary = Static<typeof TaskSummary>;

const count = Type.Integer({ minimum: 0 });
/** How many tasks of a list have each status; deleted tasks are left out. */
export const Counts = Type.Object(
  { pending: count, in_progress: count, blocked: count, done: count, cancelled: count },
  { ...closed, description: 'How many tasks have each status; deleted tasks are left out.' },
);
export type Counts = Static<typeof Counts>;

/** The value of task_list. */
export interface Page {
  readonly list: string;
  readonly version: number;
  readonly counts: Counts;
  readonly tasks: readonly TaskSummary[];
  readonly nextCursor: string | null;
}

export const NO_TASKS: Counts = { pending: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 };

/** The own fields of one task, as its row keeps them. Times are RFC 3339 in UTC with milliseconds. */
export type TaskRecord = FieldValues;

/** The record of a new task, before anything is set: the first write makes it version 1. */
export function blankRecord(number: number, at: string, by: string): TaskRecord {
  return { number, ...BLANK, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
}

/** What a decision needs to know of a task that waits for the one it is about. */
export type DependentState = Pick<TaskRecord, 'number' | 'status' | 'openBlockers' | 'deletedAt'>;

/** What a decision needs to know of a task that it refers to. */
export type ReferenceState = DependentState & Pick<TaskRecord, 'version' | 'subject'>;

/** The edges of one task, as task numbers in ascending order. */
export interface TaskEdges {
  readonly blockedBy: readonly number[];
  readonly openBlockers: readonly number[];
  /** At least the first BLOCKS_MAX_COUNT. */
  readonly blocks: readonly number[];
  /** How many there are, where `blocks` holds only the first. */
  readonly blocksCount?: number;
}

/** The task record without its description, as a page reads it. */
export type SummaryRecord = SummaryValues & { readonly hasDescription: boolean };
type SummaryValues = FieldValues<(typeof SUMMARY_FIELDS)[number]>;

/** Most tasks wait for nothing, and a page makes many: a value is never changed, so they share it. */
const NO_IDS: string[] = [];

const toIds = (numbers: readonly number[]): string[] => (numbers.length === 0 ? NO_IDS : numbers.map(String));

/**
 * One object literal, since a page makes many: to copy by name costs three times as much. The compiler asks
 * for every field that the table says a summary has.
 */
function toCommon(list: string, record: SummaryValues, edges: TaskEdges): Static<typeof Common> {
  return {
    id: String(record.number),
    list,
    subject: record.subject,
    status: record.status,
    priority: record.priority,
    owner: record.owner,
    labels: [...record.labels],
    blockedBy: toIds(edges.blockedBy),
    openBlockers: toIds(edges.openBlockers),
    blocks: toIds(edges.blocks.slice(0, BLOCKS_MAX_COUNT)),
    blocksCount: edges.blocksCount ?? edges.blocks.length,
    ready: isReady(record),
    version: record.version,
    createdAt: record.createdAt,
    createdBy: record.createdBy,
    updatedAt: record.updatedAt,
    updatedBy: record.updatedBy,
    completedAt: record.completedAt,
    deletedAt: record.deletedAt,
  };
}

/** True when somebody can start on the task now; sql/0001 keeps the same predicate as an index. */
export function isReady(record: Pick<TaskRecord, 'status' | 'openBlockers' | 'deletedAt'>): boolean {
  return record.status === 'pending' && record.openBlockers === 0 && record.deletedAt === null;
}

/** The canonical value of a task. */
export function toTask(list: string, record: TaskRecord, edges: TaskEdges): Task {
  // Rows of before descriptions had to show something may hold an empty one, which is none.
  return Object.assign(toCommon(list, record, edges), { description: record.description || null });
}

/** The canonical value of a task in a page. */
export function toTaskSummary(list: string, record: SummaryRecord, edges: TaskEdges): TaskSummary {
  return Object.assign(toCommon(list, record, edges), { hasDescription: record.hasDescription });
}

const CLOSED: ReadonlySet<Status> = new Set(['done', 'cancelled']);
const NEEDS_CLEAR_WAY: ReadonlySet<Status> = new Set(['in_progress', 'done']);

/** done and cancelled are closed; only task_reopen leaves them. */
export function isClosed(status: Status): boolean {
  return CLOSED.has(status);
}

/** True when a task with this status must not wait for an open blocker. */
export function needsClearWay(status: Status): boolean {
  return NEEDS_CLEAR_WAY.has(status);
}

/** True while the task holds up those that wait for it. A deleted task holds up nobody. */
export function isOpen(task: Pick<TaskRecord, 'status' | 'deletedAt'>): boolean {
  return !isClosed(task.status) && task.deletedAt === null;
}

/** @throws Refusal ILLEGAL_TRANSITION when a closed task is to get another status by an update. */
export function requireLegalTransition(task: TaskRecord, to: Status): void {
  if (to === task.status || !isClosed(task.status)) return;
  const id = task.number;
  throw new Refusal(
    'ILLEGAL_TRANSITION',
    `#${id} is ${task.status}, which is closed; it cannot become ${to} by an update.`,
    {
      hint: `If the work on #${id} starts again, call task_reopen with id "${id}", expectedVersion ${task.version} and a reason.`,
    },
  );
}
