import type { Advice } from '../schema/advice.js';
import { fold } from '../text/words.js';
import { countSlips } from './letters.js';

/** What callers write for some known words. */
export interface Vocabulary {
  /** From each folded word to the known ones that it may mean, the likeliest first. */
  readonly meanings: ReadonlyMap<string, readonly string[]>;
  /** Folded words that are no slip of any. */
  readonly unlike: ReadonlySet<string>;
}

const NO_WORDS: Vocabulary = { meanings: new Map(), unlike: new Set() };

/** A way to find the known word that a folded word stands for. */
type Match = (folded: string, known: readonly string[], vocabulary: Vocabulary) => string | undefined;

/** By which a word is known and no slip of the pen. */
export const SURE_MATCHES: readonly Match[] = [matchSpelling, matchMeaning];

/** From the surest to the least sure. */
export const MATCHES: readonly Match[] = [...SURE_MATCHES, matchLetters];

/** What is said beside each of the names. */
export function vocabularyOf(named: readonly (readonly [name: string, advice: Advice])[]): Vocabulary {
  const meanings = new Map<string, string[]>();
  const add = (name: string, words: string | undefined) => {
    for (const word of splitWords(words)) meanings.set(word, [...(meanings.get(word) ?? []), name]);
  };
  for (const [name, { words }] of named) add(name, words);
  for (const [name, { perhaps }] of named) add(name, perhaps);
  return { meanings, unlike: new Set(named.flatMap(([, { unlike }]) => splitWords(unlike))) };
}

function splitWords(words = ''): string[] {
  return words === '' ? [] : words.split(/\s+/);
}

/** The known word that is most likely meant, or undefined when none is near. */
export function nearest(
  word: string,
  known: readonly string[],
  vocabulary: Vocabulary = NO_WORDS,
): string | undefined {
  const folded = fold(word);
  if (folded === '') return undefined;
  for (const match of MATCHES) {
    const found = match(folded, known, vocabulary);
    if (found !== undefined) return found;
  }
  return undefined;
}

function matchSpelling(folded: string, known: readonly string[]): string | undefined {
  return known.find((word) => fold(word) === folded);
}

function matchMeaning(
  folded: string,
  known: readonly string[],
  { meanings }: Vocabulary,
): string | undefined {
  return meanings.get(folded)?.find((word) => known.includes(word));
}

/** Of two words that are equally near neither is likely. */
function matchLetters(folded: string, known: readonly string[], { unlike }: Vocabulary): string | undefined {
  if (unlike.has(folded)) return undefined;
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const word of known) {
    const slips = countSlips(folded, fold(word)) ?? Number.POSITIVE_INFINITY;
    if (slips > fewest || slips === Number.POSITIVE_INFINITY) continue;
    best = slips < fewest ? word : undefined;
    fewest = slips;
  }
  return best;
}
