import { accepts } from './accepts.js';
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

/**
 * A copy with those given properties that the gate would let through by themselves, of the root and of the
 * objects inside; what else is there does not matter.
 */
export function takeValid(shape: ObjectShape, raw: Record<string, unknown>): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  for (const [key, member] of shape.members) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (value === undefined || value === null) continue;
    const own = member.kind === 'object' && isPlainObject(value) ? takeValid(member, value) : value;
    if (accepts(member, own)) valid[key] = own;
  }
  return valid;
}
