import { isPlainObject } from '../json/values.js';
import type { ObjectShape } from '../schema/shape.js';
import { ISSUES_MAX_COUNT } from '../text/budget.js';
import { accepts } from './hints/suggest.js';

/** Arguments as far as they are judged, and how many issues the rest has. */
interface Judged {
  readonly args: Record<string, unknown>;
  readonly left: number;
}

/**
 * The arguments without those unknown keys for which no refusal has room, of the root and of the objects
 * inside: each of these keys is an issue, whatever it holds. What is judged is bounded by it.
 */
export function takeJudged(shape: ObjectShape, raw: Record<string, unknown>): Judged {
  const keys = Object.keys(raw);
  if (keys.length <= ISSUES_MAX_COUNT) return judgedInside(shape, raw, 0);
  let left = -ISSUES_MAX_COUNT;
  const kept: [string, unknown][] = [];
  for (const key of keys) {
    if (!shape.members.has(key)) left += 1;
    if (left <= 0 || shape.members.has(key)) kept.push([key, raw[key]]);
  }
  // Unlike an assignment, this keeps a key such as __proto__ a key.
  const args = left > 0 ? Object.fromEntries(kept) : raw;
  return judgedInside(shape, args, Math.max(left, 0));
}

function judgedInside(shape: ObjectShape, raw: Record<string, unknown>, leftOutside: number): Judged {
  let args = raw;
  let left = leftOutside;
  for (const [key, member] of shape.members) {
    if (member.kind !== 'object') continue;
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (!isPlainObject(value)) continue;
    const inner = takeJudged(member, value);
    if (inner.left === 0) continue;
    args = { ...args, [key]: inner.args };
    left += inner.left;
  }
  return { args, left };
}

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
