import { distance } from 'fastest-levenshtein';

/** Words as callers write them, by their letters and digits alone, and what they stand for. */

/** Twice the longest name of any argument; a longer word is no slip of the pen. */
const WORD_MAX_UNITS = 64;

/** "!done", "-done", "status!=" exclude what they name; "- done" is an item of a list and "--done" a flag. */
export const EXCLUSION = /^\s*(?:[!¬~^]|-(?=[^\s-]))|!=|<>|≠/;

/** True for a word with a sign that says "all but this". */
export function isExclusion(word: string): boolean {
  return EXCLUSION.test(word);
}

/**
 * The letters and digits of a word in lower case: "In-Progress" and "in_progress" fold to one. '' when it is
 * too long or excludes a word instead of naming it.
 */
export function fold(word: string): string {
  if (word.length > WORD_MAX_UNITS || isExclusion(word)) return '';
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** From "word: 'meaning meaning'" to each meaning's words, in their order. */
export function invert(meanings: Readonly<Record<string, string>>): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const [word, others] of Object.entries(meanings)) {
    for (const other of others.split(/\s+/)) words.set(other, [...(words.get(other) ?? []), word]);
  }
  return words;
}

/** A word and what is inside of it, or belongs to it: "labels[0]", "labels.api". */
const PART = /^\W{0,9}(\w{1,40})\s{0,9}[[.:=/]\s{0,9}[^\s.]/;

/** Of a text that names a part of something, the name of the whole; undefined for any other. */
export function wholeIn(text: string): string | undefined {
  return PART.exec(text)?.[1];
}

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

/** What word processors and chats put in place of plain quotes, as a class of a pattern has it. */
export const TYPESET_QUOTES = '\u00ab\u00b4\u00bb\u2018-\u201f\u2039\u203a\u301d-\u301f\uff02\uff07';
const TYPESET_QUOTE = new RegExp(`[${TYPESET_QUOTES}]`, 'gu');

/** The text as it was before its quotes were typeset; an apostrophe becomes one of them too. */
export function withPlainQuotes(text: string): string {
  return text.replace(TYPESET_QUOTE, '"');
}

/** Longer than any text that stands where a value should, with what may stand around it. */
const NO_VALUE_MAX_UNITS = 40;
/** Brackets, dashes and what else stands between or around a word; "n/a" keeps its slash. */
const AROUND_A_WORD = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}._"'`<>]+/gu;
/** What JavaScript and others print of a value that is not there, or of one that is no text. */
const LOST = /^[\s"'`]*(?:undefined|NaN|\[object [A-Za-z]{1,20}\])[\s"'`]*$/;

/**
 * True for one word of this set, such as the words for nobody, with or without such signs; '' is signs alone.
 * Only a whole text is a word; a sentence that holds one is a text like any other.
 */
export function isOneOf(words: ReadonlySet<string>, text: string): boolean {
  if (text.length > NO_VALUE_MAX_UNITS) return false;
  return words.has(text.toLowerCase().replace(AROUND_A_WORD, ''));
}

/** True for what a program wrote in place of a value that it lost: "undefined", "[object Object]". */
export function isLost(text: string): boolean {
  return text.length <= NO_VALUE_MAX_UNITS && LOST.test(text);
}

/** Goes on after the name of an argument. */
export const LOST_SAYS = 'stands where a program lost the value; send the value itself';
