import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fence, fenceDelimiter, oneLine, quote } from '../../src/text/one_line.js';
import { isOneLine, nastyText } from '../tasks/views/samples.js';

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
