import { findForbiddenCharacter } from '../../text/characters.js';
import { cut } from '../../text/cut.js';
import { quoteWithin } from '../../text/one_line.js';
import { NONE } from '../echo.js';
import { looksLikeOurs } from './markers.js';

/** A name that stands without quotes: nothing in it can be taken for punctuation of the line it is in. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}._/@:+-]+(?<!:)$/u;

const holdsHidden = (text: string): boolean => !text.isWellFormed() || findForbiddenCharacter(text) !== null;

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
