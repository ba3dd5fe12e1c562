import fc from 'fast-check';
import type { VendorSchema } from '../../src/definitions/vendors/limits.js';

/** Lengths beyond this only make a run slow; the bounds themselves are tried as they are. */
const USUAL_MAX_LENGTH = 40;

/** Of an array without a bound: more than any tool takes. */
const USUAL_MAX_COUNT = 60;
/** Names that no tool knows; an object that is not closed takes them. */
const ODD_NAMES = ['prioritty', 'task', 'constructor'];

/**
 * Whatever the schema accepts, its bounds and its optional properties included. Covers the keywords that
 * published schemas use. NUL never comes: it is refused before any schema is looked at.
 */
export function arbitraryOf({ nullable, ...schema }: VendorSchema): fc.Arbitrary<unknown> {
  if (nullable) return fc.option(arbitraryOf(schema));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  return fc.oneof(...types.map((type) => arbitraryOfType(type, schema)));
}

function arbitraryOfType(type: string, schema: VendorSchema): fc.Arbitrary<unknown> {
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

function objectOf({ properties = {}, required = [], additionalProperties }: VendorSchema) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, arbitraryOf(property)]),
  );
  const known = fc.record(model, { requiredKeys: [...required] });
  if (additionalProperties === false) return known;
  const odd = fc.dictionary(fc.constantFrom(...ODD_NAMES), fc.string({ unit: 'grapheme-ascii' }), {
    maxKeys: 1,
  });
  return fc.tuple(known, odd).map(([named, unknown]) => ({ ...unknown, ...named }));
}

function arrayOf({ items = {}, minItems = 0, maxItems = USUAL_MAX_COUNT }: VendorSchema) {
  const item = arbitraryOf(items);
  const usual = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) });
  return fc.oneof(
    { weight: 4, arbitrary: usual },
    fc.array(item, { minLength: maxItems, maxLength: maxItems }),
  );
}

function integerOf({ minimum = -1_000, maximum = 1_000 }: VendorSchema) {
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

function stringOf(schema: VendorSchema): fc.Arbitrary<string> {
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
