import { render } from '../text/render.js';
import { isExact, isSound, isStorable } from './loss.js';

/** What a caller can take over by hand; a larger value is only pointed at. */
export const EMBEDDED_MAX_UNITS = 2_000;

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
 * by index, or as its only item.
 */
export function itemsIn(value: unknown, split: (text: string) => string[]): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'number') return [value];
  if (isPlainObject(value)) return itemsInObject(value);
  if (typeof value !== 'string' || value.length > EMBEDDED_MAX_UNITS) return undefined;
  const parsed = parseSmall(value);
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

/** What could end an argument in the syntax of calls. */
export const CLOSING_TAG = /(?:<|&lt;)\\?\//i;
/** A quote with a sign behind it that goes on, or a token of a vendor. */
export const QUOTE_OR_TOKEN = /["'][\s`]{0,20}[,})\]]|\[TOOL_CALLS\]|<[|｜]/i;

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
