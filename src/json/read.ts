import { type Issue, invalidInput, Refusal } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { syntaxIssue } from './fault.js';
import { findLoss, type Loss } from './loss.js';

const WHITE_SPACE = /^[ \t\r\n]*$/;

/** A text as JSON reads it, and the first thing that reading it would lose. */
export interface JsonReading {
  readonly value: unknown;
  readonly loss: Loss | null;
}

/**
 * Reads JSON for a door that wraps its calls in an envelope and judges a loss itself. As parseJson otherwise.
 *
 * @throws Refusal MALFORMED_BODY when the bytes are not UTF-8 or not JSON
 */
export function readJson(bytes: Buffer): JsonReading {
  const text = decodeUtf8(bytes);
  return { value: parse(text), loss: findLoss(text) };
}

/**
 * The one reader of JSON bodies. An empty body is `{}`. Neither recursive nor slow on any input up to the
 * body limit; nesting and the size of numbers are for the gate to judge.
 *
 * @throws Refusal MALFORMED_BODY when the bytes are not UTF-8 or not JSON, or an object names a key twice
 * @throws Refusal INVALID_INPUT when a number that is written with a fraction would be read as an integer
 */
export function parseJson(bytes: Buffer): unknown {
  const { value, loss } = readJson(bytes);
  if (loss) throw toLossRefusal(loss);
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

/** The refusal of an input in which something would be lost. */
export function toLossRefusal({ kind, steps, written }: Loss): Refusal {
  const path = steps.reduce<string>(joinPath, '');
  return kind === 'duplicate' ? duplicateRefusal(path) : invalidInput([numberIssue(path, written)]);
}

function numberIssue(path: string, literal: string): Issue {
  // Without the quotes that a text has: it came as a number.
  const received = render(literal).slice(1, -1);
  const message = `${path || 'The number'} is ${received}, which a JSON number cannot carry exactly; send an integer or fewer digits.`;
  return { path, code: 'number', message, expected: 'a number of at most 15 digits', received };
}

function duplicateRefusal(path: string): Refusal {
  const message = `${path} stands twice in one object; send each key once.`;
  const issue: Issue = { path, code: 'duplicate', message, expected: 'each key once in an object' };
  return new Refusal('MALFORMED_BODY', 'The body names a key twice.', { issues: [issue] });
}

/** Takes a byte order mark away, as RFC 8259 allows, and throws on bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. @throws Refusal MALFORMED_BODY when the bytes are not UTF-8 */
function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new Refusal('MALFORMED_BODY', 'The body is not UTF-8.', { issues: [encodingIssue(bytes)], cause });
  }
}

/** Names the first byte that is wrong. */
function encodingIssue(bytes: Buffer): Issue {
  const offset = findInvalidByte(bytes);
  const byte = bytes[offset];
  const hex = byte === undefined ? 'the end' : `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const message = `The body is not valid UTF-8 at byte ${offset} (${hex}); encode it as UTF-8.`;
  return { path: '', code: 'unicode', message, expected: 'UTF-8' };
}

/**
 * The start of the first sequence that is not UTF-8, by bisection: a prefix is valid up to it and never
 * after.
 */
function findInvalidByte(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isPrefixOfUtf8(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isPrefixOfUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
