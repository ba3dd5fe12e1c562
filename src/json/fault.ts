import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import type { Issue } from '../refusals/refusal.js';
import { render } from '../text/render.js';

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
export function syntaxIssue(text: string): Issue {
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
