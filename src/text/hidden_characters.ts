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
const JOINING = `[[\\p{L}\\p{M}]&&[${JOINING_SCRIPTS.split(/\s+/)
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]]`;

const JOINERS = '\\u200C\\u200D';
const DIRECTION_MARKS = '\\u200E\\u200F\\u061C';

/**
 * Combining marks on one character. The tallest that texts have is a stack of Tibetan with eight; Hebrew with
 * vowels and accents has five, Vietnamese two. The 30 of UAX #15 (Stream-Safe Text) bound a buffer, and would
 * let through what hides the lines around it.
 */
export const MARKS_MAX_COUNT = 10;
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

/** Where it matches as `flag`, the tags have their meaning. */
export const FLAG = '(?<flag>\\p{RGI_Emoji_Tag_Sequence})';

/** Tags, a whole alphabet, and the selectors and joiners that mean nothing where they stand. */
export const OUT_OF_PLACE = [
  '[\\u{E0000}-\\u{E00FF}\\u{E01F0}-\\u{E0FFF}]', // tags and their kin
  ...SELECTORS,
  ...MISPLACED_JOINERS,
  `(?<=[${DIRECTION_MARKS}])[${DIRECTION_MARKS}]`, // a second one changes nothing
].join('|');

/** Each character that any of these patterns matches, wherever it stands; all selectors are marks. */
export const CANDIDATES = `\\p{M}${JOINERS}${DIRECTION_MARKS}\\u{E0000}-\\u{E0FFF}`;

/** Each mark beyond those that a character may have. */
export const TOO_MANY_MARKS = `(?<=${MARKS}{${MARKS_MAX_COUNT}})${MARKS}`;
/** All the marks of a character that has too many. */
export const CROWD_OF_MARKS = `${MARKS}{${MARKS_MAX_COUNT + 1},}`;
