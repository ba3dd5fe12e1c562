import { replaceUnsafeCharacters, toJsonEscape } from './characters.js';
import { CUT_MARK, CUT_MARK_BYTES, graphemesOf } from './cut.js';

/**
 * The text on one line: each character that a one-line text must not hold, and each lone surrogate, is shown
 * as an escape such as \u{1b}, so that stored text neither breaks a line nor hides in it.
 */
export function oneLine(text: string): string {
  return replaceUnsafeCharacters(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A JSON string on one line that parses to exactly this text; what `oneLine` shows is a JSON escape here. */
export function quote(text: string): string {
  return replaceUnsafeCharacters(JSON.stringify(text), toJsonEscape);
}

/**
 * The text as a JSON string in at most `maxBytes`. Of a longer one the JSON string of its beginning, and the
 * mark of the cut behind it, where no caller's text can stand.
 */
export function quoteWithin(text: string, maxBytes: number): string {
  const whole = quote(text);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  // A first grapheme that alone is too long is cut too, so that the mark never stands for the whole text.
  const kept = fitting(graphemesOf(text), maxBytes) || fitting(text, maxBytes);
  return quote(kept) + CUT_MARK;
}

/** The text of the first parts, as many as fit quoted and with the mark of the cut. */
function fitting(parts: Iterable<string>, maxBytes: number): string {
  let kept = '';
  for (const part of parts) {
    if (Buffer.byteLength(quote(kept + part)) + CUT_MARK_BYTES > maxBytes) break;
    kept += part;
  }
  return kept;
}
