import { isTooDeep } from '../json/sound.js';
import { type Issue, invalidInput } from '../refusals/refusal.js';
import { render } from '../text/render.js';
import { isPlainObject, objectIn } from './embedded.js';
import { quote } from './fault.js';
import { depthIssue } from './scan.js';
import type { ObjectShape } from './shape.js';
import { findWrapper, type Wrapper } from './wrapper.js';

const EXPECTED = 'one JSON object that holds the arguments';

/** The raw arguments as an object; nothing given counts as none. @throws Refusal INVALID_INPUT */
export function readRoot(root: ObjectShape, raw: unknown): Record<string, unknown> {
  if (raw === undefined) return {};
  const wrapper = isPlainObject(raw) ? findWrapper(root, raw) : undefined;
  if (isPlainObject(raw) && wrapper === undefined) return raw;
  if (isTooDeep(raw)) throw invalidInput([depthIssue('')]);
  throw invalidInput([wrapper === undefined ? typeIssue(raw) : wrapperIssue(raw, wrapper)]);
}

function typeIssue(raw: unknown): Issue {
  const suggestion = objectIn(raw);
  const isText = typeof raw === 'string' && suggestion !== undefined;
  const instead = isText ? 'the object itself, not a string that holds it' : EXPECTED;
  return issueOf(raw, 'type', `must be an object, not ${render(raw)}; send ${instead}`, suggestion);
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
