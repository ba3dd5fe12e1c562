import { Type } from '@sinclair/typebox';
import { MARKED_VERSION_PATTERN } from '../log/marked_version.js';
import { NullableText, Text } from '../schema/kinds.js';
import { Counts } from '../tasks/task.js';
import { cursor, limit, PAGE_DEFAULT_ENTRIES } from '../tasks/tools/arguments.js';
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
