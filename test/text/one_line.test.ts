import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, quote } from '../../src/text/one_line.js';
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
