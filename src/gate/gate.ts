import type { Static, TObject } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { isPlain, isPlainObject } from '../json/loss.js';
import type { Issue } from '../refusals/refusal.js';
import { type ObjectShape, objectShape } from '../schema/shape.js';
import { ISSUES_MAX_COUNT } from '../text/budget.js';
import { explain } from './explain.js';
import { isFiller, withoutFillers } from './hints/place.js';
import { accepts } from './hints/suggest.js';
import { findSwallowed } from './hints/swallowed.js';
import { Issues } from './issues.js';
import { type CalledTool, readRoot } from './root.js';
import { scan } from './scan.js';

/**
 * Faults that only a comparison of several arguments shows. Where an argument is faulty by itself, the others
 * come without it and `isWhole` is false: then nothing can be said of what is missing.
 */
export type CrossCheck<Arguments> = (args: Partial<Arguments>, isWhole: boolean) => Issue[];

/**
 * The gate of one tool: turns raw arguments into typed ones that hold the own, known and given properties
 * only, or refuses them naming every issue. Nothing is coerced, dropped or defaulted, but that null on an
 * optional property means "not given". The raw arguments are never changed.
 *
 * @throws Refusal INVALID_INPUT (from the function returned), and never anything else.
 */
export function compileGate<S extends TObject>(
  schema: S,
  check?: CrossCheck<Static<S>>,
  called?: CalledTool,
): (raw: unknown) => Static<S> {
  const validator = TypeCompiler.Compile(schema);
  const root = objectShape(schema);
  const checked = (args: Static<S>): Static<S> => {
    const conflicts = check?.(args, true) ?? [];
    if (conflicts.length === 0) return args;
    throw Issues.of(conflicts).toRefusal();
  };
  return (raw = {}) => {
    const known = isPlainObject(raw) ? takeKnown(root, raw) : undefined;
    const isValid = known !== undefined && validator.Check(known);
    // So ends a plain call; what follows judges one that is faulty, or may hold other arguments in a text.
    if (isValid && isPlain(known)) return checked(known);
    const { args, left } = takeJudged(root, withoutFillers(root, readRoot(root, raw, called)));
    const scanned = scan(args, root);
    const found = [...findSwallowed(root, args), ...scanned.issues];
    if (isValid && found.length === 0) return checked(known);
    const issues = Issues.of(found);
    issues.count(left + scanned.left);
    explain(root, args, issues);
    // Each property of it has passed its own schema.
    const valid = takeValid(root, args) as Partial<Static<S>>;
    issues.addAll(check?.(valid, false) ?? []);
    if (issues.isEmpty) issues.add(unexplained(validator, known));
    throw issues.toRefusal();
  };
}

/**
 * A copy with the given properties that the shape knows; undefined when there is a key that it does not know.
 * null on an optional property counts as not given, here and in the objects inside, and so it does under the
 * name of such a property beside its object.
 */
function takeKnown(shape: ObjectShape, raw: Record<string, unknown>): Record<string, unknown> | undefined {
  const known: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    const member = shape.members.get(key);
    const value = raw[key];
    if (!member && value === null && isFiller(shape, raw, key)) continue;
    if (!member) return undefined;
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

/** Arguments as far as they are judged, and how many issues the rest has. */
interface Judged {
  readonly args: Record<string, unknown>;
  readonly left: number;
}

/**
 * The arguments without those unknown keys for which no refusal has room, of the root and of the objects
 * inside: each of these keys is an issue, whatever it holds. What is judged is bounded by it.
 */
function takeJudged(shape: ObjectShape, raw: Record<string, unknown>): Judged {
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
 * A copy with those given properties that the gate would let through by themselves, of the root and of the
 * objects inside; what else is there does not matter.
 */
function takeValid(shape: ObjectShape, raw: Record<string, unknown>): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  for (const [key, member] of shape.members) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (value === undefined || value === null) continue;
    const own = member.kind === 'object' && isPlainObject(value) ? takeValid(member, value) : value;
    if (accepts(member, own)) valid[key] = own;
  }
  return valid;
}

/** For a schema that says more than the explanations know, so that a refusal always names an issue. */
function unexplained(validator: TypeCheck<TObject>, known: unknown): Issue {
  const first = validator.Errors(known).First();
  const path = first?.path.slice(1).replaceAll('/', '.') ?? '';
  return { path, code: 'type', message: `${path || 'The input'} does not match the schema of the tool.` };
}
