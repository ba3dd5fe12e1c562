import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut } from '../../src/text/cut.js';
import { runs } from '../support/property_runs.js';
import { bytesOf, nastyText } from '../tasks/views/samples.js';

const anyAscii = fc.string({ unit: 'binary-ascii', maxLength: 120 });
const family = '👩‍👩‍👧‍👦';

test('leaves a text that fits as it is', () => {
  expect(cut('Write tests', 80)).toBe('Write tests');
  expect(cut('Write tests', 11)).toBe('Write tests');
  expect(cut(`${family} plan`, 30)).toBe(`${family} plan`);
  expect(cut('', 0)).toBe('');
});

test('cuts a longer text so that the mark fits too', () => {
  expect(cut('Write tests', 10)).toBe('Write t…');
  expect(bytesOf(cut('Write tests', 10))).toBe(10);
});

test('takes a family apart only where nothing else of the text would be seen', () => {
  expect(bytesOf(family)).toBe(25);
  expect(cut(`${family} plan`, 29)).toBe(`${family} …`);
  expect(cut(`${family} plan`, 28)).toBe(`${family}…`);
  expect(cut(`a${family} plan`, 28)).toBe('a…');
  expect(cut(`${family} plan`, 27)).toBe('👩‍👩‍👧‍…');
});

test('keeps a letter and its combining mark together', () => {
  expect(cut('cafe\u0301 society', 9)).toBe('cafe\u0301…');
  expect(cut('cafe\u0301 society', 8)).toBe('caf…');
});

test('keeps Persian with its zero-width non-joiner well-formed', () => {
  expect(cut('می‌خواهم بنویسم', 20)).toBe('می‌خواهم…');
});

test('keeps flags and CRLF whole', () => {
  expect(cut('🇮🇷🇮🇷🇮🇷', 20)).toBe('🇮🇷🇮🇷…');
  expect(cut('a\r\nbcdef', 5)).toBe('a…');
});

test('F38: gives nothing where not even the mark fits, and the mark alone where no character does', () => {
  expect(cut('long', 2)).toBe('');
  expect(cut('long', 3)).toBe('…');
  expect(cut('👩 plan', 6)).toBe('…');
  expect(cut(`a${'\u0301'.repeat(200)}`, 80)).toBe(`a${'\u0301'.repeat(38)}…`);
});

test('replaces a lone surrogate', () => {
  expect(cut('a\ud800b', 80)).toBe('a\ufffdb');
});

test('never exceeds its bound, splits no grapheme but the first and is always well-formed', () => {
  fc.assert(
    fc.property(fc.oneof(nastyText, anyAscii), fc.nat({ max: 90 }), (text, maxBytes) => {
      const sound = text.toWellFormed();
      const result = cut(text, maxBytes);
      expect(result.isWellFormed()).toBe(true);
      expect(bytesOf(result)).toBeLessThanOrEqual(maxBytes);
      expect(result).toBe(expectedCut(sound, maxBytes));
    }),
    { numRuns: runs(500) },
  );
});

/** As many whole graphemes as fit, counted one by one, or characters of the first where none does. */
function expectedCut(text: string, maxBytes: number): string {
  if (bytesOf(text) <= maxBytes) return text;
  if (maxBytes < 3) return '';
  let kept = '';
  let first = '';
  for (const character of text) {
    if (bytesOf(first + character) > maxBytes - 3) break;
    first += character;
  }
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (bytesOf(kept + segment) > maxBytes - 3) break;
    kept += segment;
  }
  return `${kept || first}…`;
}
