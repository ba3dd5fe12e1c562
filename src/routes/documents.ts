import { Type } from '@sinclair/typebox';
import { Text } from '../schema/kinds.js';
import { defineRoute, findToolsetConflict, TOOLSET_QUERY, tierOf } from './route.js';

/** The OpenAPI document names the address where its reader found it, so nobody keeps it. */

export const openapiJson = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  elsewhere: ['openapi', 'swagger.json', 'api-docs'],
  operationId: 'openapi_json',
  summary: 'This document as JSON',
  tag: 'service',
  answers: {
    says: 'The document.',
    type: 'application/json',
    schema: Type.Unsafe({ type: 'object', additionalProperties: true }),
  },
  example: () => ({
    answer: { openapi: '3.1.1', info: { title: 'Tasklatch', version: '0.1.0' }, paths: {} },
  }),
  handle: ({ document }, { address }) => ({ body: document('json', address()) }),
});

export const openapiYaml = defineRoute({
  method: 'GET',
  path: '/openapi.yaml',
  elsewhere: ['openapi.yml', 'swagger.yaml'],
  operationId: 'openapi_yaml',
  summary: 'This document as YAML',
  tag: 'service',
  answers: { says: 'The document.', type: 'application/yaml', schema: Type.String() },
  example: () => ({ answer: 'openapi: 3.1.1\n' }),
  handle: ({ document }, { address }) => ({ body: document('yaml', address()) }),
});

export const docs = defineRoute({
  method: 'GET',
  path: '/docs',
  elsewhere: ['doc', 'swagger', 'redoc'],
  operationId: 'docs',
  summary: 'This document as a page',
  tag: 'service',
  answers: {
    says: 'A page to read the document and to try it out.',
    type: 'text/html',
    schema: Type.String(),
  },
  example: () => ({ answer: '<!DOCTYPE html>' }),
});

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
