import type { Selection, ToolFormat } from '../../tools/formats.js';
import type { Tool } from '../../tools/tool.js';
import { type McpTool, toMcpTool } from '../mcp.js';
import { publishedInput } from '../schema.js';
import { adapt, type VendorSchema } from './adapt.js';
import { requireFewTools, requireFit } from './fit.js';
import { type Form, formOf, LIMITS } from './limits.js';
import { strictAmong } from './strict_tools.js';

/** An entry of `tools` of the Responses API. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: VendorSchema;
  /** Always said: the API tries strict and falls back when it is left out. */
  readonly strict: boolean;
}

/** An entry of `tools` of Chat Completions. */
export interface OpenAiChatTool {
  readonly type: 'function';
  readonly function: Omit<OpenAiTool, 'type'>;
}

/** An entry of `tools` of the Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: VendorSchema;
  readonly input_examples?: readonly Readonly<Record<string, unknown>>[];
  readonly strict?: true;
  readonly defer_loading?: true;
}

/** An entry of `functionDeclarations`. */
export interface GeminiDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: VendorSchema;
}

/** An entry of `functionDeclarations` in the older form. */
export interface GeminiOpenApiDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: VendorSchema;
}

export type Definition =
  | McpTool
  | OpenAiTool
  | OpenAiChatTool
  | AnthropicTool
  | GeminiDeclaration
  | GeminiOpenApiDeclaration;

/** What a form says of a tool beyond its schema. */
interface Marks {
  readonly isStrict: boolean;
  readonly isDeferred: boolean;
}

type Define = (tool: Tool, parameters: VendorSchema, marks: Marks) => Definition;

const DEFINE: Readonly<Record<ToolFormat, Define>> = {
  mcp: toMcpTool,
  openai: toOpenAi,
  'openai-chat'(tool, parameters, marks) {
    const { type, ...definition } = toOpenAi(tool, parameters, marks);
    return { type, function: definition };
  },
  anthropic: toAnthropic,
  gemini: ({ name, description }, parametersJsonSchema) => ({ name, description, parametersJsonSchema }),
  'gemini-openapi': ({ name, description }, parameters) => ({ name, description, parameters }),
};

/** The answer of a tool is a text for the model and no JSON, so there is no `output_schema`. */
function toOpenAi({ name, description }: Tool, parameters: VendorSchema, { isStrict }: Marks): OpenAiTool {
  return { type: 'function', name, description, parameters, strict: isStrict };
}

/** Tool search does not work with examples (Anthropic's page on it), so a deferred tool has none. */
function toAnthropic(tool: Tool, schema: VendorSchema, { isStrict, isDeferred }: Marks): AnthropicTool {
  return {
    name: tool.name,
    description: tool.description,
    input_schema: schema,
    ...(!isDeferred && { input_examples: tool.examples.map(({ arguments: args }) => args) }),
    ...(isStrict && { strict: true }),
    ...(isDeferred && { defer_loading: true }),
  };
}

/**
 * The definition of each tool, by its name and in the order of the selection.
 * @throws Error as requireFit does
 */
export function defineAll({ format, strict, defer, tools }: Selection): ReadonlyMap<string, Definition> {
  const form = formOf(format, strict);
  requireFewTools(form, tools.length);
  const strictTools = strict ? strictAmong(tools, form) : new Set<Tool>();
  // A request with nothing but deferred tools is refused.
  const hasCore = tools.some(({ tier }) => tier === 'core');
  const definitions = tools.map((tool): [string, Definition] => {
    const isDeferred = defer && hasCore && tool.tier === 'more';
    const marks = { isStrict: strictTools.has(tool), isDeferred };
    return [tool.name, DEFINE[format](tool, schemaOf(tool, form), marks)];
  });
  return new Map(definitions);
}

function schemaOf(tool: Tool, form: Form): VendorSchema {
  const schema = adapt(publishedInput(tool), LIMITS[form]);
  requireFit(form, tool.name, schema);
  return schema;
}
