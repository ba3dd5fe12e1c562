import { isPlainObject } from '../json/loss.js';
import type { ObjectShape } from '../schema/shape.js';

/**
 * True for the name of a field beside the object that it belongs to, where that gives something or `clear`
 * empties something: null there says what it says in the object, that the field is not given. Where nothing
 * else is given, null may be all that the call asks for.
 */
export function isFiller(root: ObjectShape, raw: Record<string, unknown>, key: string): boolean {
  for (const [name, shape] of root.members) {
    if (shape.kind !== 'object' || !shape.members.has(key) || shape.required.has(key)) continue;
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const clears = Array.isArray(raw.clear) && raw.clear.length > 0;
    return clears || (isPlainObject(given) && Object.values(given).some((value) => value !== null));
  }
  return false;
}

/** The arguments without such nulls. */
export function withoutFillers(root: ObjectShape, raw: Record<string, unknown>): Record<string, unknown> {
  const isLeftOut = (key: string) => raw[key] === null && !root.members.has(key) && isFiller(root, raw, key);
  const keys = Object.keys(raw);
  if (!keys.some(isLeftOut)) return raw;
  return Object.fromEntries(keys.filter((key) => !isLeftOut(key)).map((key) => [key, raw[key]]));
}
