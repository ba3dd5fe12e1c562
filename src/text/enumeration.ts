import { cut } from './cut.js';

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
