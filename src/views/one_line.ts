import { findForbiddenCharacter } from '../domain/characters.js';
import { cut } from './cut.js';

/** A name that stands without quotes: nothing in it can be taken for punctuation of the line it is in. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}._/@:+-]+$/u;
/** What a view writes for a field without a value. */
export const NONE = 'none';

const isHidden = (character: string): boolean =>
  !character.isWellFormed() || findForbiddenCharacter(character) !== null;

/** The usual text holds nothing hidden, and is found so by one regular expression. */
function replaceHidden(text: string, show: (character: string) => string): string {
  if (text.isWellFormed() && findForbiddenCharacter(text) === null) return text;
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

/** A caller's name for somebody, cut: bare where it is one plain word, else quoted, as a name "none" is. */
export function nameOf(text: string, maxBytes: number): string {
  const short = cut(text, maxBytes);
  return short === text && short !== NONE && PLAIN_NAME.test(short) ? short : quote(short);
}
