import { distance } from 'fastest-levenshtein';
import { SYNONYMS } from './synonyms.js';

/** Twice the longest name of any argument; a longer word is no slip of the pen. */
const WORD_MAX_UNITS = 64;
/** More edits than these make another word. */
const EDITS_MAX_COUNT = 3;
/** One edit for each three letters: "onwer" is a slip, "page" for "patch" is not. */
const LETTERS_PER_EDIT = 3;

/** A way to find the known word that a folded word stands for. */
type Match = (folded: string, known: readonly string[]) => string | undefined;

/** From the surest to the least sure. */
export const MATCHES: readonly Match[] = [matchSpelling, matchMeaning, matchLetters];

/**
 * The letters and digits of a word in lower case: "In-Progress" and "in_progress" fold to one. '' when too
 * long.
 */
export function fold(word: string): string {
  if (word.length > WORD_MAX_UNITS) return '';
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The known word that is most likely meant, or undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const folded = fold(word);
  if (folded === '') return undefined;
  for (const match of MATCHES) {
    const found = match(folded, known);
    if (found !== undefined) return found;
  }
  return undefined;
}

function matchSpelling(folded: string, known: readonly string[]): string | undefined {
  return known.find((word) => fold(word) === folded);
}

function matchMeaning(folded: string, known: readonly string[]): string | undefined {
  return SYNONYMS.get(folded)?.find((word) => known.includes(word));
}

function matchLetters(folded: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = EDITS_MAX_COUNT + 1;
  for (const word of known) {
    const candidate = fold(word);
    const longer = Math.max(folded.length, candidate.length);
    const edits = countEdits(folded, candidate);
    if (edits < fewest && edits <= longer / LETTERS_PER_EDIT) {
      best = word;
      fewest = edits;
    }
  }
  return best;
}

/** Two letters in each other's place count as one edit, as they are one slip. */
function countEdits(a: string, b: string): number {
  const edits = distance(a, b);
  return edits === 2 && sortLetters(a) === sortLetters(b) ? 1 : edits;
}

function sortLetters(word: string): string {
  return [...word].sort().join('');
}
