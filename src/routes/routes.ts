import { docs, openapiJson, openapiYaml } from './documents.js';
import { listEvents } from './events.js';
import { livez, readyz } from './health.js';
import { getInstructions } from './instructions.js';
import { getList, listLists } from './lists.js';
import { metrics } from './metrics.js';
import type { Route } from './route.js';
import { listTools } from './tool_definitions.js';

/** Every route that is no tool. The order is that of the schemas in the OpenAPI document. */
export const ROUTES: readonly Route[] = [
  ...[listLists, getList, listEvents],
  ...[livez, readyz, metrics, openapiJson, openapiYaml, docs],
  ...[getInstructions, listTools],
];
