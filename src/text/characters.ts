/**
 * Characters that are not drawn by themselves and mean something in their place only: selectors behind what
 * has variants, joiners between letters of scripts that use them and between emoji, tags in the flags of
 * regions. Elsewhere they hide what a program reads and a person does not see. Patterns of regular
 * expressions with the flag v, each of one character.
 */

/** The scripts with letters that join or form conjuncts; Unicode keeps the joiners for these. */
const JOINING_SCRIPTS = `Adlm Arab Bali Beng Bhks Brah Cakm Cham Chrs Deva Dogr Gong Gonm Gran Gujr Guru Java
  Kali Khmr Knda Kthi Lana Lepc Limb Mahj Mand Mani Mlym Modi Mong Mtei Mymr Nand Newa Nkoo Orya Phag Phlp Rohg
  Saur Shrd Sidd Sinh Sogd Sund Sylo Syrc Takr Taml Telu Thaa Tibt Tirh`;
const JOINING = `[[\\p{L}\\p{M}]&&${ofScripts(JOINING_SCRIPTS)}]`;

function ofScripts(names: string): string {
  const each = names.split(/\s+/).map((script) => `\\p{scx=${script}}`);
  return `[${each.join('')}]`;
}

const JOINERS = '\\u200C\\u200D';
const DIRECTION_MARKS = '\\u200E\\u200F\\u061C';

/**
 * Combining marks on one character. The tallest that texts have is a stack of Tibetan with eight; Hebrew with
 * vowels and accents has five, Vietnamese two. The 30 of UAX #15 (Stream-Safe Text) bound a buffer, and would
 * let through what hides the lines around it.
 */
const MARKS_MAX_COUNT = 10;
const MARKS = `[\\p{M}${JOINERS}]`;

/** As StandardizedVariants.txt has them: ideographs, operators, and the letters of a few scripts. */
const HAS_VARIANTS =
  '[\\p{sc=Han}\\p{Sm}\\p{sc=Mymr}\\p{sc=Phag}\\p{sc=Mani}\\p{sc=Egyp}0\\u2018-\\u201F\\u2654-\\u265F\\u3001\\u3002\\uFF01-\\uFF1F]';
const PICTURE = '[\\p{Extended_Pictographic}[\\p{Emoji}--[0-9#*]]]';
const KEYCAP = '(?<=[0-9#*])[\\uFE0E\\uFE0F]\\u20E3';

const SELECTORS = [
  `(?<!${PICTURE})(?!${KEYCAP})[\\uFE0E\\uFE0F]`, // text or emoji
  `(?<!${HAS_VARIANTS})[\\uFE00-\\uFE02]`,
  '(?<!\\p{sc=Egyp})[\\uFE03-\\uFE06]', // turned hieroglyphs
  '[\\uFE07-\\uFE0D]', // no sequence has them
  '(?<!\\p{sc=Han})[\\u{E0100}-\\u{E01EF}]', // forms of ideographs
  '(?<![\\p{sc=Mong}&&\\p{L}])[\\u180B-\\u180D\\u180F]',
];

const MISPLACED_JOINERS = [
  `(?<=[${JOINERS}])[${JOINERS}]`,
  `(?<!${JOINING})\\u200C(?!${JOINING})`,
  `(?<!${JOINING})(?!(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D\\p{Extended_Pictographic})\\u200D(?!${JOINING})`,
];

/** Scripts without spaces between words, where U+200B ends one (class SA of UAX #14). */
const UNSPACED = `[[\\p{L}\\p{M}\\p{N}]&&${ofScripts('Khmr Laoo Lana Mymr Tale Talu Tavt Thai')}]`;
const OF_WORDS = '[\\p{L}\\p{M}\\p{N}\\p{P}]';
const MONGOLIAN = '[\\p{sc=Mong}&&\\p{L}]';
const DRAWN_MARK = '[\\p{M}--\\p{Default_Ignorable_Code_Point}]';
/** The letters of an old syllable of Hangul; a filler stands for one that it has not. */
const LEADING = '[\\u1100-\\u115E\\uA960-\\uA97C]';
const VOWEL = '[\\u1161-\\u11A7\\uD7B0-\\uD7C6]';
const TRAILING = '[\\u11A8-\\u11FF\\uD7CB-\\uD7FB]';

