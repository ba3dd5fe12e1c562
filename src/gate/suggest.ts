import { EMBEDDED_MAX_UNITS, isPlainObject, isSmall, itemsIn, objectIn } from '../json/values.js';
import { VERSION_MAX } from '../log/marked_version.js';
import { unfenced } from '../tasks/echo.js';
import { bareName } from '../tasks/owner.js';
import { withoutForbiddenCharacters, withoutHiddenCharacters } from '../text/characters.js';
import { accepts } from './accepts.js';
import { holdsRunOn } from './call_syntax.js';
import {
  booleanIn,
  ID_SEPARATOR,
  idIn,
  integerIn,
  labelIn,
  listNameIn,
  pointIn,
  SEPARATOR,
  textItems,
  valueIn,
  versionIn,
} from './meant.js';
import { fieldsIn, isOperations } from './operations.js';
import type { ArrayShape, IntegerShape, ObjectShape, Shape, TextShape } from './shape.js';
import { groupIn, wordIn } from './word_meant.js';

/** More items than any array of a tool takes. */
const ITEMS_MAX_COUNT = 100;
/** A larger bound is that of a number which names something, and the bound names something else. */
const COUNT_MAX_ENTRIES = 1_000;
/** The forms of texts that may have them. */
const LINES: ReadonlySet<TextShape['form']> = new Set(['prose', 'free']);
/** A text that may be so long has room for lines; a shorter one is a name or a token. */
const LINES_MIN_CODE_POINTS = 1_000;

/**
 * The value that was most likely meant, or undefined where that is not clear. It is always a value that the
 * schema takes; only of an object that came as a string it is the object, whatever is in it. Nothing is made
 * of a text that holds other arguments.
 */
export function suggest(shape: Shape, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !isSmall(value)) return undefined;
  if (holdsRunOn(value)) return undefined;
  if (shape.kind === 'object') return objectFrom(shape, value);
  return candidates(shape, value).find((candidate) => candidate !== undefined && accepts(shape, candidate));
}

/** An empty array is how PHP writes an empty object. */
function objectFrom(shape: ObjectShape, value: unknown): Record<string, unknown> | undefined {
  if (isOperations(value)) return fieldsIn(shape, value);
  const isEmptyArray = Array.isArray(value) && value.length === 0;
  return isEmptyArray ? {} : objectIn(value);
}

type LeafShape = Exclude<Shape, { kind: 'object' | 'array' }>;

function candidates(shape: Exclude<Shape, { kind: 'object' }>, raw: unknown): unknown[] {
  if (shape.kind === 'array') return [arrayOf(shape, raw)];
  const value = typeof raw === 'string' ? storablePart(raw) : raw;
  if (Array.isArray(value)) {
    return value.length === 1 ? [value[0], suggestScalar(shape, value[0])] : [wholeOf(shape, value)];
  }
  const inner = isPlainObject(value) ? valueIn(value) : undefined;
  if (inner !== undefined) return [inner, suggestScalar(shape, inner)];
  return value === raw ? [suggestScalar(shape, value)] : [value, suggestScalar(shape, value)];
}

/** The text without NUL and without halves of a surrogate pair; a long one as it is. */
function storablePart(text: string): string {
  return text.length > EMBEDDED_MAX_UNITS ? text : text.replace(/[\0\p{Cs}]/gu, '');
}

function suggestScalar(shape: LeafShape, value: unknown): unknown {
  switch (shape.kind) {
    case 'enum':
      return typeof value === 'string' ? wordIn(value, shape.words) : undefined;
    case 'integer':
      return integerFrom(shape, value);
    case 'boolean':
      return booleanIn(value);
    case 'text':
      return textFrom(shape, value);
  }
}

/** The one value that several stand for: a word for all of these words, a text of these lines. */
function wholeOf(shape: LeafShape, items: readonly unknown[]): unknown {
  if (shape.kind === 'enum') return groupIn(items, shape.words);
  const hasLines =
    shape.kind === 'text' && LINES.has(shape.form) && (shape.max ?? 0) >= LINES_MIN_CODE_POINTS;
  return hasLines && items.length > 0 && items.every((item) => typeof item === 'string')
    ? items.join('\n')
    : undefined;
}

/** Who asks for more entries than there are to be had wants as many as there are. */
function integerFrom({ max }: IntegerShape, value: unknown): number | undefined {
  const meant = integerIn(value) ?? (max === VERSION_MAX ? versionIn(value) : undefined);
  const number = typeof value === 'number' ? value : meant;
  const isTooMany = number !== undefined && max !== undefined && number > max && max <= COUNT_MAX_ENTRIES;
  return isTooMany ? max : number;
}

function textFrom({ form }: TextShape, value: unknown): string | undefined {
  if (form === 'id') return idIn(value);
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > EMBEDDED_MAX_UNITS) return undefined;
  if (form === 'label') return labelIn(text);
  if (form === 'list') return listNameIn(text);
  if (form === 'point') return pointIn(text);
  if (form === 'owner') return bareName(withoutForbiddenCharacters(text)).trim();
  if (form === 'line') return withoutForbiddenCharacters(text);
  if (form === 'prose') return unfenced(text) ?? withoutHiddenCharacters(text).trim();
  return text.trim();
}

/** Every item as it is or as it was meant; undefined when that is not clear of one of them. */
function arrayOf(shape: ArrayShape, value: unknown): unknown[] | undefined {
  const items = itemsIn(value, splitterOf(shape));
  if (!items || items.length > ITEMS_MAX_COUNT) return undefined;
  const meant = items.map((item) => (accepts(shape.items, item) ? item : suggest(shape.items, item)));
  return meant.includes(undefined) ? undefined : meant;
}

function splitterOf({ items }: ArrayShape): (text: string) => string[] {
  const separator = items.kind === 'text' && items.form === 'id' ? ID_SEPARATOR : SEPARATOR;
  return (text) => textItems(text, separator);
}

/**
 * The array that was meant by one with items that hold several each, such as ["1, 2"] and [["1", "2"]];
 * undefined when there is no such item.
 */
export function spread(shape: ArrayShape, items: readonly unknown[]): unknown {
  if (items.length > ITEMS_MAX_COUNT || items.some(holdsText)) return undefined;
  const parts = items.flatMap((item) => {
    const isClear = accepts(shape.items, item) || suggest(shape.items, item) !== undefined;
    return isClear ? [item] : (itemsOf(item, splitterOf(shape)) ?? [item]);
  });
  return parts.length > items.length ? suggest(shape, parts) : undefined;
}

function holdsText(item: unknown): boolean {
  return typeof item === 'string' && holdsRunOn(item);
}

function itemsOf(item: unknown, split: (text: string) => string[]): readonly unknown[] | undefined {
  return typeof item === 'string' || Array.isArray(item) ? itemsIn(item, split) : undefined;
}
