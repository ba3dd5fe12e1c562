import { isPlainObject, objectIn } from './embedded.js';
import type { ObjectShape } from './shape.js';

/** What runtimes call the object of the arguments when they send a tool call whole. */
const WRAPPERS: ReadonlySet<string> = new Set(
  'arguments args input parameters params function functionCall function_call tool_call'.split(' '),
);
/** What may stand beside it, so that it is known as a tool call. */
const CALL_KEYS: ReadonlySet<string> = new Set('name tool type id call_id jsonrpc method'.split(' '));
/** Those of them that only a tool call has. */
const MARKS: readonly string[] = ['name', 'tool', 'type', 'method'];
/** What models call the thing that the arguments describe. */
const THINGS: ReadonlySet<string> = new Set('task tasks todo todos item data body payload json'.split(' '));
/** A JSON-RPC request holds the call, which holds the arguments. */
const LEVELS_MAX_COUNT = 3;

export interface Wrapper {
  readonly key: string;
  /** The arguments that it holds; undefined when they are too large to be repeated. */
  readonly inner: Record<string, unknown> | undefined;
}

/** The key that holds the arguments which should stand at the top level; undefined when there is none. */
export function findWrapper(root: ObjectShape, raw: Record<string, unknown>, level = 1): Wrapper | undefined {
  const key = callKey(root, raw) ?? thingKey(root, raw);
  if (key === undefined) return undefined;
  const inner = objectIn(raw[key]);
  const deeper = inner && level < LEVELS_MAX_COUNT ? findWrapper(root, inner, level + 1) : undefined;
  if (deeper) return { key, inner: deeper.inner };
  return { key, inner: THINGS.has(key) && inner ? { ...inner, ...without(raw, key) } : inner };
}

/** Of a tool call that was sent whole. */
function callKey(root: ObjectShape, raw: Record<string, unknown>): string | undefined {
  const key = firstOf(WRAPPERS, root, raw);
  if (key === undefined) return undefined;
  const keys = Object.keys(raw);
  const others = keys.filter((candidate) => candidate !== key);
  const isCall = others.length === 0 || MARKS.some((mark) => others.includes(mark));
  if (!isCall || !others.every((other) => CALL_KEYS.has(other))) return undefined;
  return isPlainObject(raw[key]) || objectIn(raw[key]) !== undefined ? key : undefined;
}

/** Of arguments of which some stand in an object named after the thing, and none stands in both places. */
function thingKey(root: ObjectShape, raw: Record<string, unknown>): string | undefined {
  const key = firstOf(THINGS, root, raw);
  const inner = key === undefined ? undefined : objectIn(raw[key]);
  if (inner === undefined || typeof raw[key ?? ''] === 'string') return undefined;
  const keys = Object.keys(raw);
  // Beside other arguments it may be the object that the schema has.
  const hasObject = [...root.members.values()].some(({ kind }) => kind === 'object');
  const others = keys.filter((candidate) => candidate !== key);
  if (others.length > 0 && hasObject) return undefined;
  const isApart = others.every((other) => root.members.has(other) && !Object.hasOwn(inner, other));
  return isApart ? key : undefined;
}

/** The first key of the arguments that is one of the names and no argument of the tool. */
function firstOf(
  names: ReadonlySet<string>,
  root: ObjectShape,
  raw: Record<string, unknown>,
): string | undefined {
  const given = [...names].filter((name) => Object.hasOwn(raw, name) && !root.members.has(name));
  return given.length < 2 ? given[0] : Object.keys(raw).find((key) => given.includes(key));
}

function without(raw: Record<string, unknown>, key: string): Record<string, unknown> {
  const { [key]: _, ...rest } = raw;
  return rest;
}
