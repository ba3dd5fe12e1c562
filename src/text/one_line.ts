import { createHash } from 'node:crypto';
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

/** 48 bits: nobody finds a text that holds its own delimiter by trying, and 12 digits cost few tokens. */
export const FENCE_HEX_DIGITS = 12;
/** Whatever some reader takes for the end of a line: CRLF, LF, CR, VT, FF, NEL and the separators. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Begins each line of fenced text, so that none reads as a task line, a fence or a Markdown code fence. */
const PREFIX = '| ';

/** A hexadecimal delimiter that follows from the text alone and does not occur in it. */
export function fenceDelimiter(text: string, hexDigits = FENCE_HEX_DIGITS): string {
  for (let round = 0; ; round += 1) {
    const delimiter = createHash('sha256').update(`${round}\n${text}`).digest('hex').slice(0, hexDigits);
    if (!text.includes(delimiter)) return delimiter;
  }
}

/** The text between two equal lines, each of its lines prefixed, hidden characters shown; tabs stay. */
export function fence(text: string, delimiter: string): string {
  const rule = `--- ${delimiter}`;
  return [rule, ...text.split(LINE_END).map(fencedLine), rule].join('\n');
}

/** The characters that a text, or a part of one, takes between the rules of its fence. */
export function fencedSize(text: string): number {
  return text.split(LINE_END).map(fencedLine).join('\n').length - PREFIX.length;
}

function fencedLine(line: string): string {
  return PREFIX + line.split('\t').map(oneLine).join('\t');
}
