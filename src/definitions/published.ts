import type { TSchema } from '@sinclair/typebox';
import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import { TOOLS } from '../registry.js';
import { NOT_BLANK_PATTERN } from '../schema/kinds.js';
import { type JsonSchema, KEYWORDS, type ObjectSchema } from '../schema/shape.js';
import type { Annotations, Tool } from '../tools/tool.js';

/** What is published of a tool: its schemas, its definition in the canonical form, and its refusals. */

/**
 * The plain JSON Schema of a TypeBox schema, without TypeBox's own marks and with its keys in a fixed order.
 * A keyword outside KEYWORDS throws: what the gate would enforce must not go unpublished.
 */
export function toJsonSchema(schema: TSchema): JsonSchema {
  const unknown = Object.keys(schema).filter((key) => !(KEYWORDS as readonly string[]).includes(key));
  if (unknown.length > 0) throw new Error(`A schema uses ${unknown.join(', ')}, which is never published.`);
  const given = KEYWORDS.filter((keyword) => schema[keyword] !== undefined && !isImplied(keyword, schema));
  return Object.fromEntries(given.map((keyword) => [keyword, publish(keyword, schema[keyword])]));
}

/** One class of characters, so many times: such a pattern says the lengths too. */
const COUNTED = /^\^\[[^\]]+\]\{(\d+),(\d+)\}\$$/;

/** A length that the pattern says already; a text that is not blank is not empty either. */
function isImplied(keyword: keyof JsonSchema, { minLength, maxLength, pattern = '' }: TSchema): boolean {
  const [, fewest, most] = COUNTED.exec(pattern) ?? [];
  if (keyword === 'maxLength') return String(maxLength) === most;
  return (
    keyword === 'minLength' &&
    (String(minLength) === fewest || (minLength === 1 && pattern === NOT_BLANK_PATTERN))
  );
}

function publish(keyword: keyof JsonSchema, value: TSchema & Record<string, TSchema>): unknown {
  if (keyword === 'items') return toJsonSchema(value);
  if (keyword !== 'properties') return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function toObjectSchema(schema: TSchema): ObjectSchema {
  const { type, description, properties = {}, required = [], additionalProperties } = toJsonSchema(schema);
  if (type !== 'object') throw new Error('The arguments and the value of a tool are objects.');
  const rest = additionalProperties === undefined ? {} : { additionalProperties };
  return { type, ...(description !== undefined && { description }), properties, required, ...rest };
}

/**
 * The arguments of a tool as its callers see them. A versioned tool must name expectedVersion; its gate lets
 * a call without it pass, so that the refusal (VERSION_REQUIRED) can show the task to decide on.
 */
export function publishedInput(tool: Tool): ObjectSchema {
  const input = toObjectSchema(tool.input);
  if (tool.kind === 'read' || !tool.versioned) return input;
  const isRequired = (name: string) => name === 'expectedVersion' || input.required.includes(name);
  return { ...input, required: Object.keys(input.properties).filter(isRequired) };
}

/** The value of a tool as its callers see it. */
export function publishedOutput(tool: Tool): ObjectSchema {
  return toObjectSchema(tool.output);
}

/**
 * The outline of a value's schema: its members with their types, without what is nested in them. A value that
 * fits the schema fits its outline. Definitions carry it, since their every character stands in the context
 * of a model, which reads the text of an answer; the OpenAPI document has the whole schema for programs.
 */
function outlineOf({ type, properties, required }: ObjectSchema): ObjectSchema {
  const members = Object.entries(properties).map(([name, member]) => [name, typeOf(member)]);
  return { type, properties: Object.fromEntries(members), required };
}

function typeOf({ type }: JsonSchema): JsonSchema {
  return type === undefined ? {} : { type };
}

/** A tool definition in the canonical form, which is that of MCP. Each vendor's form is made from it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** An outline: the members of the value, and of what is nested in them only the type. */
  readonly outputSchema: ObjectSchema;
  readonly annotations: Annotations;
}

export function toMcpTool(tool: Tool): McpTool {
  const { name, title, description, annotations } = tool;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    name,
    title,
    description,
    inputSchema: publishedInput(tool),
    outputSchema: outlineOf(publishedOutput(tool)),
    annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
  };
}

/** Every tool in the order of the registry, which never depends on who asks: what GET /v1/tools answers. */
export function toMcpTools(): { readonly tools: readonly McpTool[] } {
  return { tools: TOOLS.map(toMcpTool) };
}

/**
 * Every code, in the order of the catalog. The cast holds because ErrorCode is the type of the catalog's
 * keys.
 */
export const CODES = Object.keys(CATALOG) as readonly ErrorCode[];

/**
 * What every address can refuse a request with: one that is not sound, that comes late, or while the service
 * closes.
 */
export const REQUEST_REFUSALS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'REQUEST_TIMEOUT',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'STORE_UNAVAILABLE',
];

/** What every address below /v1 can refuse. */
export const CALL_REFUSALS: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  ...REQUEST_REFUSALS,
];

/** In addition, what an address that takes a body can refuse. */
export const BODY_REFUSALS: readonly ErrorCode[] = [
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/**
 * What a call of the tool can be refused with through any door: by its rule, by its list and by the store.
 */
export function refusalsOf(tool: Tool): readonly ErrorCode[] {
  const contention: readonly ErrorCode[] = tool.kind === 'write' ? ['CONTENTION'] : [];
  return [...tool.refusals, ...CALL_REFUSALS, ...contention];
}
