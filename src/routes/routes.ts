import { listEvents } from './events.js';
import { getList, listLists } from './lists.js';
import type { Route } from './route.js';

/** Every route that is no tool. The order is that of the schemas in the OpenAPI document. */
export const ROUTES: readonly Route[] = [listLists, getList, listEvents];
