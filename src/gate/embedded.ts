import { scan } from './scan.js';

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
 * The items of an array that came as JSON in a string, comma-separated, as an object by index, or as its only
 * item.
 */
export function itemsIn(value: unknown): unknown[] | undefined {
  if (typeof value === 'number') return [value];
  if (isPlainObject(value)) return itemsInObject(value);
  if (typeof value !== 'string' || value.length > EMBEDDED_MAX_UNITS) return undefined;
  const parsed = parseSmall(value);
  return Array.isArray(parsed) ? parsed : value.split(',').map((item) => item.trim());
}

/** {"0": "1", "1": "2"} is an array whose indexes became keys; any other object stands for itself. */
function itemsInObject(object: Record<string, unknown>): unknown[] {
  const entries = Object.entries(object);
  const isIndexed = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isIndexed ? entries.map(([, item]) => item) : [object];
}

/** The scan comes first: it bounds the depth that JSON.stringify has to go. */
function isSmall(value: unknown): boolean {
  return scan(value).length === 0 && JSON.stringify(value).length <= EMBEDDED_MAX_UNITS;
}

function parseSmall(text: string): unknown {
  if (text.length > EMBEDDED_MAX_UNITS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
