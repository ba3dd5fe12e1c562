import fc from 'fast-check';
import type { JsonSchema } from '../../src/definitions/schema.js';

/** Lengths beyond this only make a run slow; the bounds themselves are tried as they are. */
const USUAL_MAX_LENGTH = 40;

/**
 * Whatever the schema accepts, its bounds and its optional properties included. Covers the keywords that
 * published schemas use. NUL never comes: it is refused before any schema is looked at.
 */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  return fc.oneof(...types.map((type) => arbitraryOfType(type, schema)));
}

function arbitraryOfType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return arrayOf(schema);
    case 'string':
      return stringOf(schema);
    case 'integer':
      return integerOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`The arbitrary knows no type ${type}.`);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  if (additionalProperties !== false) throw new Error('The arbitrary makes closed objects only.');
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, arbitraryOf(property)]),
  );
  return fc.record(model, { requiredKeys: [...required] });
}

function arrayOf({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema) {
  const item = arbitraryOf(items);
  const usual = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) });
  return fc.oneof(
    { weight: 4, arbitrary: usual },
    fc.array(item, { minLength: maxItems, maxLength: maxItems }),
  );
}

function integerOf({ minimum = -1_000, maximum = 1_000 }: JsonSchema) {
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

function stringOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern = '', minLength = 0, maxLength = 1_000 } = schema;
  if (pattern.startsWith('^')) return fc.stringMatching(new RegExp(pattern, 'u'));
  const usual = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, USUAL_MAX_LENGTH) });
  const longest = fc.constantFrom('x', 'é', '語', '👍').map((character) => character.repeat(maxLength));
  const isAllowed = (text: string) => new RegExp(pattern, 'u').test(text) && !text.includes('\0');
  const words = fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.min(maxLength, USUAL_MAX_LENGTH),
  });
  return fc.oneof(words, usual, longest).filter(isAllowed);
}
