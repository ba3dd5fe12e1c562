import type { TObject, TSchema } from '@sinclair/typebox';
import { kindOf } from '../schema/kinds.js';

/**
 * As JSON writes an integer, and short enough to be exact. Others stay strings, so that the gate refuses
 * them.
 */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/**
 * Query-string and path parameters as raw arguments: what is typed in the schema and can only be text in a
 * URL becomes an integer, a boolean or an array; everything else is passed on for the gate to judge, also
 * names that it does not know. The object returned has no prototype.
 */
export function readQueryArguments(
  schema: TObject,
  query: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const properties: Record<string, TSchema> = schema.properties;
  const args: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (value === undefined) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // A name alone, such as ?mine, asks for what it names; it does not say that there is none.
    args[name] = property ? readValue(property, value) : value === '' || value;
  }
  return args;
}

/** A scalar that was given more than once stays an array, which the gate refuses. */
function readValue(property: TSchema, value: string | string[]): unknown {
  if (kindOf(property) === 'Array') return [value].flat().map((item) => readScalar(property.items, item));
  return typeof value === 'string' ? readScalar(property, value) : value;
}

function readScalar(property: TSchema, text: string): unknown {
  if (kindOf(property) === 'Integer' && INTEGER.test(text)) return Number(text);
  if (kindOf(property) === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
