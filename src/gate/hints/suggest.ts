import { Value } from '@sinclair/typebox/value';
import { EMBEDDED_MAX_UNITS, isPlainObject, isSmall, isSound, itemsIn, objectIn } from '../../json/loss.js';
import { adviceOf } from '../../schema/advice.js';
import type {
  ArrayShape,
  BooleanShape,
  EnumShape,
  IntegerShape,
  ObjectShape,
  Shape,
  TextShape,
} from '../../schema/shape.js';
import { withoutForbiddenCharacters, withoutHiddenCharacters } from '../../text/characters.js';
import { nearest, wholeIn, withPlainQuotes } from '../../text/words.js';
import { fieldsIn, isOperations } from './operations.js';
import { holdsRunOn } from './run_on.js';

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
      return typeof value === 'string' ? wordIn(value, shape) : undefined;
    case 'integer':
      return integerFrom(shape, value);
    case 'boolean':
      return booleanIn(shape, value);
    case 'text':
      return textFrom(shape, value);
  }
}

/** The one value that several stand for: a word for all of these words, a text of these lines. */
function wholeOf(shape: LeafShape, items: readonly unknown[]): unknown {
  if (shape.kind === 'enum') return groupIn(items, shape);
  const hasLines =
    shape.kind === 'text' && LINES.has(shape.form) && (shape.max ?? 0) >= LINES_MIN_CODE_POINTS;
  return hasLines && items.length > 0 && items.every((item) => typeof item === 'string')
    ? items.join('\n')
    : undefined;
}

/** Who asks for more entries than there are to be had wants as many as there are. */
function integerFrom({ schema, max }: IntegerShape, value: unknown): number | undefined {
  const meant = integerIn(value) ?? adviceOf(schema).meantBy?.(value);
  const number = [value, meant].find((one) => typeof one === 'number');
  const isTooMany = number !== undefined && max !== undefined && number > max && max <= COUNT_MAX_ENTRIES;
  return isTooMany ? max : number;
}

function textFrom({ schema, form }: TextShape, value: unknown): unknown {
  const { meant, meantBy } = adviceOf(schema);
  if (meantBy) return meantBy(value);
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > EMBEDDED_MAX_UNITS) return undefined;
  if (meant) return meant(text);
  if (form === 'line') return withoutForbiddenCharacters(text);
  return form === 'prose' ? withoutHiddenCharacters(text).trim() : text.trim();
}

/** Every item as it is or as it was meant; undefined when that is not clear of one of them. */
function arrayOf(shape: ArrayShape, value: unknown): unknown[] | undefined {
  const items = itemsIn(value, splitterOf(shape));
  if (!items || items.length > ITEMS_MAX_COUNT) return undefined;
  const meant = items.map((item) => (accepts(shape.items, item) ? item : suggest(shape.items, item)));
  return meant.includes(undefined) ? undefined : meant;
}

type Split = (text: string) => string[] | undefined;

function splitterOf({ items }: ArrayShape): Split {
  return adviceOf(items.schema).split ?? ((text) => text.split(SEPARATOR).map((item) => item.trim()));
}

/** What stands between words. */
const SEPARATOR = /[,;\n]/;

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

function itemsOf(item: unknown, split: Split): readonly unknown[] | undefined {
  return typeof item === 'string' || Array.isArray(item) ? itemsIn(item, split) : undefined;
}

/** Longer than any number with what may stand around it. */
const NUMBER_MAX_UNITS = 100;
/** What stands around a number: W/"4", "version 4", "from 2500 on", "after character 2500 of 9000". */
const BEFORE_INTEGER =
  /^(?:W\/)?["'`(]*(?:(?:v|(?:at )?version|expectedVersion|(?:after )?character|from|limit)["\s:=]*)?/;
/** What proxies write behind a version when they compress the answer: "3-gzip", "3--gzip", "3;gzip". */
const CODING = /(?:[-;:+_.]{1,2}(?:x-)?(?:gzip|br|deflate|zstd|compress|identity))?/;
const AFTER_INTEGER = /["'`).,]*(?: on| of [0-9]+| characters)?[.,]?$/;
const INTEGER_IN_WORDS = new RegExp(
  `${BEFORE_INTEGER.source}(-?[0-9]{1,15})(?:\\.0+)?${CODING.source}${AFTER_INTEGER.source}`,
  'i',
);

/** The key of an object that only holds a value, as other services answer one: {"name": "api"}. */
const VALUE_KEYS: ReadonlySet<string> = new Set(['value', 'name', 'label', 'text', 'to', 'set', 'new']);

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[1, 'true', 'yes', 'y', '1', 'on'].map((word) => [word, true] as const),
  ...[0, 'false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

export function integerIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > NUMBER_MAX_UNITS) return undefined;
  const digits = INTEGER_IN_WORDS.exec(withPlainQuotes(value.trim()))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function booleanIn({ schema }: BooleanShape, value: unknown): boolean | undefined {
  if (typeof value !== 'string') return BOOLEANS.get(value);
  const text = adviceOf(schema).bare?.(value) ?? value;
  return BOOLEANS.get(withPlainQuotes(text).replace(AROUND_WORD, '').toLowerCase());
}
/** Quotes, emphasis and white space at the ends. */
const AROUND_WORD = /^[\s"'`*]{1,20}|[\s"'`*]{1,20}$/g;

/** The value in an object that holds nothing else; undefined when there is none. */
function valueIn(object: Record<string, unknown>): unknown {
  const [key, ...others] = Object.keys(object);
  return key !== undefined && others.length === 0 && VALUE_KEYS.has(key) ? object[key] : undefined;
}

/** The word that was most likely meant, or undefined. */
function wordIn(text: string, { schema, words, vocabulary }: EnumShape): string | undefined {
  const whole = wholeIn(text);
  if (whole !== undefined && nearest(whole, words, vocabulary) !== undefined) return undefined;
  const { bare, meant } = adviceOf(schema);
  const near = (word: string) => nearest(word, words, vocabulary);
  return near(text) ?? (bare && near(bare(text))) ?? meant?.(text);
}

/** Each word once, and some of them twice; more are no list of words. */
const WORDS_MAX_COUNT = 10;

/** The word for exactly these, where there is one: ["done", "cancelled"] is closed. */
function groupIn(items: readonly unknown[], shape: EnumShape): string | undefined {
  const groups = Object.entries(adviceOf(shape.schema).groups ?? {});
  if (items.length > WORDS_MAX_COUNT || groups.length === 0) return undefined;
  const meant = new Set(items.map((item) => (typeof item === 'string' ? wordIn(item, shape) : undefined)));
  return groups.find(([, words]) => isSame(meant, words))?.[0];
}

/** True when these are all words but those for several, which is no filter. */
export function isEvery(items: readonly unknown[], { schema, words }: EnumShape): boolean {
  const groups = adviceOf(schema).groups ?? {};
  const single = words.filter((word) => !Object.hasOwn(groups, word));
  return items.length <= WORDS_MAX_COUNT && isSame(new Set(items), single);
}

function isSame(set: ReadonlySet<unknown>, words: readonly string[]): boolean {
  return set.size === words.length && words.every((word) => set.has(word));
}

/** True when the gate would let the value through as this part of the arguments. */
export function accepts(shape: Shape, value: unknown): boolean {
  return isSound(value) && Value.Check(shape.schema, value);
}
