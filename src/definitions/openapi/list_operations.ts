import type { TObject } from '@sinclair/typebox';
import { formatMarkedVersion } from '../../log/marked_version.js';
import { toHistoryEntry } from '../../tasks/history.js';
import { EXAMPLE_LIST_NAME, EXAMPLE_MARK } from '../example_list.js';
import { LAST_STATE } from '../examples.js';
import { EventsQuery, ListsQuery } from '../plain_routes.js';
import { CALL_REFUSALS } from '../refusals.js';
import { toJsonSchema } from '../schema.js';
import { type GetSpec, getOperation } from './get_operation.js';
import { parameterRefs, toParameters } from './parameters.js';
import { type Part, refer } from './part.js';
import type { ProblemResponses } from './responses.js';
import { notModifiedWith, type Paths } from './tool_operations.js';

const JSON_TYPE = 'application/json';

/** The routes that read the heads of lists and their events. */
export function listPaths(problems: ProblemResponses): Paths {
  return {
    '/v1/lists': getOperation(problems, LIST_LISTS),
    '/v1/lists/{list}': getOperation(problems, GET_LIST),
    '/v1/lists/{list}/events': getOperation(problems, LIST_EVENTS),
  };
}

function query(schema: TObject, example: Part): Part[] {
  return toParameters('query', toJsonSchema(schema).properties ?? {}, [example]);
}

const { head } = LAST_STATE.rows;
const EXAMPLE_CURSOR = formatMarkedVersion({ version: head.version, mark: EXAMPLE_MARK });
const EXAMPLE_HEAD = {
  list: EXAMPLE_LIST_NAME,
  version: head.version,
  cursor: EXAMPLE_CURSOR,
  counts: head.counts,
};
/** The example asks for the events after this one. */
const EXAMPLE_AFTER = head.version - 2;
const EXAMPLE_AFTER_CURSOR = formatMarkedVersion({ version: EXAMPLE_AFTER, mark: EXAMPLE_MARK });

const LIST_LISTS: GetSpec = {
  operationId: 'list_lists',
  summary: 'List the lists',
  description: 'The lists that were written to, by name, as far as the key reaches.',
  tag: 'lists',
  parameters: query(ListsQuery, { limit: 50 }),
  answers: 'A page of lists.',
  type: JSON_TYPE,
  schema: refer('schemas', 'ListPage'),
  example: { lists: [EXAMPLE_HEAD], nextCursor: null },
  refusals: CALL_REFUSALS,
};

const GET_LIST: GetSpec = {
  operationId: 'get_list',
  summary: 'Read the head of a list',
  description: 'The version of a list and how many of its tasks have each status.',
  tag: 'lists',
  parameters: parameterRefs(['List', 'IfNoneMatch']),
  answers: 'The head.',
  type: JSON_TYPE,
  schema: refer('schemas', 'ListHead'),
  example: EXAMPLE_HEAD,
  headers: ['ListETag', 'PrivateRevalidate'],
  notModified: notModifiedWith(['ListETag', 'PrivateRevalidate']),
  refusals: CALL_REFUSALS,
};

const LIST_EVENTS: GetSpec = {
  operationId: 'list_events',
  summary: 'Read the events of a list',
  description: [
    'The audit rows of a list in order, from any list version on. Go on with after set to the cursor of the answer;',
    'when the last event has the version of the answer, there are no more yet.',
  ].join(' '),
  tag: 'lists',
  parameters: [...parameterRefs(['List']), ...query(EventsQuery, { after: EXAMPLE_AFTER_CURSOR, limit: 50 })],
  answers: 'A page of events.',
  type: JSON_TYPE,
  schema: refer('schemas', 'EventPage'),
  example: {
    events: LAST_STATE.entries.slice(EXAMPLE_AFTER).map(toHistoryEntry),
    version: head.version,
    cursor: EXAMPLE_CURSOR,
  },
  refusals: ['CURSOR_UNKNOWN', ...CALL_REFUSALS],
};
