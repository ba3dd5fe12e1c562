import { type Static, Type } from '@sinclair/typebox';
import { Refusal } from '../refusals/refusal.js';
import { NullableText, StringEnum } from '../schema/kinds.js';
import { BLOCKS_MAX_COUNT } from '../text/budget.js';

export const STATUSES = ['pending', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** From the most to the least pressing: the order of `order: "priority"`. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Nine digits fit a Postgres integer. */
export const ID_PATTERN = '^[1-9][0-9]{0,8}$';
/** A name that is safe in a URL path and short enough for an index key. */
export const LIST_PATTERN = '^[a-z0-9][a-z0-9._-]{0,99}$';
const LIST_NAME = new RegExp(LIST_PATTERN, 'u');

/** True for a name that a list can have. */
export const isListName = (name: string): boolean => LIST_NAME.test(name);

export const LABEL_PATTERN = '^[a-z0-9][a-z0-9._/-]{0,49}$';

/** One line that a person takes in at a glance; text views cut it further. */
export const SUBJECT_MAX_CODE_POINTS = 200;
export const OWNER_MAX_CODE_POINTS = 100;
/** About 2,500 tokens: what a model can be asked to read with one task. */
export const DESCRIPTION_MAX_CODE_POINTS = 10_000;
export const LABELS_MAX_COUNT = 20;
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
const time = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$',
    description: `${description} (UTC, RFC 3339, milliseconds).`,
  });
const orNull = (description: string) => NullableText({ description });

const summaryFields = {
  id: taskId,
  list: Type.String({ pattern: LIST_PATTERN, description: 'The list that the task belongs to.' }),
  subject: Type.String({ description: 'What is to be done, on one line.' }),
  status: StringEnum(STATUSES, { description: 'done and cancelled are closed; the others are open.' }),
  priority: StringEnum(PRIORITIES, { description: 'normal unless somebody set another.' }),
  owner: orNull('Who works on it, or null.'),
  labels: Type.Array(Type.String({ pattern: LABEL_PATTERN }), {
    description: 'Labels in the order they were given.',
  }),
  blockedBy: taskIds('Every task that this one waits for, also closed and deleted ones, ascending.'),
  openBlockers: taskIds('Those of blockedBy that are still open, ascending.'),
  blocks: taskIds(`The tasks that wait for this one, ascending: the first ${BLOCKS_MAX_COUNT}.`),
  blocksCount: Type.Integer({ minimum: 0, description: 'How many tasks wait for this one.' }),
  ready: Type.Boolean({ description: 'True when the task is pending and no blocker is open.' }),
  version: Type.Integer({
    minimum: 1,
    description: 'Task version: what the next write names as expectedVersion.',
  }),
  createdAt: time('When the task was created'),
  createdBy: Type.String({ description: 'Who created it.' }),
  updatedAt: time('When a field of the task last changed'),
  updatedBy: Type.String({ description: 'Who changed it last.' }),
  completedAt: orNull('When the task became done, or null.'),
  deletedAt: orNull('When the task was deleted, or null.'),
};

/** A task as every door answers it. */
export const Task = Type.Object(
  { ...summaryFields, description: orNull('Free text, verbatim, or null.') },
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

export const NO_TASKS: Counts = { pending: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 };

/** The own fields of one task, as its row keeps them. Times are RFC 3339 in UTC with milliseconds. */
export interface TaskRecord {
  readonly number: number;
  readonly version: number;
  readonly status: Status;
  readonly subject: string;
  readonly description: string | null;
  readonly priority: Priority;
  readonly owner: string | null;
  readonly labels: readonly string[];
  /** How many of its blockers are open; kept by the append that opens or closes a blocker. */
  readonly openBlockers: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly completedAt: string | null;
  readonly deletedAt: string | null;
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
export type SummaryRecord = Omit<TaskRecord, 'description'> & { readonly hasDescription: boolean };

const toIds = (numbers: readonly number[]): string[] => numbers.map(String);

/** One object literal, since a page makes many: spreading costs as much as the rest of it. */
function toCommon(list: string, record: Omit<TaskRecord, 'description'>, edges: TaskEdges) {
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
