/** Words as callers write them, by their letters and digits alone. */

/** Twice the longest name of any argument; a longer word is no slip of the pen. */
const WORD_MAX_UNITS = 64;

/** "!done", "-done", "status!=" exclude what they name; "- done" is an item of a list and "--done" a flag. */
const EXCLUSION = /^\s*(?:[!¬~^]|-(?=[^\s-]))|!=|<>|≠/;

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
