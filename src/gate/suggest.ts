import { withoutForbiddenCharacters } from '../domain/characters.js';
import { accepts } from './accepts.js';
import { EMBEDDED_MAX_UNITS, itemsIn, objectIn } from './embedded.js';
import { booleanIn, idIn, integerIn, labelIn } from './meant.js';
import type { ArrayShape, Shape, TextShape } from './shape.js';
import { nearest } from './words.js';

/** More items than any array of a tool takes. */
const ITEMS_MAX_COUNT = 100;

/**
 * The value that was most likely meant, or undefined where that is not clear. It is always a value that the
 * schema takes; only of an object that came as a string it is the object, whatever is in it.
 */
export function suggest(shape: Shape, value: unknown): unknown {
  if (shape.kind === 'object') return objectIn(value);
  return candidates(shape, value).find((candidate) => candidate !== undefined && accepts(shape, candidate));
}

function candidates(shape: Exclude<Shape, { kind: 'object' }>, value: unknown): unknown[] {
  if (shape.kind === 'array') return [arrayOf(shape, value)];
  if (Array.isArray(value)) return value.length === 1 ? [value[0], suggestScalar(shape, value[0])] : [];
  return [suggestScalar(shape, value)];
}

function suggestScalar(shape: Exclude<Shape, { kind: 'object' | 'array' }>, value: unknown): unknown {
  switch (shape.kind) {
    case 'enum':
      return typeof value === 'string' ? nearest(value, shape.words) : undefined;
    case 'integer':
      return integerIn(value);
    case 'boolean':
      return booleanIn(value);
    case 'text':
      return textFrom(shape, value);
  }
}

function textFrom({ form }: TextShape, value: unknown): string | undefined {
  if (form === 'id') return idIn(value);
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > EMBEDDED_MAX_UNITS) return undefined;
  if (form === 'label') return labelIn(text);
  return form === 'line' ? withoutForbiddenCharacters(text) : text.trim();
}

/** Every item as it is or as it was meant; undefined when that is not clear of one of them. */
function arrayOf(shape: ArrayShape, value: unknown): unknown[] | undefined {
  const items = itemsIn(value);
  if (!items || items.length > ITEMS_MAX_COUNT) return undefined;
  const meant = items.map((item) => (accepts(shape.items, item) ? item : suggest(shape.items, item)));
  return meant.includes(undefined) ? undefined : meant;
}
