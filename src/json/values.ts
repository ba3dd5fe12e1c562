import { render } from '../text/render.js';
import { isPlainObject, isSound } from './loss.js';

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
