import { Type } from '@sinclair/typebox';
import { MARKED_VERSION_PATTERN, parseMarkedVersion } from '../log/marked_version.js';
import { advised } from '../schema/advice.js';
import { NullableText, Text } from '../schema/kinds.js';
import { HistoryEntry } from '../tasks/changes.js';
import { Counts } from '../tasks/task.js';
import { cursor, limit, PAGE_DEFAULT_ENTRIES } from '../tasks/tools/arguments.js';
import { LIMIT_ADVICE } from '../tasks/wording/arguments.js';
import { tokenIn } from '../tasks/wording/printed.js';
import { LIST_PATTERN } from '../tasks/wording/values.js';
import { defineRoute, ListPath } from './route.js';

const closed = { additionalProperties: false } as const;

export const ListsQuery = Type.Object({ limit: Type.Optional(limit), cursor: Type.Optional(cursor) }, closed);

const ListHead = Type.Object(
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

const ListPage = Type.Object(
  {
    lists: Type.Array(ListHead, { description: 'The lists that were written to, by name.' }),
    nextCursor: NullableText({ description: 'Send it as cursor for the next page; null on the last page.' }),
  },
  { ...closed, description: 'A page of lists.' },
);

export const listLists = defineRoute({
  method: 'GET',
  path: '/v1/lists',
  operationId: 'list_lists',
  summary: 'List the lists',
  description: 'The lists that were written to, by name, as far as the key reaches.',
  tag: 'lists',
  query: ListsQuery,
  answers: { says: 'A page of lists.', type: 'application/json', schema: ListPage },
  schemas: { ListHead, ListPage },
  example: ({ head }) => ({ query: { limit: 50 }, answer: { lists: [head], nextCursor: null } }),
  async handle({ service }, { query, reaches }) {
    const { cursor: after = null, limit: entries = PAGE_DEFAULT_ENTRIES } = query;
    return { body: await service.lists({ cursor: after, limit: entries, reaches }) };
  },
});

export const getList = defineRoute({
  method: 'GET',
  path: '/v1/lists/:list',
  operationId: 'get_list',
  summary: 'Read the head of a list',
  description: 'The version of a list and how many of its tasks have each status.',
  tag: 'lists',
  parameters: ListPath,
  noQuery: 'it answers the whole head of the list, and nothing narrows it',
  answers: { says: 'The head.', type: 'application/json', schema: ListHead },
  kept: { what: 'list', by: 'list version' },
  example: ({ head }) => ({ answer: head }),
  async handle({ service }, { parameters }) {
    const head = await service.head(parameters.list);
    // A list version without its mark is taken, unchecked.
    return { body: head, etags: [`"${head.cursor}"`, `"${head.version}"`] };
  },
});

/** A page of usual events stays under 1 MB. */
const EVENTS_MAX_COUNT = 1_000;
const EVENTS_DEFAULT_COUNT = 100;

export const EventsQuery = Type.Object(
  {
    after: Type.Optional(
      advised(
        Text({
          pattern: MARKED_VERSION_PATTERN,
          description:
            'Only events after this: the cursor of an earlier answer, or a bare list version; 0 when not given.',
        }),
        { meant: tokenIn },
      ),
    ),
    limit: Type.Optional(
      advised(
        Type.Integer({
          minimum: 1,
          maximum: EVENTS_MAX_COUNT,
          description: `How many at most, 1 to ${EVENTS_MAX_COUNT}; ${EVENTS_DEFAULT_COUNT} when not given.`,
        }),
        LIMIT_ADVICE,
      ),
    ),
  },
  closed,
);

const EventPage = Type.Object(
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

/** The audit log of a list, in order. */
export const listEvents = defineRoute({
  method: 'GET',
  path: '/v1/lists/:list/events',
  operationId: 'list_events',
  summary: 'Read the events of a list',
  description: [
    'The audit rows of a list in order, from any list version on. Go on with after set to the cursor of the answer;',
    'when the last event has the version of the answer, there are no more yet.',
  ].join(' '),
  tag: 'lists',
  parameters: ListPath,
  query: EventsQuery,
  answers: { says: 'A page of events.', type: 'application/json', schema: EventPage },
  schemas: { EventPage },
  refusals: ['CURSOR_UNKNOWN'],
  example({ head: { version, cursor }, events, cursorAt }) {
    const shown = events.slice(-2);
    const query = { after: cursorAt(version - shown.length), limit: 50 };
    return { query, answer: { events: shown, version, cursor } };
  },
  async handle({ service }, { parameters, query }) {
    const { after = '0', limit = EVENTS_DEFAULT_COUNT } = query;
    return { body: await service.events(parameters.list, { after: parseMarkedVersion(after), limit }) };
  },
});
