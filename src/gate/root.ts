import { isTooDeep } from '../json/loss.js';
import { isPlainObject, objectIn } from '../json/values.js';
import { type Issue, invalidInput } from '../refusals/refusal.js';
import type { ObjectShape } from '../schema/shape.js';
import { quote } from '../schema/wanted.js';
import { render } from '../text/render.js';
import { type CalledTool, findWrapper, otherCallIssue, type Wrapper } from './hints/wrapper.js';
import { depthIssue } from './scan.js';

/** Where a caller sends several calls in one. */
const ONE_CALL_EACH = 'one call is for one task: make one call for each';
const EXPECTED = 'one JSON object that holds the arguments';

/**
 * The raw arguments as an object. A call of another tool than the one `called`
 * is not to be unwrapped into this one. @throws Refusal INVALID_INPUT
 */
export function readRoot(root: ObjectShape, raw: unknown, called?: CalledTool): Record<string, unknown> {
  const wrapper = isPlainObject(raw) ? findWrapper(root, raw) : undefined;
  if (isPlainObject(raw) && wrapper === undefined) return raw;
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
  const message = `The input ${fault}${suggestion === undefined ? '' : `: ${quote(suggestion)}`}.`;
  const issue: Issue = { path: '', code, message, expected: EXPECTED, received: render(raw) };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}
