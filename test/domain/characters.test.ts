import { describe, expect, it } from 'vitest';
import {
  escapeUnsafeCharacters,
  findForbiddenCharacter,
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
  ])('finds it in %j', (text, codePoint, position) => {
    expect(findForbiddenCharacter(text)).toStrictEqual({ codePoint, position });
  });

  it.each(['plain', '👩‍👩‍👧‍👦 plan', 'می‌خواهم', 'e\u0301', '☎️', '葛󠄀', '\u200fשלום\u200e', 'a\u00a0b'])(
    'leaves %j alone',
    (text) => {
      expect(findForbiddenCharacter(text)).toBeNull();
    },
  );
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