/** What divides, shapes or orders the letters beside it, and is refused wherever it does not. */
const IN_PLACE = [
  `(?<=${UNSPACED})\\u200B(?=${OF_WORDS})|(?<=${OF_WORDS})\\u200B(?=${UNSPACED})`,
  `(?<=${MONGOLIAN}[\\u180B-\\u180D\\u180F]?)\\u180E(?=${MONGOLIAN})`, // another form of both letters
  `(?<=[\\p{L}${DRAWN_MARK}])\\u034F(?=${DRAWN_MARK})`, // the order of two marks
  `(?<!${LEADING})\\u115F(?=${VOWEL}|\\u1160${TRAILING})`,
  `(?<=${LEADING})\\u1160|(?<=(?<!${LEADING})\\u115F)\\u1160(?=${TRAILING})`,
].join('|');

/** Where they match as `kept`, tags have their meaning, and on one line what is in its place. */
const TAGS = '\\p{RGI_Emoji_Tag_Sequence}';
const KEPT = `(?<kept>${TAGS}|(?=[\\u034F\\u115F\\u1160\\u180E\\u200B])(?:${IN_PLACE}))`;

/** Tags, a whole alphabet, and the selectors and joiners that mean nothing where they stand. */
const OUT_OF_PLACE = [
  '[\\u{E0000}-\\u{E00FF}\\u{E01F0}-\\u{E0FFF}]', // tags and their kin
  ...SELECTORS,
  ...MISPLACED_JOINERS,
  `(?<=[${DIRECTION_MARKS}])[${DIRECTION_MARKS}]`, // a second one changes nothing
].join('|');

/** Each character that any of these patterns matches, wherever it stands; all selectors are marks. */
const CANDIDATES = `\\p{M}${JOINERS}${DIRECTION_MARKS}\\u{E0000}-\\u{E0FFF}`;

/** Each mark beyond those that a character may have. */
const TOO_MANY_MARKS = `(?<=${MARKS}{${MARKS_MAX_COUNT}})${MARKS}`;
/** All the marks of a character that has too many. */
const CROWD_OF_MARKS = `${MARKS}{${MARKS_MAX_COUNT + 1},}`;

/**
 * Characters that a one-line text (subject, owner) must not hold anywhere: they break the line, hide text
 * from a reader or change the order in which it is read, or are none at all. The marks of right-to-left text
 * stay legal (U+200E, U+200F, U+061C), one at a time, and so does what is IN_PLACE. One class, because a
 * text is matched on every write.
 */
const FORBIDDEN_CLASS = `[${[
  '\\p{Cc}', // controls, among them line feed, escape and NUL
  '\\u2028\\u2029', // line and paragraph separator
  '\\u202A-\\u202E\\u2066-\\u206F', // bidi embeddings, overrides, isolates and their deprecated kin
  '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u2060-\\u2065\\u3164\\uFEFF\\uFFA0', // fillers
  '\\uFFF0-\\uFFFB\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}', // annotation and format controls
  '\\p{Noncharacter_Code_Point}', // never a character
].join('')}]`;

/** What a text of any number of lines must not hold; the group says what it is. */
const HIDDEN = `(?<marks>${TOO_MANY_MARKS})|(?<place>${OUT_OF_PLACE})`;
const FORBIDDEN = `(?<always>${FORBIDDEN_CLASS})|${HIDDEN}`;

