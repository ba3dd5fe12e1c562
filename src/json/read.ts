import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { type Issue, invalidInput, Refusal } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
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

/** The visitor recurses; at this depth it is far from the end of the stack. */
const VISIT_MAX_LEVELS = 200;
/** Enough of the text to recognise the place. */
const EXCERPT_MAX_UNITS = 40;

const EXPECTED = 'one JSON value in UTF-8';

const UNPLACED = `The body is not valid JSON, and nested so deep that the place cannot be named.`;

/** What each error of the JSON parser means, after "a place where". */
const MEANINGS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word stands that is not JSON',
  InvalidNumberFormat: 'a number is not written as in JSON',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'the value has ended and more text follows',
  InvalidCommentToken: 'a comment stands, which JSON does not have',
  UnexpectedEndOfComment: 'a comment stands, which JSON does not have',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'a \\u escape is not four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash is followed by a character that it cannot escape',
  InvalidCharacter: 'a string holds a control character; escape it',
};

/**
 * The place of the first fault. Offsets, lines and columns are in UTF-16 units; lines and columns count from
 * 1.
 */
interface Fault {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly meaning: string;
}

/** Ends the visit of a text that is not JSON; `fault` is null where the nesting hides the place. */
class Found extends Error {
  constructor(readonly fault: Fault | null) {
    super();
  }
}

/** The issue of a text that JSON.parse refuses. */
function syntaxIssue(text: string): Issue {
  const fault = findFault(text);
  if (!fault) return { path: '', code: 'json', message: UNPLACED, expected: EXPECTED };
  const { offset, line, column, meaning } = fault;
  const isEnd = text.slice(offset).trim() === '';
  const place = isEnd ? 'at its end' : `at line ${line}, column ${column}`;
  const message = `The body is not valid JSON ${place}: ${meaning}.`;
  const issue: Issue = { path: '', code: 'json', message, expected: EXPECTED };
  return isEnd ? issue : { ...issue, received: render(text.slice(offset, offset + EXCERPT_MAX_UNITS)) };
}

function findFault(text: string): Fault | null {
  let level = 0;
  const enter = () => {
    level += 1;
    if (level > VISIT_MAX_LEVELS) throw new Found(null);
  };
  const leave = () => {
    level -= 1;
  };
  const onError = (code: ParseErrorCode, offset: number, _length: number, line: number, column: number) => {
    const meaning = MEANINGS[printParseErrorCode(code)] ?? 'the text is not JSON';
    throw new Found({ offset, line: line + 1, column: column + 1, meaning });
  };
  const visitor = {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onError,
  };
  try {
    visit(text, visitor, { disallowComments: true, allowTrailingComma: false });
  } catch (found) {
    if (found instanceof Found) return found.fault;
    throw found;
  }
  return null;
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
