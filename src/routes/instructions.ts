import { Type } from '@sinclair/typebox';
import { Text } from '../schema/kinds.js';
import { defineRoute } from './route.js';
import { findToolsetConflict, TOOLSET_QUERY, tierOf } from './toolset.js';

const closed = { additionalProperties: false } as const;

const InstructionsQuery = Type.Object(TOOLSET_QUERY, closed);

const Instructions = Type.Object(
  {
    instructions: Text({ description: 'What the system prompt of an agent should hold, to the letter.' }),
    prompts: Type.Array(
      Type.Object(
        {
          name: Text({ description: 'The name to ask for it by.' }),
          title: Text({ description: 'The name to show.' }),
          description: Text({ description: 'What it is for.' }),
          text: Text({ description: 'What to send.' }),
        },
        { ...closed, description: 'A prompt without arguments.' },
      ),
      { description: 'Texts to send when they are asked for, in a fixed order.' },
    ),
    digest: Text({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of instructions in UTF-8, in hexadecimal: what to pin.',
    }),
  },
  { ...closed, description: 'What holds an agent to its tools.' },
);

/** What an agent should be told: as JSON, or the block for its system prompt as text. */
export const getInstructions = defineRoute({
  method: 'GET',
  path: '/v1/instructions',
  operationId: 'get_instructions',
  summary: 'Read what an agent should be told',
  description: [
    'A block for the system prompt that holds a model to the tools, and the prompts to send by name. They change with the',
    'version of the service only, so that they never spoil a prompt cache.',
  ].join(' '),
  tag: 'tools',
  query: InstructionsQuery,
  check: findToolsetConflict,
  answers: {
    says: 'The instructions; with Accept: text/plain the block alone.',
    type: 'application/json',
    schema: Instructions,
  },
  kept: { what: 'instructions', by: 'bytes' },
  schemas: { Instructions },
  example({ definitions }) {
    const { page, block } = definitions.instructions('core');
    return { query: { toolset: 'core', tier: 'core' }, answer: JSON.parse(page.bytes), text: block.bytes };
  },
  handle({ definitions }, { query }) {
    const { page, block } = definitions.instructions(tierOf(query));
    return { body: page.bytes, etags: [page.etag], text: block };
  },
});
