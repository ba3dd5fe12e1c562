import { Type } from '@sinclair/typebox';
import { ListsQuery } from '../definitions/plain_routes.js';
import { Text } from '../schema/kinds.js';
import type { Service } from '../service.js';
import { LIST_PATTERN } from '../tasks/task.js';
import { PAGE_DEFAULT_ENTRIES } from '../tasks/tools/arguments.js';
import type { App } from './app_type.js';
import { isKnown, KEPT_BY_CALLER, sendNotModified, toEtag } from './negotiation.js';
import { refuseQuery } from './read_arguments.js';

export const ListPath = Type.Object(
  { list: Text({ pattern: LIST_PATTERN, description: 'List name.' }) },
  { additionalProperties: false },
);

/** The names of the lists that the caller reaches, and the head of one list. */
export function registerLists(app: App, service: Service): void {
  app.get('/v1/lists', { schema: { querystring: ListsQuery } }, async ({ query, reaches }) => {
    return service.lists({
      cursor: query.cursor ?? null,
      limit: query.limit ?? PAGE_DEFAULT_ENTRIES,
      reaches,
    });
  });

  app.get('/v1/lists/:list', { schema: { params: ListPath } }, async (request, reply) => {
    refuseQuery(request, 'it answers the whole head of the list, and nothing narrows it');
    const head = await service.head(request.params.list);
    const etag = toEtag(head.cursor);
    reply.headers({ etag, ...KEPT_BY_CALLER });
    // A list version without its mark is taken, unchecked.
    return isKnown(request, etag, toEtag(head.version)) ? sendNotModified(reply) : head;
  });
}
