import { adviceOf } from '../schema/advice.js';
import { wholeIn } from '../text/words.js';
import type { EnumShape } from './shape.js';
import { nearest } from './words.js';

/** The word that was most likely meant, or undefined. */
export function wordIn(text: string, { schema, words, vocabulary }: EnumShape): string | undefined {
  const whole = wholeIn(text);
  if (whole !== undefined && nearest(whole, words, vocabulary) !== undefined) return undefined;
  const { bare, meant } = adviceOf(schema);
  const near = (word: string) => nearest(word, words, vocabulary);
  return near(text) ?? (bare && near(bare(text))) ?? meant?.(text);
}

/** Each word once, and some of them twice; more are no list of words. */
const ITEMS_MAX_COUNT = 10;

/** The word for exactly these, where there is one: ["done", "cancelled"] is closed. */
export function groupIn(items: readonly unknown[], shape: EnumShape): string | undefined {
  const groups = Object.entries(adviceOf(shape.schema).groups ?? {});
  if (items.length > ITEMS_MAX_COUNT || groups.length === 0) return undefined;
  const meant = new Set(items.map((item) => (typeof item === 'string' ? wordIn(item, shape) : undefined)));
  return groups.find(([, words]) => isSame(meant, words))?.[0];
}

/** True when these are all words but those for several, which is no filter. */
export function isEvery(items: readonly unknown[], { schema, words }: EnumShape): boolean {
  const groups = adviceOf(schema).groups ?? {};
  const single = words.filter((word) => !Object.hasOwn(groups, word));
  return items.length <= ITEMS_MAX_COUNT && isSame(new Set(items), single);
}

function isSame(set: ReadonlySet<unknown>, words: readonly string[]): boolean {
  return set.size === words.length && words.every((word) => set.has(word));
}
