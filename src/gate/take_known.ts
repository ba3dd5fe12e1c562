import { isPlainObject } from './embedded.js';
import type { ObjectShape } from './shape.js';

/**
 * A copy with the given properties that the shape knows; undefined when there is a key that it does not know.
 * null on an optional property counts as not given, here and in the objects inside.
 */
export function takeKnown(
  shape: ObjectShape,
  raw: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const known: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    const member = shape.members.get(key);
    if (!member) return undefined;
    const value = raw[key];
    if (value === undefined || (value === null && !shape.required.has(key))) continue;
    if (member.kind === 'object' && isPlainObject(value)) {
      const inner = takeKnown(member, value);
      if (!inner) return undefined;
      known[key] = inner;
    } else {
      known[key] = value;
    }
  }
  return known;
}
