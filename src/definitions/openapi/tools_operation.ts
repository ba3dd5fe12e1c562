import { CALL_REFUSALS } from '../refusals.js';
import { toJsonSchema } from '../schema.js';
import { readToolsQuery, ToolsQuery } from '../tools_query.js';
import { toDefinitions } from '../vendors/answer.js';
import { TOOL_FORMATS } from '../vendors/limits.js';
import { type GetSpec, getOperation } from './get_operation.js';
import { headerRefs } from './headers.js';
import { toParameters } from './parameters.js';
import { type Part, refer } from './part.js';
import type { ProblemResponses } from './responses.js';
import type { Paths } from './route_operations.js';

/** The route that reads tool definitions in the form of a vendor. */
export function toolDefinitionPaths(problems: ProblemResponses): Paths {
  return { '/v1/tools': getOperation(problems, LIST_TOOLS) };
}

const KNOWN: Part = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the definitions as you last saw them. When they are still the same, 304 answers.',
  schema: { type: 'string' },
  example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
};

const EXAMPLE_QUERY = {
  format: 'anthropic',
  strict: true,
  tier: 'core',
  tools: 'task_get,task_list',
  defer: true,
};

/** One small tool in each format shows what differs. */
const EXAMPLES = TOOL_FORMATS.map((format): [string, Part] => [
  format,
  { summary: format, value: toDefinitions(readToolsQuery({ format, tools: 'task_get' })) },
]);

const LIST_TOOLS: GetSpec = {
  operationId: 'list_tools',
  summary: 'List the tool definitions',
  description: [
    'The tools with their prompt text and their schemas, in the form that a vendor takes: put tools into the request to the',
    'model as it is. They change with the version of the service only.',
  ].join(' '),
  tag: 'tools',
  parameters: [...toParameters('query', toJsonSchema(ToolsQuery).properties ?? {}, [EXAMPLE_QUERY]), KNOWN],
  answers: 'The definitions, in the order of the registry whatever is asked for.',
  type: 'application/json',
  schema: refer('schemas', 'ToolDefinitions'),
  examples: Object.fromEntries(EXAMPLES),
  headers: ['TextETag', 'Revalidate'],
  notModified: {
    description: 'The definitions are still those that If-None-Match names.',
    headers: headerRefs(['TextETag', 'Revalidate']),
  },
  refusals: CALL_REFUSALS,
};
