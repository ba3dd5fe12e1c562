import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOf, oneLine, quote, shown } from '../../src/views/one_line.js';
import { isOneLine, nastyText } from './samples.js';

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

test('F38: shows what hides between letters, and something of a text that is one grapheme', () => {
  const hidden = `a${'\ufe0f'.repeat(199)}`;
  expect(oneLine('a\ufe0f b\u200dc 🏴󠁧󠁢󠁳󠁣󠁴󠁿')).toBe('a\\u{fe0f} b\\u{200d}c 🏴󠁧󠁢󠁳󠁣󠁴󠁿');
  expect(shown(hidden, 40)).toBe(`"a${'\\ufe0f'.repeat(5)}"…`);
  expect(nameOf(hidden, 40)).toBe(`"a${'\\ufe0f'.repeat(5)}"…`);
  expect(shown(`a${'\u0301'.repeat(199)}`, 40)).toBe(`"a${'\u0301'.repeat(10)}${'\\u0301'.repeat(2)}"…`);
  expect(shown('👩‍👩‍👧‍👦', 12)).toBe('👩‍…');
});

test('F38: never shows the mark of a cut alone for a text that has a character', () => {
  fc.assert(
    fc.property(nastyText, fc.integer({ min: 20, max: 90 }), (text, maxBytes) => {
      fc.pre(text !== '');
      for (const seen of [shown(text, maxBytes), nameOf(text, maxBytes)]) {
        expect(['…', '""…']).not.toContain(seen);
        expect(Buffer.byteLength(seen)).toBeLessThanOrEqual(maxBytes);
      }
    }),
  );
});

test('writes one plain word bare, and quotes any other name', () => {
  expect(nameOf('agent-7', 40)).toBe('agent-7');
  expect(nameOf('ops/agent_7', 40)).toBe('ops/agent_7');
  expect(nameOf('علی', 40)).toBe('علی');
  expect(nameOf('none', 40)).toBe('"none"');
  expect(nameOf('', 40)).toBe('""');
  expect(nameOf('a, status done → pending', 40)).toBe('"a, status done → pending"');
  expect(nameOf('x'.repeat(50), 40)).toBe(`${'x'.repeat(37)}…`);
  expect(nameOf('x y '.repeat(20), 20)).toBe('"x y x y x y x y"…');
  expect(nameOf('x:', 40)).toBe('"x:"');
});

test('shows any text on one well-formed line', () => {
  fc.assert(fc.property(nastyText, (text) => isOneLine(oneLine(text)) && oneLine(text).isWellFormed()));
});
