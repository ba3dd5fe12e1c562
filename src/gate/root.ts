import { isPlainObject, isTooDeep, objectIn } from '../json/loss.js';
import { type Issue, invalidInput } from '../refusals/refusal.js';
import type { ObjectShape } from '../schema/shape.js';
import { joinPath, render, toCopy } from '../text/render.js';
import { depthIssue } from './scan.js';
import { argumentsOfThing, ONE_CALL_EACH, severalIssue, thingKey } from './things.js';

/** The tool that a gate belongs to, and the names of its neighbours. */
export interface CalledTool {
  readonly name: string;
  /** The tool that is meant by a name in any spelling; undefined for a name of none. */
  meantBy(name: string): string | undefined;
}

const EXPECTED = 'one JSON object that holds the arguments';

/**
 * The raw arguments as an object. A call of another tool than the one `called`
 * is not to be unwrapped into this one. @throws Refusal INVALID_INPUT
 */
export function readRoot(root: ObjectShape, raw: unknown, called?: CalledTool): Record<string, unknown> {
  const wrapper = isPlainObject(raw) ? findWrapper(root, raw) : undefined;
  if (isPlainObject(raw) && wrapper === undefined) {
    const several = severalIssue(root, raw);
    if (several) throw invalidInput([several]);
    return raw;
  }
  if (isTooDeep(raw)) throw invalidInput([depthIssue('')]);
  const object = isPlainObject(raw) ? undefined : objectIn(raw);
  const found = wrapper ?? (object && findWrapper(root, object));
  const other = called && found && otherCallIssue(found, called);
  if (other) throw invalidInput([other]);
  throw invalidInput([wrapper ? wrapperIssue(raw, wrapper) : typeIssue(raw, found ? found.inner : object)]);
}

function typeIssue(raw: unknown, suggestion: Record<string, unknown> | undefined): Issue {
  const isText = typeof raw === 'string' && suggestion !== undefined;
  const instead = isText ? 'the object itself, not a string that holds it' : EXPECTED;
  const each = Array.isArray(raw) && raw.length > 1 ? `; ${ONE_CALL_EACH}` : '';
  return issueOf(raw, 'type', `must be an object, not ${render(raw)}; send ${instead}${each}`, suggestion);
}

function wrapperIssue(raw: unknown, { key, inner }: Wrapper): Issue {
  const fault = `wraps the arguments in ${key}; send the arguments themselves at the top level`;
  return issueOf(raw, 'unknown_key', fault, inner);
}

function issueOf(raw: unknown, code: string, fault: string, suggestion: unknown): Issue {
  const message = `The input ${fault}${suggestion === undefined ? '' : `: ${toCopy(suggestion)}`}.`;
  const issue: Issue = { path: '', code, message, expected: EXPECTED, received: render(raw) };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

/**
 * The issue of a whole call that names another tool than the one called. To send its arguments alone would do
 * with this tool what was meant for that one, so they are not suggested.
 */
function otherCallIssue({ names }: Wrapper, called: CalledTool): Issue | undefined {
  const other = names.find((name) => isOther(name, called));
  if (!other) return undefined;
  const { path, name } = other;
  const meant = called.meantBy(name);
  const what = `${path} says that this is a call of ${meant ?? render(name)}, and it came to ${called.name}`;
  const message = `${what}; call ${meant ?? 'that tool'}, if that is what is meant.`;
  return { path, code: 'conflict', message, expected: called.name, received: render(name) };
}

function isOther({ name, isSure }: CallName, called: CalledTool): boolean {
  const meant = called.meantBy(name);
  return meant === undefined ? isSure : meant !== called.name;
}

interface Wrapper {
  readonly key: string;
  /** The arguments that it holds; undefined when they are too large to be repeated. */
  readonly inner: Record<string, unknown> | undefined;
  /** What it says of the tool that it is for. */
  readonly names: readonly CallName[];
}

interface CallName {
  readonly path: string;
  readonly name: string;
  /** False for a word that may as well say what kind of message it is. */
  readonly isSure: boolean;
}

/** What runtimes call the object of the arguments when they send a tool call whole. */
const WRAPPERS: ReadonlySet<string> = new Set(
  'arguments args input parameters params function functionCall function_call tool_call tool_input action_input'.split(
    ' ',
  ),
);
/** Under these a call says which tool it is for. */
const NAME_KEYS: readonly string[] =
  'name tool tool_name toolName recipient_name function_name function action'.split(' ');
/** Under these it says what kind of message it is; some say the tool. */
const KIND_KEYS: readonly string[] = ['type', 'method'];
/** What only a tool call has. */
const MARKS: readonly string[] = [...NAME_KEYS, ...KIND_KEYS];
/** What may stand beside the arguments, so that they are known as those of a tool call. */
const CALL_KEYS: ReadonlySet<string> = new Set([...MARKS, 'id', 'call_id', 'jsonrpc']);
/** A JSON-RPC request holds the call, which holds the arguments. */
const LEVELS_MAX_COUNT = 3;

/** The key that holds the arguments which should stand at the top level; undefined when there is none. */
function findWrapper(
  root: ObjectShape,
  raw: Record<string, unknown>,
  path = '',
  level = 1,
): Wrapper | undefined {
  const ofCall = callKey(root, raw);
  const key = ofCall ?? thingKey(root, raw);
  if (key === undefined) return undefined;
  const inner = objectIn(raw[key]);
  const names = namesIn(raw, path, key);
  const held = isPlainObject(raw[key]) ? raw[key] : inner;
  const deeper =
    held && level < LEVELS_MAX_COUNT ? findWrapper(root, held, joinPath(path, key), level + 1) : undefined;
  if (deeper) return { key, inner: deeper.inner, names: [...names, ...deeper.names] };
  return { key, inner: ofCall === undefined ? argumentsOfThing(raw, key) : inner, names };
}

/** Whether these are not arguments but a tool call that holds them, whatever tool it is for. */
export function isWholeCall(root: ObjectShape, raw: Record<string, unknown>): boolean {
  if (callKey(root, raw) !== undefined) return true;
  const key = thingKey(root, raw);
  const inner = key === undefined ? undefined : objectIn(raw[key]);
  return inner !== undefined && callKey(root, inner) !== undefined;
}

function namesIn(raw: Record<string, unknown>, path: string, holder: string): CallName[] {
  return MARKS.flatMap((key) => {
    const name = key !== holder && Object.hasOwn(raw, key) ? raw[key] : undefined;
    return typeof name === 'string'
      ? [{ path: joinPath(path, key), name, isSure: !KIND_KEYS.includes(key) }]
      : [];
  });
}

/** Of a tool call that was sent whole. */
function callKey(root: ObjectShape, raw: Record<string, unknown>): string | undefined {
  const key = firstOf(WRAPPERS, root, raw, (value) => isPlainObject(value) || objectIn(value) !== undefined);
  if (key === undefined) return undefined;
  const keys = Object.keys(raw);
  const others = keys.filter((candidate) => candidate !== key);
  const isCall = others.length === 0 || MARKS.some((mark) => others.includes(mark));
  return isCall && others.every((other) => CALL_KEYS.has(other)) ? key : undefined;
}

/** The first key of the arguments that is one of the names and no argument of the tool. */
function firstOf(
  names: ReadonlySet<string>,
  root: ObjectShape,
  raw: Record<string, unknown>,
  holds: (value: unknown) => boolean,
): string | undefined {
  const given = [...names].filter(
    (name) => Object.hasOwn(raw, name) && !root.members.has(name) && holds(raw[name]),
  );
  return given.length < 2 ? given[0] : Object.keys(raw).find((key) => given.includes(key));
}
