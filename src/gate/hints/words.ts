import { distance } from 'fastest-levenshtein';
import type { Vocabulary } from '../../schema/shape.js';
import { fold } from '../../text/words.js';

const NO_WORDS: Vocabulary = { meanings: new Map(), unlike: new Set() };

/** A way to find the known word that a folded word stands for. */
type Match = (folded: string, known: readonly string[], vocabulary: Vocabulary) => string | undefined;

/** By which a word is known and no slip of the pen. */
export const SURE_MATCHES: readonly Match[] = [matchSpelling, matchMeaning];

/** From the surest to the least sure. */
export const MATCHES: readonly Match[] = [...SURE_MATCHES, matchLetters];

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

/**
 * How many edits are a slip of the pen in a word of so many letters: in a short word one more makes another
 * word. Words shorter than the first are never corrected.
 */
const SLIPS: readonly { readonly fromLetters: number; readonly maxEdits: number }[] = [
  { fromLetters: 4, maxEdits: 1 },
  { fromLetters: 8, maxEdits: 2 },
  { fromLetters: 12, maxEdits: 3 },
];

/** What makes the opposite of a word, before it, in it or after it. */
const NEGATIONS = ['un', 'not', 'non', 'no', 'never', 'in', 'de', 'dis', 'mis', 'anti'];
/** A stutter puts one letter before a word ("ddone"); more make another word. */
const PREFIX_MIN_LETTERS = 2;

/**
 * How many slips of the pen lie between a folded word and a folded known one. undefined when it is no slip:
 * when it is too far, or is the known word and something that turns it round.
 */
export function countSlips(folded: string, known: string): number | undefined {
  if (folded[0] !== known[0] || isTurnedRound(folded, known)) return undefined;
  const max = SLIPS.findLast(({ fromLetters }) => known.length >= fromLetters)?.maxEdits ?? 0;
  if (Math.abs(folded.length - known.length) > max) return undefined;
  const edits = countEdits(folded, known);
  return edits <= max ? edits : undefined;
}

function isTurnedRound(folded: string, known: string): boolean {
  if (folded.endsWith(known) && folded.length - known.length >= PREFIX_MIN_LETTERS) return true;
  return NEGATIONS.some((negation) => folded.replace(negation, '') === known);
}

/** Two neighbours in each other's place count as one edit, as they are one slip. */
function countEdits(a: string, b: string): number {
  let fewest = distance(a, b);
  for (let index = 1; index < a.length; index += 1) {
    const swapped = a.slice(0, index - 1) + a.charAt(index) + a.charAt(index - 1) + a.slice(index + 1);
    fewest = Math.min(fewest, 1 + distance(swapped, b));
  }
  return fewest;
}
