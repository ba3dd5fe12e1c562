import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeUnsafeCharacters,
  findForbiddenCharacter,
  findHiddenCharacter,
  isBlank,
  nameCodePoint,
  withoutForbiddenCharacters,
  withoutHiddenCharacters,
} from '../../src/text/characters.js';

describe('findForbiddenCharacter', () => {
  it.each([
    ['a\nb', 'U+000A', 1],
    ['\t', 'U+0009', 0],
    ['a\u0085', 'U+0085', 1],
    ['a\u2028', 'U+2028', 1],
    ['\u001b[2J', 'U+001B', 0],
    ['👩\u202e', 'U+202E', 1],
    ['\u2066x', 'U+2066', 0],
    ['x\u{E0041}', 'U+E0041', 1],
    ['x\u200b', 'U+200B', 1],
    ['x\u3164', 'U+3164', 1],
    ['x\ufeff', 'U+FEFF', 1],
    ['x\u00ad', 'U+00AD', 1],
    ['x\ufff0', 'U+FFF0', 1],
    ['x\ufdd0', 'U+FDD0', 1],
    ['x\ufffe', 'U+FFFE', 1],
    ['x\uffff', 'U+FFFF', 1],
    ['x\u{1FFFE}', 'U+1FFFE', 1],
    ['x\u{10FFFF}', 'U+10FFFF', 1],
    ['x\u{E0080}', 'U+E0080', 1],
    ['x\u{E01F0}', 'U+E01F0', 1],
    ['x\u{E0FFF}', 'U+E0FFF', 1],
  ])('finds it in %j', (text, codePoint, position) => {
    expect(findForbiddenCharacter(text)).toMatchObject({ codePoint, position });
  });

  it.each([
    'plain',
    '👩‍👩‍👧‍👦 plan',
    'می‌خواهم',
    'e\u0301',
    '☎️',
    '葛󠄀',
    '\u200fשלום\u200e',
    'a\u00a0b',
    '1️⃣ first',
    '🇩🇪 flag',
    '👍🏽',
    'क्‍ष',
    'শ্রী',
    'ᠠ᠋',
    '\u2800x',
    '\ufffd',
  ])('leaves %j alone', (text) => {
    expect(findForbiddenCharacter(text)).toBeNull();
  });
});

/** Every code point but the surrogates, each with what a regular expression says of it. */
function codePointsThat(holds: (character: string) => boolean): string[] {
  const found: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const character = String.fromCodePoint(codePoint);
    if (holds(character)) found.push(character);
  }
  return found;
}

describe('of what Unicode lets a reader ignore', () => {
  it('only the marks of right-to-left text are allowed by themselves', () => {
    const allowed = codePointsThat(
      (character) =>
        /\p{Default_Ignorable_Code_Point}/u.test(character) && findForbiddenCharacter(character) === null,
    );
    expect(allowed).toEqual(['\u061c', '\u200e', '\u200f']);
  });

  it('and of what is no character at all, nothing', () => {
    const none = codePointsThat((character) => /\p{Noncharacter_Code_Point}/u.test(character));
    expect(none).toHaveLength(66);
    expect(none.filter((character) => findForbiddenCharacter(character) === null)).toEqual([]);
  });
});

