/** Stands where text was left out. */
export const CUT_MARK = '…';
export const CUT_MARK_BYTES = 3;
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
