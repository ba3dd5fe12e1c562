import { instructionsPage } from '../instructions.js';
import { InstructionsQuery } from '../plain_routes.js';
import { CALL_REFUSALS } from '../refusals.js';
import { toJsonSchema } from '../schema.js';
import { type GetSpec, getOperation } from './get_operation.js';
import { headerRefs } from './headers.js';
import { toParameters } from './parameters.js';
import { type Part, refer } from './part.js';
import type { ProblemResponses } from './responses.js';
import type { Paths } from './route_operations.js';

/** The route that reads what an agent has to be told. */
export function instructionsPaths(problems: ProblemResponses): Paths {
  return { '/v1/instructions': getOperation(problems, GET_INSTRUCTIONS) };
}

const KNOWN: Part = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The ETag of the instructions as you last saw them. When they are still the same, 304 answers.',
  schema: { type: 'string' },
  example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
};

const EXAMPLE = instructionsPage('core');

const GET_INSTRUCTIONS: GetSpec = {
  operationId: 'get_instructions',
  summary: 'Read what an agent should be told',
  description: [
    'A block for the system prompt that holds a model to the tools, and the prompts to send by name. They change with the',
    'version of the service only, so that they never spoil a prompt cache.',
  ].join(' '),
  tag: 'tools',
  parameters: [
    ...toParameters('query', toJsonSchema(InstructionsQuery).properties ?? {}, [{ tier: 'core' }]),
    KNOWN,
  ],
  answers: 'The instructions; with Accept: text/plain the block alone.',
  type: 'application/json',
  schema: refer('schemas', 'Instructions'),
  example: EXAMPLE,
  text: EXAMPLE.instructions,
  headers: ['TextETag', 'Revalidate'],
  notModified: {
    description: 'The instructions are still those that If-None-Match names.',
    headers: headerRefs(['TextETag', 'Revalidate']),
  },
  refusals: CALL_REFUSALS,
};
