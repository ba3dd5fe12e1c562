import { type Part, refer } from './part.js';

const flag = { type: 'boolean' };
const open = { type: 'object', additionalProperties: true };

/**
 * What GET /v1/tools answers for one tool. Its two schemas are JSON Schema themselves, of which nothing is
 * said here.
 */
export const TOOL_DEFINITION: Part = {
  type: 'object',
  description: 'A tool as a model runtime registers it.',
  properties: {
    name: { type: 'string', description: 'The name to call it by.', pattern: '^[a-z][a-z0-9_]{0,39}$' },
    title: { type: 'string', description: 'The name to show.' },
    description: { type: 'string', description: 'What the model reads of it.' },
    inputSchema: { ...open, description: 'JSON Schema of the arguments.' },
    outputSchema: { ...open, description: 'JSON Schema of the value.' },
    annotations: {
      type: 'object',
      description: 'What a runtime may assume before it calls the tool.',
      properties: { readOnlyHint: flag, destructiveHint: flag, idempotentHint: flag, openWorldHint: flag },
      required: ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'],
      additionalProperties: false,
    },
  },
  required: ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  additionalProperties: false,
};

export const TOOL_DEFINITIONS: Part = {
  type: 'object',
  description: 'Every tool.',
  properties: { tools: { type: 'array', items: refer('schemas', 'ToolDefinition') } },
  required: ['tools'],
  additionalProperties: false,
};
