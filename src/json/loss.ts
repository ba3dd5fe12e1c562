import { createScanner } from 'jsonc-parser';
import { render } from '../text/render.js';

/**
 * Objects and arrays inside each other. No tool takes more than 3; it bounds every recursion over an input.
 */
export const DEPTH_MAX_LEVELS = 16;

/**
 * True for a value that can be kept and repeated exactly, with all that it holds. Ends at the first part
 * that cannot. `level` counts the objects and arrays around it.
 */
export function isSound(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number' || typeof value === 'bigint') return isExact(value);
  if (typeof value !== 'object' || value === null) return true;
  if (level >= DEPTH_MAX_LEVELS) return false;
  if (Array.isArray(value)) return value.every((item) => isSound(item, level + 1));
  return Object.entries(value).every(([key, member]) => isStorable(key) && isSound(member, level + 1));
}

/** True for a value with more objects and arrays inside each other than any tool takes. */
export function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level >= DEPTH_MAX_LEVELS || Object.values(value).some((member) => isTooDeep(member, level + 1));
}

/** True for a text that Postgres can keep. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** False for every bigint: no JSON text holds one. */
export function isExact(number: unknown): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

/**
 * True for a JSON number such as 2.9999999999999999999, which is no integer as it is written and becomes one
 * when it is read, because a double keeps about 16 digits. Of one without fraction and exponent that is never
 * so; linear in the length of the literal.
 */
function isRoundedToInteger(literal: string): boolean {
  if (!/[.eE]/.test(literal) || !Number.isInteger(Number(literal))) return false;
  const [mantissa = '', exponent = '0'] = literal.split(/[eE]/);
  let last = mantissa.length - 1;
  while (last >= 0 && !isNonZeroDigit(mantissa[last])) last -= 1;
  return last >= 0 && powerAt(mantissa, last) + Number(exponent) < 0;
}

function isNonZeroDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '1' && character <= '9';
}

/** The power of ten that the digit at an index of a decimal number counts: -2 for the 5 in "1.05". */
function powerAt(decimal: string, index: number): number {
  const point = decimal.includes('.') ? decimal.indexOf('.') : decimal.length;
  return index < point ? point - index - 1 : point - index;
}

/**
 * The token kinds of jsonc-parser, which publishes them as an ambient const enum that isolated modules cannot
 * read.
 */
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const STRING = 10;
const NUMBER = 11;
const END = 17;

/**
 * An object or array that is open at the token under the scanner, and the member of it that the token belongs
 * to.
 */
interface Frame {
  readonly keys: Set<string> | null;
  step: string | number;
}

/** What JSON.parse gives up without a word: a key that stands twice, or a number rounded to an integer. */
export interface Loss {
  readonly kind: 'duplicate' | 'number';
  readonly steps: readonly (string | number)[];
  /** The key or the number as it is written. */
  readonly written: string;
}

/**
 * The first loss in a text, which must be valid JSON, or null. Objects deeper than the gate allows are not
 * looked at: the gate refuses the input.
 */
export function findLoss(text: string): Loss | null {
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  let written = '';
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === STRING || token === NUMBER) written = scanner.getTokenValue();
    else if (token === OPEN_BRACE) frames.push({ keys: keySet(frames.length), step: '' });
    else if (token === OPEN_BRACKET) frames.push({ keys: null, step: 0 });
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) frames.pop();
    else if (isRepeated(token, frames.at(-1), written)) return lossOf('duplicate', frames, written);
    if (token === NUMBER && isRounded(frames, written)) return lossOf('number', frames, written);
  }
  return null;
}

function lossOf(kind: Loss['kind'], frames: readonly Frame[], written: string): Loss {
  return { kind, steps: frames.map(({ step }) => step), written };
}

function keySet(level: number): Set<string> | null {
  return level < DEPTH_MAX_LEVELS ? new Set() : null;
}

function isRounded(frames: readonly Frame[], literal: string): boolean {
  return frames.length <= DEPTH_MAX_LEVELS && isRoundedToInteger(literal);
}

/** Moves the frame on to its next member; true when that is a key which it had before. */
function isRepeated(token: number, frame: Frame | undefined, string: string): boolean {
  if (!frame) return false;
  if (token === COMMA && typeof frame.step === 'number') frame.step += 1;
  if (token !== COLON) return false;
  frame.step = string;
  if (frame.keys?.has(string)) return true;
  frame.keys?.add(string);
  return false;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What could end an argument in the syntax of calls. */
export const CLOSING_TAG = /(?:<|&lt;)\\?\//i;
/** A quote, plain or typeset, with a sign behind it that goes on, or a token of a vendor. */
export const QUOTE_OR_TOKEN =
  /["'\u00ab\u00bb\u2018-\u201f\u2039\u203a\uff02\uff07][\s`]{0,20}[,})\]]|\[TOOL_CALLS\]|<[|｜]/i;

/** False for most texts: they hold neither a closing tag nor what could end a string. */
export function mayRunOn(text: string): boolean {
  return CLOSING_TAG.test(text) || QUOTE_OR_TOKEN.test(text);
}

/** True for a value that can be kept as it is, and whose texts hold nothing that could end an argument. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value) && !mayRunOn(value);
  if (typeof value === 'number') return isExact(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return !isPlainObject(value) || Object.values(value).every(isPlain);
}

/** What a caller can take over by hand; a larger value is only pointed at. */
export const EMBEDDED_MAX_UNITS = 2_000;

/**
 * The object that came as itself, as JSON in a string or as the only item of an array, when it is small and
 * clean.
 */
export function objectIn(value: unknown): Record<string, unknown> | undefined {
  const inner = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const object = typeof inner === 'string' ? parseSmall(inner) : inner;
  return isPlainObject(object) && isSmall(object) ? object : undefined;
}

/**
 * The items of an array that came as itself, as JSON in a string, as a string that is `split`, as an object
 * by index, or as its only item; undefined too where `split` cannot tell them.
 */
export function itemsIn(
  value: unknown,
  split: (text: string) => string[] | undefined,
): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'number') return [value];
  if (isPlainObject(value)) return itemsInObject(value);
  if (typeof value !== 'string' || value.length > EMBEDDED_MAX_UNITS) return undefined;
  const parsed = parseSmall(value);
  if (isPlainObject(parsed)) return itemsInObject(parsed);
  return Array.isArray(parsed) ? parsed : split(value);
}

/** {"0": "1", "1": "2"} is an array whose indexes became keys; any other object stands for itself. */
function itemsInObject(object: Record<string, unknown>): unknown[] {
  const entries = Object.entries(object);
  const isIndexed = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isIndexed ? entries.map(([, item]) => item) : [object];
}

/**
 * The rendering comes first, since it looks at no more than it shows; then what bounds the depth
 * that JSON.stringify has to go.
 */
export function isSmall(value: unknown): boolean {
  if (render(value, EMBEDDED_MAX_UNITS).endsWith('…')) return false;
  return isSound(value) && JSON.stringify(value).length <= EMBEDDED_MAX_UNITS;
}

/** JSON, or what Python prints of the same value: quoted by apostrophes. */
function parseSmall(text: string): unknown {
  if (text.length > EMBEDDED_MAX_UNITS) return undefined;
  const isPython = /^\s*[[{]/.test(text) && !text.includes('"');
  try {
    return JSON.parse(isPython ? text.replaceAll("'", '"') : text);
  } catch {
    return undefined;
  }
}
