import { fold } from '../text/words.js';
import { countSlips } from './letters.js';
import { SYNONYMS } from './synonyms.js';

/** A way to find the known word that a folded word stands for. */
type Match = (folded: string, known: readonly string[]) => string | undefined;

/** By which a word is known and no slip of the pen. */
export const SURE_MATCHES: readonly Match[] = [matchSpelling, matchMeaning];

/** From the surest to the least sure. */
export const MATCHES: readonly Match[] = [...SURE_MATCHES, matchLetters];

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

/** Of two words that are equally near neither is likely. */
function matchLetters(folded: string, known: readonly string[]): string | undefined {
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
