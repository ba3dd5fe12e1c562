import { findForbiddenCharacter } from '../domain/characters.js';
import { NONE } from '../domain/echo.js';
import { CUT_MARK, CUT_MARK_BYTES, cut, graphemesOf } from './cut.js';
import { looksLikeOurs } from './markers.js';

/** A name that stands without quotes: nothing in it can be taken for punctuation of the line it is in. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}._/@:+-]+(?<!:)$/u;
const QUOTES_BYTES = 2;

const isHidden = (character: string): boolean =>
  !character.isWellFormed() || findForbiddenCharacter(character) !== null;

const holdsHidden = (text: string): boolean => !text.isWellFormed() || findForbiddenCharacter(text) !== null;

/** The usual text holds nothing hidden, and is found so by one regular expression. */
function replaceHidden(text: string, show: (character: string) => string): string {
  if (!holdsHidden(text)) return text;
  return Array.from(text, (character) => (isHidden(character) ? show(character) : character)).join('');
}

/**
 * The text on one line: each control, line separator, bidi override, tag, filler and lone surrogate is shown
 * as an escape such as \u{1b}, so that stored text neither breaks a line nor hides in it.
 */
export function oneLine(text: string): string {
  return replaceHidden(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A JSON string on one line that parses to exactly this text; what `oneLine` shows is a JSON escape here. */
export function quote(text: string): string {
  return replaceHidden(JSON.stringify(text), toJsonEscape);
}

function toJsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/**
 * The text as a JSON string in at most `maxBytes`. Of a longer one the JSON string of its beginning, and the
 * mark of the cut behind it, where no caller's text can stand.
 */
export function quoteWithin(text: string, maxBytes: number): string {
  const whole = quote(text);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  let kept = '';
  let bytes = QUOTES_BYTES + CUT_MARK_BYTES;
  for (const grapheme of graphemesOf(text)) {
    bytes += Buffer.byteLength(quote(grapheme)) - QUOTES_BYTES;
    if (bytes > maxBytes) break;
    kept += grapheme;
  }
  return quote(kept) + CUT_MARK;
}

/**
 * What a caller wrote on one line, such as a subject, in at most `maxBytes`: as it is, or as a JSON string
 * where it holds what the service says itself. A text that begins with a quotation mark is always such a
 * JSON string.
 */
export function shown(text: string, maxBytes: number): string {
  const isPlain = text === text.trim() && text !== '' && !holdsHidden(text) && !looksLikeOurs(text);
  return isPlain ? cut(text, maxBytes) : quoteWithin(text, maxBytes);
}

/** A caller's name for somebody or something, likewise: bare where it is one plain word and not "none". */
export function nameOf(text: string, maxBytes: number): string {
  return text !== NONE && PLAIN_NAME.test(text) && !holdsHidden(text)
    ? cut(text, maxBytes)
    : quoteWithin(text, maxBytes);
}
