import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FieldChange } from '../../log/definition.js';
import { CATALOG, type ErrorCode } from '../../refusals/catalog.js';
import type { Refusal } from '../../refusals/refusal.js';
import { StringEnum, Text } from '../../schema/kinds.js';
import { cut } from '../../text/quoting.js';
import { HistoryEntry, type HistoryPage } from '../changes.js';
import { Counts, type Page, Task, TaskSummary } from '../task.js';
import { ID_PATTERN } from '../wording/values.js';
import { type Effects, shortSubject } from './line.js';
import { boundedChanges } from './page.js';

/** What a screen draws. A client chooses by `card`, never by the name of the tool that answered. */
export type Card = TaskCard | TasksCard | DiffCard | TimelineCard | ProblemCard;

/** One task, whole. */
export interface TaskCard {
  readonly card: 'task';
  readonly title: string;
  readonly task: Task;
}

/** A page of tasks. `truncated` is true when there are more than the `count` shown. */
export interface TasksCard {
  readonly card: 'tasks';
  readonly title: string;
  readonly list: string;
  readonly version: number;
  readonly counts: Counts;
  readonly tasks: readonly TaskSummary[];
  readonly count: number;
  readonly truncated: boolean;
}

/** What a write changed in one task, field by field, and what it did to the tasks that wait for it. */
export interface DiffCard {
  readonly card: 'diff';
  readonly title: string;
  readonly task: Task;
  readonly changes: readonly FieldChange[];
  /** The first of them, as in the value, and how many there are. */
  readonly unblocked: readonly string[];
  readonly unblockedCount: number;
  readonly blockedAgain: readonly string[];
  readonly blockedAgainCount: number;
}

/** What happened to one task, newest first. `truncated` is true when there are more than `count`. */
export interface TimelineCard {
  readonly card: 'timeline';
  readonly title: string;
  readonly entries: readonly HistoryEntry[];
  readonly count: number;
  readonly truncated: boolean;
}

export interface ProblemCard {
  readonly card: 'problem';
  readonly code: ErrorCode;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  readonly retryable: boolean;
}

/** Of a detail or a hint: a long sentence. What a caller sent and a message repeats is cut with it. */
const SENTENCE_MAX_BYTES = 600;

const heading = (task: Task): string => `#${task.id} ${shortSubject(task.subject)}`;

/** One task as it is. */
export function taskCard(task: Task): TaskCard {
  return { card: 'task', title: heading(task), task };
}

/** One task after a write, and what the write did. */
export function diffCard(task: Task, effects: Effects = {}): DiffCard {
  const { changes = [], unblocked = [], blockedAgain = [] } = effects;
  const { unblockedCount = unblocked.length, blockedAgainCount = blockedAgain.length } = effects;
  return {
    card: 'diff',
    title: heading(task),
    task,
    changes: boundedChanges(changes),
    unblocked,
    unblockedCount,
    blockedAgain,
    blockedAgainCount,
  };
}

export function tasksCard({ list, version, counts, tasks, nextCursor }: Page): TasksCard {
  const title = `Tasks of ${list}`;
  return {
    card: 'tasks',
    title,
    list,
    version,
    counts,
    tasks,
    count: tasks.length,
    truncated: nextCursor !== null,
  };
}

export function timelineCard({ entries, nextCursor }: HistoryPage): TimelineCard {
  const newest = entries[0];
  const title = newest ? `History of #${newest.id}` : 'History';
  return { card: 'timeline', title, entries, count: entries.length, truncated: nextCursor !== null };
}

export function problemCard({ code, message, extras }: Refusal): ProblemCard {
  const { title, hint, retryable } = CATALOG[code];
  return {
    card: 'problem',
    code,
    title,
    detail: cut(message, SENTENCE_MAX_BYTES),
    hint: cut(extras.hint ?? hint, SENTENCE_MAX_BYTES),
    retryable,
  };
}

// The schemas of the cards that a call answers; that of a problem stands with the problem.

const closed = { additionalProperties: false } as const;
const title = Text({ description: 'A heading, on one line.' });
const count = Type.Integer({ minimum: 0, description: 'How many are shown.' });
const effectCount = Type.Integer({ minimum: 0, description: 'How many there are.' });
const truncated = Type.Boolean({ description: 'True when there are more than those shown.' });
const taskIds = (description: string) => Type.Array(Text({ pattern: ID_PATTERN }), { description });

const TaskCardSchema = Type.Object(
  { card: StringEnum(['task']), title, task: Task },
  { ...closed, description: 'One task, whole.' },
);

const TasksCardSchema = Type.Object(
  {
    card: StringEnum(['tasks']),
    title,
    list: Text({ description: 'The list.' }),
    version: Type.Integer({ minimum: 0, description: 'List version that the page was read at.' }),
    counts: Counts,
    tasks: Type.Array(TaskSummary),
    count,
    truncated,
  },
  { ...closed, description: 'A page of tasks.' },
);

const DiffCardSchema = Type.Object(
  {
    card: StringEnum(['diff']),
    title,
    task: Task,
    changes: Type.Array(HistoryEntry.properties.changes.items, {
      description: 'What the write changed, field by field.',
    }),
    unblocked: taskIds('Tasks that wait for no open task any more, as in the value.'),
    unblockedCount: effectCount,
    blockedAgain: taskIds('Tasks that wait for this one again, as in the value.'),
    blockedAgainCount: effectCount,
  },
  { ...closed, description: 'One task after a write, and what the write did.' },
);

const TimelineCardSchema = Type.Object(
  { card: StringEnum(['timeline']), title, entries: Type.Array(HistoryEntry), count, truncated },
  { ...closed, description: 'What happened to one task, newest first.' },
);

type AnsweredCard = Exclude<Card, ProblemCard>;

/** By the word in `card`, which tells them apart. */
export const CARD_SCHEMAS = {
  task: TaskCardSchema,
  tasks: TasksCardSchema,
  diff: DiffCardSchema,
  timeline: TimelineCardSchema,
} as const satisfies Record<AnsweredCard['card'], TSchema>;

/** Does not compile when a schema and the type of its card differ. */
type Same<A, B> = [DeepReadonly<A>, DeepReadonly<B>] extends [DeepReadonly<B>, DeepReadonly<A>]
  ? true
  : never;
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
true satisfies Same<Static<typeof TaskCardSchema>, TaskCard>;
true satisfies Same<Static<typeof TasksCardSchema>, TasksCard>;
true satisfies Same<Static<typeof DiffCardSchema>, DiffCard>;
true satisfies Same<Static<typeof TimelineCardSchema>, TimelineCard>;
