import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import type { JsonSchema } from '../../schema/shape.js';
import { type Sealed, type Selection, seal, type ToolFormat } from '../../tools/formats.js';
import type { Tool } from '../../tools/tool.js';
import { type McpTool, publishedInput, toMcpTool } from '../published.js';
import {
  type Form,
  formOf,
  LIMITS,
  requireFewTools,
  requireFit,
  strictAmong,
  type VendorLimits,
  type VendorSchema,
} from './limits.js';

/** An entry of `tools` of the Responses API. */
interface OpenAiTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: VendorSchema;
  /** Always said: the API tries strict and falls back when it is left out. */
  readonly strict: boolean;
}

/** An entry of `tools` of Chat Completions. */
interface OpenAiChatTool {
  readonly type: 'function';
  readonly function: Omit<OpenAiTool, 'type'>;
}

/** An entry of `tools` of the Messages API. */
interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: VendorSchema;
  readonly input_examples?: readonly Readonly<Record<string, unknown>>[];
  readonly strict?: true;
  readonly defer_loading?: true;
}

/** An entry of `functionDeclarations`. */
interface GeminiDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: VendorSchema;
}

/** An entry of `functionDeclarations` in the older form. */
interface GeminiOpenApiDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: VendorSchema;
}

type Definition =
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
function defineAll({ format, strict, defer, tools }: Selection): ReadonlyMap<string, Definition> {
  const form = formOf(format, strict);
  requireFewTools(form, tools.length);
  const schemas = new Map(tools.map((tool) => [tool, schemaOf(tool, form)]));
  const strictTools = strict ? strictAmong(schemas, form) : new Set<Tool>();
  // A request with nothing but deferred tools is refused.
  const hasCore = tools.some(({ tier }) => tier === 'core');
  const definitions = [...schemas].map(([tool, schema]): [string, Definition] => {
    const isDeferred = defer && hasCore && tool.tier === 'more';
    const marks = { isStrict: strictTools.has(tool), isDeferred };
    return [tool.name, DEFINE[format](tool, schema, marks)];
  });
  return new Map(definitions);
}

function schemaOf(tool: Tool, form: Form): VendorSchema {
  const schema = adapt(publishedInput(tool), LIMITS[form]);
  requireFit(form, tool.name, schema);
  return schema;
}

/**
 * The schema as the vendor takes it. It accepts whatever the published schema accepts, but that an optional
 * property may have to be null instead of being left out. What a dropped bound leaves open is said by the
 * description, and refused by the gate.
 */
export function adapt(schema: JsonSchema, limits: VendorLimits): VendorSchema {
  const kept = Object.entries(schema).filter(([keyword, value]) => isKept(keyword, value, limits));
  const { properties, items } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(items && { items: adapt(items, limits) }),
    ...(properties && adaptProperties(properties, schema.required ?? [], limits)),
  };
}

function isKept(keyword: string, value: unknown, { keywords, optional, counterMax }: VendorLimits): boolean {
  if (!keywords.includes(keyword)) return false;
  if (keyword === 'pattern') return longestCounter(String(value)) <= (counterMax ?? Number.POSITIVE_INFINITY);
  // OpenAPI 3.0 wants a name in required or no such keyword at all.
  return !(keyword === 'required' && optional === 'nullable' && Array.isArray(value) && value.length === 0);
}

/** The largest number in the counters of a pattern: 8 of ^[1-9][0-9]{0,8}$. */
function longestCounter(pattern: string): number {
  const counters = pattern.match(/\{\d+(?:,\d*)?\}/g) ?? [];
  return Math.max(0, ...counters.flatMap((counter) => counter.match(/\d+/g) ?? []).map(Number));
}

function adaptProperties(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  limits: VendorLimits,
): VendorSchema {
  const names = Object.keys(properties);
  const adapted = Object.entries(properties).map(([name, property]): [string, VendorSchema] => {
    const schema = adapt(property, limits);
    return [name, required.includes(name) ? schema : asOptional(schema, limits)];
  });
  return {
    properties: Object.fromEntries(adapted),
    ...(limits.optional === 'null' && { required: names }),
    ...(limits.optional === 'nullable' && { propertyOrdering: names }),
  };
}

function asOptional(schema: VendorSchema, { optional }: VendorLimits): VendorSchema {
  if (optional === 'left out') return schema;
  if (optional === 'nullable') return { ...schema, nullable: true };
  return {
    ...schema,
    type: [...[schema.type ?? []].flat(), 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/** What GET /v1/tools answers. */
interface ToolDefinitions {
  /** What the `tools` of a request to the vendor takes, to the letter. */
  readonly tools: readonly (Definition | { readonly functionDeclarations: readonly Definition[] })[];
  /** By the name of the tool, the SHA-256 of its definition as canonical JSON: what a client pins. */
  readonly digests: Readonly<Record<string, string>>;
}

export function toDefinitions(selection: Selection): ToolDefinitions {
  const definitions = defineAll(selection);
  const all = [...definitions.values()];
  const digests = [...definitions].map(([name, definition]) => [name, digestOf(definition)]);
  return {
    tools: isGemini(selection.format) ? [{ functionDeclarations: all }] : all,
    digests: Object.fromEntries(digests),
  };
}

function isGemini(format: ToolFormat): boolean {
  return format === 'gemini' || format === 'gemini-openapi';
}

/**
 * SHA-256 in hexadecimal of the definition as JSON without white space, the keys of every object in the order
 * of their code units and arrays as they are.
 */
function digestOf(definition: Definition): string {
  return createHash('sha256')
    .update(stringify(definition) ?? '')
    .digest('hex');
}

/** More than the queries that clients usually send, and less than 1 MB. */
const ANSWERS_MAX_COUNT = 64;
const answers = new Map<string, Sealed>();

/** Made once for each selection, as long as there are few. @throws Error as requireFit does */
export function toDefinitionsAnswer(selection: Selection): Sealed {
  const key = JSON.stringify({ ...selection, tools: selection.tools.map(({ name }) => name) });
  const known = answers.get(key);
  if (known) return known;
  if (answers.size >= ANSWERS_MAX_COUNT) answers.clear();
  const made = seal(JSON.stringify(toDefinitions(selection)));
  answers.set(key, made);
  return made;
}
