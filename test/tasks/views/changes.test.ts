import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWN_FIELDS } from '../../../src/tasks/changes.js';
import { CHANGES_MAX_BYTES, describeChanges } from '../../../src/tasks/views/changes.js';
import { bytesOf, ids, isOneLine, nastyText } from './samples.js';

const one = (field: string, from: unknown, to: unknown) => describeChanges([{ field, from, to }]);

test('shows plain words as they are and an empty field as none', () => {
  const changes = [
    { field: 'status', from: 'pending', to: 'in_progress' },
    { field: 'priority', from: 'normal', to: 'high' },
    { field: 'owner', from: null, to: 'agent-7' },
  ];
  expect(describeChanges(changes)).toBe(
    'status pending → in_progress, priority normal → high, owner none → agent-7',
  );
});

test('is empty without a change', () => {
  expect(describeChanges([])).toBe('');
});

test('shows labels and blockers as lists', () => {
  expect(one('labels', ['a', 'b'], ['a', 'c'])).toBe('labels [a, b] → [a, c]');
  expect(one('labels', [], ['a'])).toBe('labels none → [a]');
  expect(one('blockedBy', ['1'], [])).toBe('blockedBy [#1] → none');
});

test('counts the items of a list that do not fit', () => {
  expect(one('blockedBy', [], ids(50))).toBe('blockedBy none → [#1, #2, #3, #4, #5, #6, #7 and 43 more]');
  expect(one('labels', [], ['l'.repeat(50), 'b'])).toBe(`labels none → [${'l'.repeat(26)}… and 1 more]`);
});

test('never shows a description, only its length in code points', () => {
  expect(one('description', null, 'x'.repeat(512))).toBe('description none → 512 characters');
  expect(one('description', '👍👍', '👍')).toBe('description 2 → 1 character');
  expect(one('description', 'secret', null)).toBe('description 6 characters → none');
});

test('quotes subjects and cuts each', () => {
  expect(one('subject', 'Write tests', 'Write "more" tests')).toBe(
    'subject "Write tests" → "Write \\"more\\" tests"',
  );
  expect(one('subject', 'x'.repeat(200), 'می‌خواهم')).toBe(`subject "${'x'.repeat(35)}"… → "می‌خواهم"`);
});

test('quotes an owner whose name is more than one word, so that it forges no change', () => {
  expect(one('owner', null, 'x, status pending → done')).toBe('owner none → "x, status pending → done"');
  expect(one('owner', 'none', null)).toBe('owner "none" → none');
});

test('counts the changes that do not fit', () => {
  const changes = [
    { field: 'status', from: 'pending', to: 'in_progress' },
    { field: 'subject', from: 'x'.repeat(50), to: 'y'.repeat(20) },
    { field: 'priority', from: 'normal', to: 'high' },
    { field: 'owner', from: null, to: 'agent-7' },
  ];
  expect(describeChanges(changes)).toBe(
    `status pending → in_progress, subject "${'x'.repeat(35)}"… → "${'y'.repeat(20)}" and 2 more`,
  );
});

test('cuts a value that its escapes make long', () => {
  const text = one('subject', '"'.repeat(50), '\\'.repeat(50));
  expect(text).toBe(`subject "${'\\"'.repeat(17)}"… → "${'\\\\'.repeat(17)}"…`);
  expect(bytesOf(text)).toBeLessThanOrEqual(CHANGES_MAX_BYTES);
});

test('shows a value of another type as JSON', () => {
  expect(one('ready', true, { a: 1 })).toBe('ready true → {"a":1}');
});

test('is one well-formed line of bounded length, whatever changed', () => {
  const value = fc.oneof(nastyText, fc.array(nastyText), fc.jsonValue(), fc.constant(undefined));
  const change = fc.record({
    field: fc.oneof(fc.constantFrom(...OWN_FIELDS, 'blockedBy'), nastyText),
    from: value,
    to: value,
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 9 }), (changes) => {
      const text = describeChanges(changes);
      expect(isOneLine(text)).toBe(true);
      expect(text.isWellFormed()).toBe(true);
      expect(bytesOf(text)).toBeLessThanOrEqual(CHANGES_MAX_BYTES);
    }),
  );
});
