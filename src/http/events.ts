import { EVENTS_DEFAULT_COUNT, EventsQuery } from '../definitions/plain_routes.js';
import { parseMarkedVersion } from '../log/marked_version.js';
import type { Service } from '../service.js';
import type { App } from './app_type.js';
import { ListPath } from './lists.js';

/** The audit log of a list, in order. */
export function registerEvents(app: App, service: Service): void {
  const schema = { params: ListPath, querystring: EventsQuery };
  app.get('/v1/lists/:list/events', { schema }, async ({ params, query }) => {
    const { after = '0', limit = EVENTS_DEFAULT_COUNT } = query;
    return service.events(params.list, { after: parseMarkedVersion(after), limit });
  });
}
