import { parameterNames } from '../routes/route.js';
import type { Tool } from '../tools/tool.js';
import { type JsonSchema, type ObjectSchema, publishedInput } from './schema.js';

/** Where a resource route takes each argument of its tool. */
export interface RestForm {
  /** In the order of the path. */
  readonly path: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  /** null where the route needs no body. */
  readonly body: ObjectSchema | null;
}

/**
 * The arguments that a resource route publishes. A GET and a DELETE take them as query parameters, the others
 * in the body. A DELETE reads a body, too, but HTTP gives it no meaning, and a client that is made from both
 * would have each argument twice. expectedVersion is never required here, because If-Match may carry it.
 */
export function restForm(tool: Tool): RestForm {
  const { method, body } = tool.http;
  const input = publishedInput(tool);
  const inPath = parameterNames(tool.http.path);
  const path = Object.fromEntries(inPath.map((name) => [name, propertyOf(input, name)]));
  const rest = Object.entries(input.properties).filter(([name]) => !inPath.includes(name));
  if (body === 'none' || method === 'DELETE') return { path, query: Object.fromEntries(rest), body: null };
  const required = input.required.filter((name) => name !== 'expectedVersion' && !inPath.includes(name));
  const schema =
    body === 'merge-patch' ? mergePatch(input, rest) : bodySchema(Object.fromEntries(rest), required);
  return { path, query: {}, body: schema };
}

/** The arguments of an example as the route takes them: those in the path, in the query, and the body. */
export function restArguments(tool: Tool, args: Readonly<Record<string, unknown>>) {
  const inPath = parameterNames(tool.http.path);
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !inPath.includes(name)));
  if (restForm(tool).body === null) return { query: rest, body: null };
  if (tool.http.body === 'arguments') return { query: {}, body: rest };
  const { patch, clear, ...others } = rest;
  const fields = Array.isArray(clear) ? Object.fromEntries(clear.map((field) => [field, null])) : {};
  return { query: {}, body: { ...(typeof patch === 'object' && patch), ...fields, ...others } };
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const property = schema.properties?.[name];
  if (!property)
    throw new Error(`The route needs the argument ${name}, which the input schema does not have.`);
  return property;
}

/** The fields of `patch` at the top level; null stands for each field that `clear` can name. */
function mergePatch(input: ObjectSchema, rest: readonly [string, JsonSchema][]): ObjectSchema {
  const clearable = propertyOf(input, 'clear').items?.enum ?? [];
  const fields = Object.entries(propertyOf(input, 'patch').properties ?? {}).map(
    ([name, schema]): [string, JsonSchema] => [name, clearable.includes(name) ? orNull(schema) : schema],
  );
  const others = rest.filter(([name]) => name !== 'patch' && name !== 'clear');
  return bodySchema(Object.fromEntries([...fields, ...others]), []);
}

function orNull(schema: JsonSchema): JsonSchema {
  const types = [schema.type ?? []].flat();
  return { ...schema, type: [...types, 'null'], description: `${schema.description} null empties it.` };
}

function bodySchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}