describe('isBlank', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \t\u00a0\u2003\u3000\u1680'],
    ['the empty braille pattern', '\u2800'],
    ['a joiner', '\u200d'],
    ['a non-joiner and a direction mark', '\u200c\u200e'],
    ['a variation selector', '\ufe0f'],
    ['a variation selector of a higher plane', '\u{E0100}'],
    ['a Mongolian variation selector', '\u180b'],
    ['the last code point to ignore', '\u{E0FFF}'],
    ['the null notehead', '\u{1D159}'],
    ['a combining mark', '\u0301'],
    ['an enclosing mark', ' \u20e3'],
    ['marks, joiners and spaces', '\u0301 \u200d\u0489\ufe0f\u2800'],
  ])('is true for %s', (_, text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each([
    'x',
    '.',
    '0',
    'e\u0301',
    '\u0301e',
    '1\ufe0f\u20e3',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    '☎️',
    'ی',
    'क्ष',
    '葛󠄀',
    '\u2801',
    'ᠠ᠋',
  ])('is false for %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

/** Words and signs as people write them, in which each selector, joiner, tag and mark means something. */
const REAL = [
  ...[
    'plain',
    'e\u0301',
    'Tiếng Việt',
    'Tiếng Việt'.normalize('NFD'),
    'Ελληνικά',
    'Привет',
    '中文漢字',
    '한국어',
    '日本語',
  ],
  ...['می‌خواهم', 'API‌ها', '۲۰‌ام', 'ه‍.ش', 'ئه‌م', '\u200fשלום\u200e', 'بِسْمِ ٱللَّٰهِ', 'ٱلرَّحْمَـٰنِ', 'ܫܠܡܐ'],
  ...['בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים', 'क्‍ष', 'हिन्दी', 'र्‍य', 'শ্রী', 'র‍্য', 'ন্‌', 'ക്‌', 'ന്‍', 'ශ්‍රී ලංකා', 'ක්‍ෂ'],
  ...[
    'தமிழ்',
    'తెలుగు',
    'ನ್‌',
    'ਪੰਜਾਬੀ',
    'ગુજરાતી',
    'ଓଡ଼ିଆ',
    'ที่สุด',
    'กำลัง',
    'ພາສາລາວ',
    'မြန်မာ',
    'ကျွန်ုပ်',
    'ភាសាខ្មែរ',
    'ᠠ᠋',
    'ᠮᠣᠩᠭᠣᠯ',
  ],
  ...['བོད་སྐད་', 'ཧྐྵྨླྺྼྻྂ', 'ꦗꦮ', '葛󠄀飾区', '﨑', '、︀', '∩︀', '0︀', 'ɔ̃ː', 'ŋ̊ǀʰ', 'q̓ʷ'],
  ...['👩‍👩‍👧‍👦 plan', '☎️', '☎︎', '1️⃣ first', '#️⃣', '*⃣', '🇩🇪', '👍🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴‍☠️', '🏳️‍🌈', '❤️‍🔥', '👁️‍🗨️'],
  // Words that end without a space: Khmer, Thai, Lao, Burmese, beside digits and signs too.
  ...[
    'ភាសា\u200bខ្មែរ',
    'ឆ្នាំ\u200b2026',
    'សួស្តី\u200b។',
    'ภาษา\u200bไทย',
    'ພາສາ\u200bລາວ',
    'မြန်မာ\u200bစာ',
    'API\u200bថ្មី',
  ],
  // Black, not "to look": the letters have other forms beside a separator.
  ...['ᠬᠠᠷ\u180eᠠ', 'ᠨ\u180eᠠ', 'ᠭ\u180b\u180eᠠ'],
  // The meteg before the vowel, Jerusalem, and a diaeresis that is no umlaut.
  ...['\u05d4\u05bd\u034f\u05b7', 'ירושל\u05b7\u034f\u05b4ם', 'a\u034f\u0308'],
  // Old syllables without a first letter, without a vowel, and with a last letter alone.
  ...['\u115f\u1161', '\u1100\u1160', '\u1112\u1160\u11ab', '\u115f\u1160\u11ab', '\u1112\u119e\u11ab'],
  ...['🧑🏽‍🚀', '👨🏻‍❤️‍💋‍👨🏿', '🐦‍⬛', '⚠️ x', '©️ ™︎', '♔︀', '🙂‍↔️'],
];
const SELECTORS = [
  '\ufe00',
  '\ufe01',
  '\ufe07',
  '\ufe0e',
  '\ufe0f',
  '\u180b',
  '\u180f',
  '\u{E0100}',
  '\u{E01EF}',
];
const INVISIBLE = [...SELECTORS, '\u200c', '\u200d', '\u{E0041}', '\u{E007F}'];

const SHAPING = ['\u200b', '\u180e', '\u034f', '\u115f', '\u1160', '\u3164', 'ไ', 'ᠠ', '\u1100', '\u11ab'];

describe('F38: what is not drawn by itself', () => {
  it.each(REAL)('is taken where it means something: %s', (text) => {
    expect([findForbiddenCharacter(text), findHiddenCharacter(text)]).toEqual([null, null]);
    expect([withoutForbiddenCharacters(text), withoutHiddenCharacters(text)]).toEqual([text, text]);
  });

  it.each([
    ['199 selectors behind a letter', `a${'\ufe0f'.repeat(199)}`, 'U+FE0F', 1, 'a'],
    ['199 selectors behind an ideograph', `葛${'\u{E0100}'.repeat(199)}`, 'U+E0100', 2, '葛'],
    ['one selector behind a letter', 'ab\u{E0101}c', 'U+E0101', 2, 'abc'],
    ['a second one behind an emoji', '☎\ufe0f\ufe0e', 'U+FE0E', 2, '☎\ufe0f'],
    ['one behind a digit without its keycap', '1\ufe0f.', 'U+FE0F', 1, '1.'],
    ['one that no sequence has', '漢\ufe0a', 'U+FE0A', 1, '漢'],
    ['one of Mongolian behind a letter', 'a\u180b', 'U+180B', 1, 'a'],
    ['one at the start', '\ufe0fa', 'U+FE0F', 0, 'a'],
    ['a joiner between Latin letters', 'pass\u200dword', 'U+200D', 4, 'password'],
    ['a non-joiner between Latin letters', 'pass\u200cword', 'U+200C', 4, 'password'],
    ['a second joiner', 'می\u200c\u200cخ', 'U+200C', 3, 'می\u200cخ'],
    ['a joiner behind the last emoji', '👩\u200d x', 'U+200D', 1, '👩 x'],
    ['a joiner before an emoji', 'a\u200d👩', 'U+200D', 1, 'a👩'],
    ['tags behind a letter', 'a\u{E0068}\u{E0069}', 'U+E0068', 1, 'a'],
    ['tags behind a flag', '🏴\u{E0068}\u{E0069}\u{E007F}', 'U+E0068', 1, '🏴'],
    ['more tags behind those of a flag', '🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{E0041}', 'U+E0041', 7, '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a second direction mark', 'x\u200e\u200fy', 'U+200F', 2, 'x\u200ey'],
    ['200 marks on a letter', `a${'\u0301'.repeat(200)}`, 'U+0301', 11, 'a'],
    ['11 marks', `a${'\u0301'.repeat(11)}b`, 'U+0301', 11, 'ab'],
    ['marks with joiners between', `ب${'\u064b\u200d'.repeat(6)}`, 'U+064B', 11, 'ب'],
  ])('is found elsewhere: %s', (_, text, codePoint, position, rest) => {
    for (const find of [findForbiddenCharacter, findHiddenCharacter]) {
      expect(find(text)).toMatchObject({ codePoint, position });
    }
    expect([withoutForbiddenCharacters(text), withoutHiddenCharacters(text)]).toEqual([rest, rest]);
  });

  it.each([
    ['a word break between Latin letters', 'pass\u200bword', 'U+200B', 'password'],
    ['one between Chinese words', '中文\u200b漢字', 'U+200B', '中文漢字'],
    ['a second one', 'ภาษา\u200b\u200bไทย', 'U+200B', 'ภาษาไทย'],
    ['one before a space', 'ภาษา\u200b ไทย', 'U+200B', 'ภาษา ไทย'],
    ['one at the end', 'ภาษา\u200b', 'U+200B', 'ภาษา'],
    ['a vowel separator of Mongolian behind a Latin letter', 'a\u180eb', 'U+180E', 'ab'],
    ['one at the end of a word', 'ᠨ\u180e x', 'U+180E', 'ᠨ x'],
    ['a grapheme joiner between letters', 'c\u034fh', 'U+034F', 'ch'],
    ['one before a selector', '葛\u034f\u{E0100}', 'U+034F', '葛\u{E0100}'],
    ['a second one', 'a\u034f\u034f\u0308', 'U+034F', 'a\u0308'],
    ['a filler of Hangul for a blank', 'a\u3164b', 'U+3164', 'a b'],
    ['a half-width one', 'a\uffa0b', 'U+FFA0', 'a b'],
    ['a first filler without a vowel', 'a\u115fb', 'U+115F', 'a b'],
    ['fillers of nothing', 'a\u115f\u1160b', 'U+115F', 'a b'],
    ['a second filler', '\u1100\u1160\u1160', 'U+1160', '\u1100\u1160'],
    ['a non-joiner of a German typographer', 'Auf\u200clage', 'U+200C', 'Auflage'],
    ['a soft hyphen', 'Auf\u00adlage', 'U+00AD', 'Auflage'],
    ['a selector behind a star that has no sequence', '★\ufe0f', 'U+FE0F', '★'],
    ['one behind a check mark that has none', '✓\ufe0f done', 'U+FE0F', '✓ done'],
    ['one behind an arrow that has none', 'a →\ufe0e b', 'U+FE0E', 'a → b'],
  ])('is refused where the visible word is the same without it: %s', (_, text, codePoint, rest) => {
    expect(findForbiddenCharacter(text)).toMatchObject({ codePoint });
    expect(withoutForbiddenCharacters(text)).toBe(rest);
  });

  it.each(['✔\ufe0f', '↔\ufe0e', '➡\ufe0f', '♥\ufe0f', '⭐\ufe0f'])(
    'is taken behind a sign that has a sequence: %s',
    (text) => {
      expect(findForbiddenCharacter(text)).toBeNull();
    },
  );

  it('leaves as many marks as a script needs', () => {
    expect(findForbiddenCharacter(`a${'\u0301'.repeat(10)}`)).toBeNull();
  });

  it('leaves the lines, the tabs and the direction of a text of several lines', () => {
    const text = 'a\n\tb\r\n\u202ec\u202c\u200b';
    expect([findHiddenCharacter(text), withoutHiddenCharacters(text)]).toEqual([null, text]);
  });

  it('is found in any text of words where it is put behind a Latin letter, and is gone from the rest', () => {
    const words = fc.array(fc.constantFrom(...REAL), { maxLength: 5 }).map((some) => some.join(' '));
    fc.assert(
      fc.property(words, fc.constantFrom(...INVISIBLE), words, (before, invisible, after) => {
        expect(findHiddenCharacter(`${before} ab ${after}`)).toBeNull();
        const text = `${before} a${invisible}b ${after}`;
        expect(findHiddenCharacter(text)).toMatchObject({
          codePoint: nameCodePoint(invisible),
          position: [...before].length + 2,
        });
        expect(withoutHiddenCharacters(text)).toBe(`${before} ab ${after}`);
      }),
    );
  });

  it('is gone from what is left of any text', () => {
    const part = fc.constantFrom(
      ...REAL,
      ...INVISIBLE,
      ...SHAPING,
      '\u0301',
      '\u200e',
      '\n',
      'a',
      '\u0301'.repeat(9),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(findForbiddenCharacter(withoutForbiddenCharacters(text))).toBeNull();
        expect(findHiddenCharacter(withoutHiddenCharacters(text))).toBeNull();
      }),
    );
  });
});

it('puts a space for a run that breaks the line and nothing for another', () => {
  expect(withoutForbiddenCharacters('a\r\n\u200bb\u202ec\n')).toBe('a bc');
});

it('escapes forbidden characters and lone surrogates as JSON does', () => {
  expect(escapeUnsafeCharacters('a\0\u{E0041}\ud800😀')).toBe('a\\u0000\\udb40\\udc41\\ud800😀');
});

it('names a code point with four digits at least', () => {
  expect([nameCodePoint('a'), nameCodePoint('😀')]).toStrictEqual(['U+0061', 'U+1F600']);
});