/** Most texts, and much sooner told from the others than by the classes of Unicode. */
const PLAIN = /^[ -~]*$/;
const PLAIN_LINES = /^[\t\n\r -~]*$/;
/** What most other texts have none of, found by one class of characters. */
const SUSPECT = new RegExp(`[${FORBIDDEN_CLASS}${CANDIDATES}\\p{Cs}]`, 'v');
const ANY_LINES = new RegExp(`(?<kept>${TAGS})|${HIDDEN}`, 'gv');
const ONE_LINE = new RegExp(`${KEPT}|${FORBIDDEN}`, 'gv');
const CROWDS = new RegExp(CROWD_OF_MARKS, 'gv');
const FORBIDDEN_RUNS = new RegExp(`(?:(?!${IN_PLACE})${FORBIDDEN_CLASS})+`, 'gv');
/** Forbidden characters and lone surrogates: what must not reach a reader of a message as it is. */
const UNSAFE = new RegExp(`${KEPT}|${FORBIDDEN}|\\p{Cs}`, 'gv');
/**
 * A character that a reader sees: no white space, nothing invisible, no mark without a letter to stand on,
 * and neither of the two symbols that are drawn as nothing (the empty braille pattern, the null notehead).
 */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800\u{1D159}]/u;
/** Tab, the line breaks and the separators, which stand between words, and the fillers, which look so. */
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029\u115F\u1160\u3164\uFFA0]/;

/** True for a text that shows nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** A character that a text must not hold; `position` counts code points from 0. */
interface FoundCharacter {
  readonly position: number;
  readonly codePoint: string;
  /** What is wrong with it, in words that go on after its position. */
  readonly fault: string;
}

const FAULTS = {
  always: 'a character that breaks the line or cannot be seen',
  marks: `behind ${MARKS_MAX_COUNT} combining marks or joiners in a row, the most that a script needs`,
  place: 'which means nothing there and cannot be seen',
} as const;

/** The first character that a one-line text must not hold, or null. */
export function findForbiddenCharacter(text: string): FoundCharacter | null {
  return find(ONE_LINE, text);
}

/** The first character that hides something in a text of any number of lines, or null. */
export function findHiddenCharacter(text: string): FoundCharacter | null {
  return PLAIN_LINES.test(text) ? null : find(ANY_LINES, text);
}

function find(pattern: RegExp, text: string): FoundCharacter | null {
  if (PLAIN.test(text) || !SUSPECT.test(text)) return null;
  for (const { 0: character, index, groups = {} } of text.matchAll(pattern)) {
    const { kept, marks, always } = groups;
    if (kept !== undefined) continue;
    const fault = marks !== undefined ? FAULTS.marks : always !== undefined ? FAULTS.always : FAULTS.place;
    return { position: [...text.slice(0, index)].length, codePoint: nameCodePoint(character), fault };
  }
  return null;
}

/**
 * The text without its forbidden characters: a run that breaks the line or is drawn as a blank becomes one
 * space, any other run goes, and so do all the marks of a character that has too many.
 */
export function withoutForbiddenCharacters(text: string): string {
  return untilSame(text, (before) => {
    const spaced = before.replace(FORBIDDEN_RUNS, (run) => (BREAK.test(run) ? ' ' : ''));
    return withoutHiddenCharacters(spaced).trim();
  });
}

/** The text without what hides something in it; the lines stay as they are. */
export function withoutHiddenCharacters(text: string): string {
  return untilSame(text, (before) => replaceFound(ANY_LINES, before.replace(CROWDS, ''), () => ''));
}

/** What stood beside a character may mean nothing without it. */
function untilSame(text: string, change: (text: string) => string): string {
  let before: string;
  let rest = text;
  do {
    before = rest;
    rest = change(rest);
  } while (rest !== before);
  return rest;
}

/** The text with each forbidden character and each lone surrogate as `show` has it. */
export function replaceUnsafeCharacters(text: string, show: (character: string) => string): string {
  return PLAIN.test(text) || !SUSPECT.test(text) ? text : replaceFound(UNSAFE, text, show);
}

function replaceFound(pattern: RegExp, text: string, show: (character: string) => string): string {
  return text.replace(pattern, (...found) => {
    const [character] = found;
    return found.at(-1).kept === undefined ? show(character) : character;
  });
}

/** The text with each forbidden character and each lone surrogate as its JSON escape, such as \u202e. */
export function escapeUnsafeCharacters(text: string): string {
  return replaceUnsafeCharacters(text, toJsonEscape);
}

/** A character as it stands in a JSON string, such as \\u202e; a pair of surrogates as two. */
export function toJsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** "U+202E" for a character. */
export function nameCodePoint(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
