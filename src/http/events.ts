import { Type } from '@sinclair/typebox';
import { VERSION_MAX } from '../domain/task.js';
import type { Service } from '../service.js';
import type { App } from './app_type.js';
import { ListPath } from './lists.js';

/** A page of usual events stays under 1 MB. */
const EVENTS_MAX_COUNT = 1_000;
const EVENTS_DEFAULT_COUNT = 100;

const EventsQuery = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: VERSION_MAX,
        description: `List version after which to begin, 0 to ${VERSION_MAX}; 0 when not given.`,
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
  { additionalProperties: false },
);

/** The audit log of a list, in order. */
export function registerEvents(app: App, service: Service): void {
  const schema = { params: ListPath, querystring: EventsQuery };
  app.get('/v1/lists/:list/events', { schema }, async ({ params, query }) => {
    const { after = 0, limit = EVENTS_DEFAULT_COUNT } = query;
    return service.events(params.list, { after, limit });
  });
}
