import { type Issue, invalidInput, Refusal } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { syntaxIssue } from './fault.js';
import { findLoss, type Loss } from './scan.js';
import { decodeUtf8 } from './utf8.js';

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
