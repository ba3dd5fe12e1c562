import { distance } from 'fastest-levenshtein';

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
