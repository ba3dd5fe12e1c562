import { createHash } from 'node:crypto';
import { replaceUnsafeCharacters, toJsonEscape } from './characters.js';

/** How what a caller wrote stands in a text of ours: cut, enumerated, on one line, quoted, fenced. */

/** Stands where text was left out. */
export const CUT_MARK = '…';
const CUT_MARK_BYTES = 3;
/** The most UTF-8 bytes that one UTF-16 unit takes; a pair takes 4 for its two. */
const UNIT_MAX_BYTES = 3;

/** Text in which every character is a grapheme of one byte. */
const PRINTABLE_ASCII = /^[ -~]*$/;

const encoder = new TextEncoder();
let graphemes: Intl.Segmenter | undefined;

/**
 * The text in at most `maxBytes` bytes of UTF-8, the mark included: whole when it fits, else cut between two
 * graphemes, or in the first where that is longer; '' where not even the mark fits. Always well-formed: a
 * lone surrogate becomes U+FFFD.
 */
export function cut(text: string, maxBytes: number): string {
  const sound = text.toWellFormed();
  if (sound.length * UNIT_MAX_BYTES <= maxBytes || Buffer.byteLength(sound) <= maxBytes) return sound;
  const room = maxBytes - CUT_MARK_BYTES;
  if (room < 0) return '';
  if (PRINTABLE_ASCII.test(sound.slice(0, maxBytes))) return sound.slice(0, room) + CUT_MARK;
  const { read } = encoder.encodeInto(sound, new Uint8Array(room));
  // A first grapheme that alone is too long is cut too, so that the mark never stands for the whole text.
  return sound.slice(0, startOfGrapheme(sound, read) || read) + CUT_MARK;
}

/** The boundary at or before a UTF-16 position. */
function startOfGrapheme(text: string, position: number): number {
  return segmenter().segment(text).containing(position)?.index ?? 0;
}

/** Its graphemes one after the other, found as they are asked for. */
export function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of segmenter().segment(text)) yield segment;
}

/** One locale, so that every machine cuts a text alike. */
function segmenter(): Intl.Segmenter {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes;
}

const more = (count: number): string => (count > 0 ? ` and ${count} more` : '');

/**
 * "#1, #2, #3 and 7 more": the first `maxCount` ids and how many there are besides; `count` is how many there
 * are where `ids` holds only the first.
 */
export function enumerateIds(ids: readonly string[], maxCount: number, count = ids.length): string {
  const shown = ids.slice(0, maxCount).map((id) => `#${id}`);
  return shown.join(', ') + more(count - shown.length);
}

/**
 * "a, b and 3 more" in at most `maxBytes`, with as many items as fit; a first one that does not fit is cut.
 * `maxBytes` must leave room for the mark; the items must each be on one line.
 */
export function enumerateWithin(items: readonly string[], maxBytes: number): string {
  const first = items[0];
  if (first === undefined) return '';
  for (let count = items.length; count > 0; count -= 1) {
    const text = items.slice(0, count).join(', ') + more(items.length - count);
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  const rest = more(items.length - 1);
  return cut(first, maxBytes - rest.length) + rest;
}

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
/** Behind the delimiter of a part of a longer text: who sends the part back as the whole loses the rest. */
export const PART_SUFFIX = '-part';
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

/** The text as it stands between the rules of its fence, without the prefixes. */
export function fencedText(text: string): string {
  return text.split(LINE_END).map(visible).join('\n');
}

function fencedLine(line: string): string {
  return PREFIX + visible(line);
}

function visible(line: string): string {
  return line.split('\t').map(oneLine).join('\t');
}
