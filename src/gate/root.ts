import { type Issue, invalidInput } from '../errors.js';
import { isPlainObject, objectIn } from './embedded.js';
import { quote } from './fault.js';
import { render } from './render.js';
import { depthIssue, scan } from './scan.js';
import type { ObjectShape } from './shape.js';

/** What runtimes call the object of the arguments when they send a tool call whole. */
const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'parameters', 'params']);
/** What may stand beside it, so that it is known as a tool call. */
const CALL_KEYS: ReadonlySet<string> = new Set(['name', 'tool', 'type', 'id', 'call_id']);

interface Wrapper {
  readonly key: string;
  readonly inner: unknown;
}

const EXPECTED = 'one JSON object that holds the arguments';

/** The raw arguments as an object; nothing given counts as none. @throws Refusal INVALID_INPUT */
export function readRoot(root: ObjectShape, raw: unknown): Record<string, unknown> {
  if (raw === undefined) return {};
  const wrapper = isPlainObject(raw) ? findWrapper(root, raw) : undefined;
  if (isPlainObject(raw) && wrapper === undefined) return raw;
  const isTooDeep = scan(raw).some(({ code }) => code === 'depth');
  if (isTooDeep) throw invalidInput([depthIssue('')]);
  throw invalidInput([wrapper === undefined ? typeIssue(raw) : wrapperIssue(raw, wrapper)]);
}

/**
 * The key that holds the arguments of a tool call that was sent whole; undefined when the input is no such
 * call.
 */
function findWrapper(root: ObjectShape, raw: Record<string, unknown>): Wrapper | undefined {
  const keys = Object.keys(raw);
  const key = keys.find((candidate) => WRAPPERS.has(candidate) && !root.members.has(candidate));
  if (key === undefined) return undefined;
  const others = keys.filter((candidate) => candidate !== key);
  const isCall = others.length === 0 || others.includes('name') || others.includes('tool');
  if (!isCall || !others.every((other) => CALL_KEYS.has(other))) return undefined;
  const holds = isPlainObject(raw[key]) || objectIn(raw[key]) !== undefined;
  return holds ? { key, inner: raw[key] } : undefined;
}

function typeIssue(raw: unknown): Issue {
  const suggestion = objectIn(raw);
  const isText = typeof raw === 'string' && suggestion !== undefined;
  const instead = isText ? 'the object itself, not a string that holds it' : EXPECTED;
  return issueOf(raw, 'type', `must be an object, not ${render(raw)}; send ${instead}`, suggestion);
}

function wrapperIssue(raw: unknown, { key, inner }: Wrapper): Issue {
  const fault = `wraps the arguments in ${key}; send the arguments themselves at the top level`;
  return issueOf(raw, 'unknown_key', fault, objectIn(inner));
}

function issueOf(raw: unknown, code: string, fault: string, suggestion: unknown): Issue {
  const message = `The input ${fault}${suggestion === undefined ? '' : `: ${quote(suggestion)}`}.`;
  const issue: Issue = { path: '', code, message, expected: EXPECTED, received: render(raw) };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}
