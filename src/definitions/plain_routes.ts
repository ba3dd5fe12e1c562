import { type Static, Type } from '@sinclair/typebox';
import { MARKED_VERSION_PATTERN } from '../log/marked_version.js';
import { NullableText, StringEnum, Text } from '../schema/kinds.js';
import { HistoryEntry } from '../tasks/history.js';
import { Counts, LIST_PATTERN } from '../tasks/task.js';
import { cursor, limit } from '../tasks/tools/arguments.js';
import { TIERS } from '../tools/tool.js';

/**
 * What the routes that are no tools take and answer. The doors compile the queries into gates, so that these
 * routes refuse as the tools do.
 */

const closed = { additionalProperties: false } as const;

export const ListsQuery = Type.Object({ limit: Type.Optional(limit), cursor: Type.Optional(cursor) }, closed);
export type ListsQuery = Static<typeof ListsQuery>;

/** A page of usual events stays under 1 MB. */
export const EVENTS_MAX_COUNT = 1_000;
export const EVENTS_DEFAULT_COUNT = 100;

export const EventsQuery = Type.Object(
  {
    after: Type.Optional(
      Text({
        pattern: MARKED_VERSION_PATTERN,
        description:
          'Only events after this: the cursor of an earlier answer, or a bare list version; 0 when not given.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: EVENTS_MAX_COUNT,
        description: `How many at most, 1 to ${EVENTS_MAX_COUNT}; ${EVENTS_DEFAULT_COUNT} when not given.`,
      }),
    ),
  },
  closed,
);
export type EventsQuery = Static<typeof EventsQuery>;

export const ListHeadSchema = Type.Object(
  {
    list: Text({ pattern: LIST_PATTERN, description: 'The list.' }),
    version: Type.Integer({ minimum: 0, description: 'List version; 0 before the first write.' }),
    cursor: Text({
      pattern: MARKED_VERSION_PATTERN,
      description: 'The version with a mark of its history: send it as after to follow the list from here.',
    }),
    counts: Counts,
  },
  { ...closed, description: 'The head of a list.' },
);

export const ListPageSchema = Type.Object(
  {
    lists: Type.Array(ListHeadSchema, { description: 'The lists that were written to, by name.' }),
    nextCursor: NullableText({ description: 'Send it as cursor for the next page; null on the last page.' }),
  },
  { ...closed, description: 'A page of lists.' },
);

export const EventPageSchema = Type.Object(
  {
    events: Type.Array(HistoryEntry, { description: 'In order, the oldest first.' }),
    version: Type.Integer({
      minimum: 0,
      description: 'List version; when the last event has it, there are no more yet.',
    }),
    cursor: Text({
      pattern: MARKED_VERSION_PATTERN,
      description:
        'Send it as after for the events that follow; it is refused once the list has another history.',
    }),
  },
  { ...closed, description: 'A page of the events of a list.' },
);

export const HealthSchema = Type.Object(
  { status: StringEnum(['ok'], { description: 'ok' }) },
  { ...closed, description: 'The service is well.' },
);

export const InstructionsQuery = Type.Object(
  {
    tier: Type.Optional(
      StringEnum(TIERS, { description: 'For the tools of this tier only; for every tool when not given.' }),
    ),
  },
  closed,
);
export type InstructionsQuery = Static<typeof InstructionsQuery>;

export const InstructionsSchema = Type.Object(
  {
    instructions: Text({ description: 'What the system prompt of an agent should hold, to the letter.' }),
    prompts: Type.Array(
      Type.Object(
        {
          name: Text({ description: 'The name to ask for it by.' }),
          title: Text({ description: 'The name to show.' }),
          description: Text({ description: 'What it is for.' }),
          text: Text({ description: 'What to send.' }),
        },
        { ...closed, description: 'A prompt without arguments.' },
      ),
      { description: 'Texts to send when they are asked for, in a fixed order.' },
    ),
    digest: Text({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of instructions in UTF-8, in hexadecimal: what to pin.',
    }),
  },
  { ...closed, description: 'What holds an agent to its tools.' },
);
export type InstructionsPage = Static<typeof InstructionsSchema>;
