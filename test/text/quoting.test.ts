import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, fence, fenceDelimiter, oneLine, quote } from '../../src/text/quoting.js';
import { runs } from '../support/property_runs.js';
import { bytesOf, isOneLine, nastyText } from '../tasks/views/samples.js';

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

test('shows what breaks a line, hides or turns it as an escape', () => {
  expect(oneLine('a\nb\r\u2028c')).toBe('a\\u{a}b\\u{d}\\u{2028}c');
  expect(oneLine('\u001b[2J')).toBe('\\u{1b}[2J');
  expect(oneLine('\u202egnp.exe')).toBe('\\u{202e}gnp.exe');
  expect(oneLine('A\u{e0041}')).toBe('A\\u{e0041}');
  expect(oneLine('a\ud800b')).toBe('a\\u{d800}b');
});

test('leaves emoji, Persian and combining marks as they are', () => {
  for (const text of ['👩‍👩‍👧‍👦 plan', 'می‌خواهم', 'e\u0301', '❤️']) expect(oneLine(text)).toBe(text);
});

test('quotes as JSON that holds nothing hidden and parses to the same text', () => {
  expect(quote('say "hi"\n\u202e\u{e0041}\u0085')).toBe('"say \\"hi\\"\\n\\u202e\\udb40\\udc41\\u0085"');
  fc.assert(
    fc.property(nastyText, (text) => {
      const quoted = quote(text);
      expect(JSON.parse(quoted)).toBe(text);
      expect(isOneLine(quoted)).toBe(true);
    }),
  );
});

test('F38: shows what hides between letters', () => {
  expect(oneLine('a\ufe0f b\u200dc 🏴󠁧󠁢󠁳󠁣󠁴󠁿')).toBe('a\\u{fe0f} b\\u{200d}c 🏴󠁧󠁢󠁳󠁣󠁴󠁿');
});

test('shows any text on one well-formed line', () => {
  fc.assert(fc.property(nastyText, (text) => isOneLine(oneLine(text)) && oneLine(text).isWellFormed()));
});

test('derives the delimiter from the text alone', () => {
  expect(fenceDelimiter('hello')).toMatch(/^[0-9a-f]{12}$/);
  expect(fenceDelimiter('hello')).toBe(fenceDelimiter('hello'));
  expect(fenceDelimiter('hello')).not.toBe(fenceDelimiter('hello '));
});

test('takes another delimiter when the text holds the first', () => {
  const digits = '0123456789abcdef';
  for (const missing of digits) {
    expect(fenceDelimiter(digits.replace(missing, ''), 1)).toBe(missing);
  }
});

test('prefixes every line, whichever way it ends', () => {
  expect(fence('a\r\nb\nc\rd\u2028e\u2029f\u0085g\vh\fi', 'ff00')).toBe(
    '--- ff00\n| a\n| b\n| c\n| d\n| e\n| f\n| g\n| h\n| i\n--- ff00',
  );
});

test('keeps empty lines and tabs, and shows what is hidden', () => {
  expect(fence('\n\tx\u001b[2J\u202e\u{e0041}\ud800\n', 'ff00')).toBe(
    '--- ff00\n| \n| \tx\\u{1b}[2J\\u{202e}\\u{e0041}\\u{d800}\n| \n--- ff00',
  );
});

test('never has the delimiter in the text, nor in the fenced lines', () => {
  fc.assert(
    fc.property(fc.oneof(nastyText, fc.string({ unit: fc.constantFrom(...'0123456789abcdef') })), (text) => {
      const delimiter = fenceDelimiter(text);
      const lines = fence(text, delimiter).split('\n');
      expect(text).not.toContain(delimiter);
      expect(lines.slice(1, -1).every((line) => line.startsWith('| ') && !line.includes(delimiter))).toBe(
        true,
      );
      expect([lines.at(0), lines.at(-1)]).toEqual([`--- ${delimiter}`, `--- ${delimiter}`]);
    }),
  );
});
