import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOf, shown } from '../../../src/tasks/views/callers_words.js';
import { nastyText } from './samples.js';

test('F38: shows something of a text that is one grapheme', () => {
  const hidden = `a${'\ufe0f'.repeat(199)}`;
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
