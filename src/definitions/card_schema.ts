import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { StringEnum, Text } from '../schema/kinds.js';
import { HistoryEntry } from '../tasks/history.js';
import { Counts, ID_PATTERN, Task, TaskSummary } from '../tasks/task.js';
import type { Card, DiffCard, ProblemCard, TaskCard, TasksCard, TimelineCard } from '../tasks/views/cards.js';

/**
 * The schemas of the cards that a call answers (views/card.ts); that of a problem stands with the problem.
 */

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
