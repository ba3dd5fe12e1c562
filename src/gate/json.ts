import { type Issue, Refusal } from '../errors.js';
import { findDuplicateKey } from './duplicate_key.js';
import { syntaxIssue } from './json_fault.js';
import { joinPath } from './render.js';
import { decodeUtf8 } from './utf8.js';

const WHITE_SPACE = /^[ \t\r\n]*$/;

/**
 * The one reader of JSON bodies. An empty body is `{}`. Neither recursive nor slow on any input up to the
 * body limit; nesting and numbers are for the gate to judge.
 *
 * @throws Refusal MALFORMED_BODY when the bytes are not UTF-8 or not JSON, or an object names a key twice.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  const value = parse(text);
  const duplicate = findDuplicateKey(text);
  if (duplicate) throw duplicateRefusal(duplicate);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (WHITE_SPACE.test(text)) return {};
    throw new Refusal('MALFORMED_BODY', 'The body is not JSON.', { issues: [syntaxIssue(text)], cause });
  }
}

function duplicateRefusal(steps: readonly (string | number)[]): Refusal {
  const path = steps.reduce<string>(joinPath, '');
  const message = `${path} stands twice in one object; send each key once.`;
  const issue: Issue = { path, code: 'duplicate', message, expected: 'each key once in an object' };
  return new Refusal('MALFORMED_BODY', 'The body names a key twice.', { issues: [issue] });
}
