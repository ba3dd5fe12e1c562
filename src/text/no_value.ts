/**
 * Texts that stand where a value should: words for none, and what a program writes where it lost the value.
 * Only a whole text is one of them; a sentence that holds such a word is a text like any other.
 */

/** Longer than any of these texts with what may stand around it. */
const NO_VALUE_MAX_UNITS = 40;
/** Brackets, dashes and what else stands between or around a word; "n/a" keeps its slash. */
const AROUND_A_WORD = /[\s\p{Pd}\p{Ps}\p{Pe}._"'`<>]+/gu;
/** What JavaScript and others print of a value that is not there, or of one that is no text. */
const LOST = /^[\s"'`]*(?:undefined|NaN|\[object [A-Za-z]{1,20}\])[\s"'`]*$/;

/** One word of this set, with or without such signs; '' is signs alone. */
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

/** For a text that somebody writes, such as a description. */
const NO_TEXTS: ReadonlySet<string> = new Set(
  ' none null nil n/a tbd tobedetermined nodescription noreason'.split(' '),
);

/** True for a word by which a caller says that a description or a reason is not there (yet). */
export function isNoText(text: string): boolean {
  return isOneOf(NO_TEXTS, text);
}

const NO_LABELS: ReadonlySet<string> = new Set(' none null nil n/a'.split(' '));

/** True for a word that says that there are no labels. Some have the form of a label, and are none. */
export function isNoLabel(text: string): boolean {
  return isOneOf(NO_LABELS, text);
}
