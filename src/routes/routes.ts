import { docs, getInstructions, openapiJson, openapiYaml } from './documents.js';
import { getList, listEvents, listLists } from './lists.js';
import { livez, metrics, readyz } from './probes.js';
import type { Route } from './route.js';
import { listTools } from './tool_definitions.js';

/** Every route that is no tool. The order is that of the schemas in the OpenAPI document. */
export const ROUTES: readonly Route[] = [
  ...[listLists, getList, listEvents],
  ...[livez, readyz, metrics, openapiJson, openapiYaml, docs],
  ...[getInstructions, listTools],
];
