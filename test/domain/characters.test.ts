import { describe, expect, it } from 'vitest';
import {
  escapeUnsafeCharacters,
  findForbiddenCharacter,
  isBlank,
  nameCodePoint,
  withoutForbiddenCharacters,
} from '../../src/domain/characters.js';

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
    expect(findForbiddenCharacter(text)).toStrictEqual({ codePoint, position });
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
  it('only what text needs is allowed', () => {
    const allowed = codePointsThat(
      (character) =>
        /\p{Default_Ignorable_Code_Point}/u.test(character) && findForbiddenCharacter(character) === null,
    );
    const marks = ['\u061c', '\u180b', '\u180c', '\u180d', '\u180f', '\u200c', '\u200d', '\u200e', '\u200f'];
    expect(allowed.filter((character) => !/[\ufe00-\ufe0f\u{E0100}-\u{E01EF}]/u.test(character))).toEqual(
      marks,
    );
    expect(allowed).toHaveLength(marks.length + 16 + 240);
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

it('puts a space for a run that breaks the line and nothing for another', () => {
  expect(withoutForbiddenCharacters('a\r\n\u200bb\u202ec\n')).toBe('a bc');
});

it('escapes forbidden characters and lone surrogates as JSON does', () => {
  expect(escapeUnsafeCharacters('a\0\u{E0041}\ud800😀')).toBe('a\\u0000\\udb40\\udc41\\ud800😀');
});

it('names a code point with four digits at least', () => {
  expect([nameCodePoint('a'), nameCodePoint('😀')]).toStrictEqual(['U+0061', 'U+1F600']);
});
