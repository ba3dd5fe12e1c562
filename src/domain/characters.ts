/**
 * Characters that a one-line text (subject, owner) must not hold: they break the line, hide text from a
 * reader or change the order in which it is read, or are none at all. Of the invisible
 * ones those stay legal that text needs: ZWJ and ZWNJ (U+200D, U+200C), the variation selectors (U+FE00 to
 * U+FE0F, U+E0100 to U+E01EF, Mongolian U+180B to U+180D and U+180F) and the marks of right-to-left text
 * (U+200E, U+200F, U+061C). One character class, because a text is matched on every write.
 */
const FORBIDDEN_CLASS = `[${[
  '\\p{Cc}', // controls, among them line feed, escape and NUL
  '\\u2028\\u2029', // line and paragraph separator
  '\\u202A-\\u202E\\u2066-\\u206F', // bidi embeddings, overrides, isolates and their deprecated kin
  '\\u{E0000}-\\u{E00FF}\\u{E01F0}-\\u{E0FFF}', // tags, a whole hidden alphabet, and their invisible kin
  '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u2060-\\u2065\\u3164\\uFEFF\\uFFA0', // fillers
  '\\uFFF0-\\uFFFB\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}', // annotation and format controls
  '\\p{Noncharacter_Code_Point}', // never a character
].join('')}]`;

const FORBIDDEN = new RegExp(FORBIDDEN_CLASS, 'u');
const FORBIDDEN_RUN = new RegExp(`${FORBIDDEN_CLASS}+`, 'gu');
/** Forbidden characters and lone surrogates: what must not reach a reader of a message as it is. */
const UNSAFE = new RegExp(`${FORBIDDEN_CLASS}|\\p{Cs}`, 'gu');
/**
 * A character that a reader sees: no white space, nothing invisible, no mark without a letter to stand on,
 * and neither of the two symbols that are drawn as nothing (the empty braille pattern, the null notehead).
 */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800\u{1D159}]/u;
/** Tab, the line breaks and the separators: they stand between words. */
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** True for a text that shows nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** The first forbidden character, or null. `position` counts code points from 0. */
export function findForbiddenCharacter(text: string): { position: number; codePoint: string } | null {
  const found = FORBIDDEN.exec(text);
  if (!found) return null;
  const position = [...text.slice(0, found.index)].length;
  return { position, codePoint: nameCodePoint(found[0]) };
}

/**
 * The text without its forbidden characters: a run that breaks the line becomes one space, any other run
 * goes.
 */
export function withoutForbiddenCharacters(text: string): string {
  return text.replace(FORBIDDEN_RUN, (run) => (BREAK.test(run) ? ' ' : '')).trim();
}

/** The text with each forbidden character and each lone surrogate as its JSON escape, such as \u202e. */
export function escapeUnsafeCharacters(text: string): string {
  return text.replace(UNSAFE, (character) => {
    let escaped = '';
    for (let index = 0; index < character.length; index += 1) {
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** "U+202E" for a character. */
export function nameCodePoint(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
