import { TOOL_FORMATS, type ToolFormat } from '../../tools/formats.js';
import { type Part, pascalCase, refer } from './components.js';

const flag: Part = { type: 'boolean' };
const open: Part = { type: 'object', additionalProperties: true };
const TOOL_NAME: Part = {
  type: 'string',
  description: 'The name to call it by.',
  pattern: '^[a-z][a-z0-9_]{0,39}$',
};
const DESCRIPTION: Part = { type: 'string', description: 'What the model reads of it.' };
const ARGUMENTS: Part = { ...open, description: 'Schema of the arguments.' };
const DIGESTS: Part = {
  type: 'object',
  description:
    'By the name of the tool, the SHA-256 in hexadecimal of its definition as canonical JSON: what to pin.',
  additionalProperties: { type: 'string', pattern: '^[0-9a-f]{64}$' },
};

/** An object of which every property is there, but those that are named as optional. */
function closed(description: string, properties: Part, optional: readonly string[] = []): Part {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, properties, required, additionalProperties: false };
}

const ANNOTATIONS = closed('What a runtime may assume before it calls the tool.', {
  readOnlyHint: flag,
  destructiveHint: flag,
  idempotentHint: flag,
  openWorldHint: flag,
});

const FUNCTION: Part = {
  name: TOOL_NAME,
  description: DESCRIPTION,
  parameters: ARGUMENTS,
  strict: { ...flag, description: 'Whether the model is held to the schema.' },
};
const FUNCTION_TYPE: Part = { type: 'string', enum: ['function'] };
const TRUE: Part = { type: 'boolean', enum: [true] };

/**
 * An entry of `tools` in each format. Of the schemas in them nothing is said here: they are JSON Schema
 * themselves, or the vendor's part of it.
 */
const ENTRIES: Readonly<Record<ToolFormat, Part>> = {
  mcp: closed('A tool of MCP, the canonical form.', {
    name: TOOL_NAME,
    title: { type: 'string', description: 'The name to show.' },
    description: DESCRIPTION,
    inputSchema: ARGUMENTS,
    outputSchema: { ...open, description: 'Outline of the value: its members with their types.' },
    annotations: ANNOTATIONS,
  }),
  openai: closed('A function tool of the Responses API.', { type: FUNCTION_TYPE, ...FUNCTION }),
  'openai-chat': closed('A function tool of Chat Completions.', {
    type: FUNCTION_TYPE,
    function: closed('The function.', FUNCTION),
  }),
  anthropic: closed(
    'A tool of the Messages API.',
    {
      name: TOOL_NAME,
      description: DESCRIPTION,
      input_schema: ARGUMENTS,
      input_examples: { type: 'array', description: 'Arguments that a model could send.', items: open },
      strict: { ...TRUE, description: 'The model is held to the schema.' },
      defer_loading: { ...TRUE, description: 'To be loaded when tool search finds it.' },
    },
    ['input_examples', 'strict', 'defer_loading'],
  ),
  gemini: geminiTool('parametersJsonSchema'),
  'gemini-openapi': geminiTool('parameters'),
};

function geminiTool(parameters: string): Part {
  const declaration = { name: TOOL_NAME, description: DESCRIPTION, [parameters]: ARGUMENTS };
  return closed('The one tool of Gemini that holds every function.', {
    functionDeclarations: {
      type: 'array',
      minItems: 1,
      items: closed(`A function; its arguments stand in ${parameters}.`, declaration),
    },
  });
}

function pageOf(format: ToolFormat): Part {
  const tools = {
    type: 'array',
    description: 'What the tools of a request to the vendor takes, in the order of the registry.',
    minItems: 1,
    items: refer('schemas', nameOf(format, 'Tool')),
  };
  return closed(`Tool definitions in the format ${format}.`, { tools, digests: DIGESTS });
}

function nameOf(format: ToolFormat, what: 'Tool' | 'Definitions'): string {
  return `${pascalCase(format.replaceAll('-', '_'))}${what}`;
}

/** The components of what GET /v1/tools answers: an entry and a page for each format, and any page. */
export function toolDefinitionComponents(): Part {
  const byFormat = TOOL_FORMATS.flatMap((format): [string, Part][] => [
    [nameOf(format, 'Tool'), ENTRIES[format]],
    [nameOf(format, 'Definitions'), pageOf(format)],
  ]);
  const pages = TOOL_FORMATS.map((format) => refer('schemas', nameOf(format, 'Definitions')));
  const whichever = { description: 'Tool definitions; which form, the parameter format says.', anyOf: pages };
  return { ...Object.fromEntries(byFormat), ToolDefinitions: whichever };
}
