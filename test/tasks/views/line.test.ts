import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWN_FIELDS } from '../../../src/tasks/field_lists.js';
import { CHANGES_MAX_BYTES, describeChanges, taskLine } from '../../../src/tasks/views/line.js';
import { anyTask, bytesOf, ids, isOneLine, nastyText, summary, task } from './samples.js';

/** The longest that a line can be; a page of 200 stays under 52 kB with it. */
const LINE_MAX_BYTES = 260;

test('shows a new task', () => {
  expect(taskLine(task())).toBe('#3 v1 [pending] Write tests');
});

test('shows priority, owner and open blockers where there are any', () => {
  const full = { priority: 'high', owner: 'agent-7', openBlockers: ['1', '2'] } as const;
  const line = '#3 v1 [pending] Write tests !high @agent-7 [blocked by #1, #2]';
  expect(taskLine(task({ ...full, openBlockers: ['1', '2'] }))).toBe(line);
  expect(taskLine(summary({ ...full, openBlockers: ['1', '2'] }))).toBe(line);
});

test('names every priority but normal', () => {
  expect(taskLine(task({ priority: 'urgent' }))).toBe('#3 v1 [pending] Write tests !urgent');
  expect(taskLine(task({ priority: 'low' }))).toBe('#3 v1 [pending] Write tests !low');
});

test('shows a closed blocker no more', () => {
  expect(taskLine(task({ blockedBy: ['1', '2'], openBlockers: ['2'] }))).toBe(
    '#3 v1 [pending] Write tests [blocked by #2]',
  );
});

test('counts the open blockers beyond the fifth', () => {
  expect(taskLine(task({ openBlockers: ids(5) }))).toBe(
    '#3 v1 [pending] Write tests [blocked by #1, #2, #3, #4, #5]',
  );
  expect(taskLine(task({ openBlockers: ids(12) }))).toBe(
    '#3 v1 [pending] Write tests [blocked by #1, #2, #3, #4, #5 and 7 more]',
  );
});

test('says that a task is deleted', () => {
  expect(taskLine(task({ version: 4, deletedAt: '2026-11-30T10:00:00.000Z' }))).toBe(
    '#3 v4 [pending, deleted] Write tests',
  );
});

test('shows emoji, Persian and combining marks untouched', () => {
  expect(taskLine(task({ subject: '👩‍👩‍👧‍👦 plan' }))).toBe('#3 v1 [pending] 👩‍👩‍👧‍👦 plan');
  expect(taskLine(task({ subject: 'می‌خواهم', owner: 'علی' }))).toBe('#3 v1 [pending] می‌خواهم @علی');
  expect(taskLine(task({ subject: 'Cafe\u0301' }))).toBe('#3 v1 [pending] Cafe\u0301');
});

test('cuts a long subject and a long owner between graphemes', () => {
  expect(taskLine(task({ subject: 'x'.repeat(200) }))).toBe(`#3 v1 [pending] ${'x'.repeat(77)}…`);
  expect(taskLine(task({ subject: '👍'.repeat(200) }))).toBe(`#3 v1 [pending] ${'👍'.repeat(19)}…`);
  expect(taskLine(task({ subject: '👩‍👩‍👧‍👦'.repeat(28) }))).toBe(`#3 v1 [pending] ${'👩‍👩‍👧‍👦'.repeat(3)}…`);
  expect(taskLine(task({ owner: 'o'.repeat(100) }))).toBe(`#3 v1 [pending] Write tests @${'o'.repeat(29)}…`);
});

test('quotes what got into the store with a line break', () => {
  expect(taskLine(task({ subject: 'a\n#99 v1 [done] b', owner: 'x\u2028y' }))).toBe(
    '#3 v1 [pending] "a\\n#99 v1 [done] b" @"x\\u2028y"',
  );
});

test('is one well-formed line of bounded length, whatever is stored', () => {
  fc.assert(
    fc.property(anyTask, (any) => {
      const line = taskLine(any);
      expect(isOneLine(line)).toBe(true);
      expect(line.isWellFormed()).toBe(true);
      expect(bytesOf(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
    }),
  );
});

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

test('shows the change of what is cut alike', () => {
  const start = 'Write the migration for the new audit table';
  const shown = '"Write the migration for the new aud"…';
  expect(one('subject', `${start}, and more`, start)).toBe(`subject ${shown} (53 → 43 characters)`);
  expect(one('subject', `${start} a`, `${start} b`)).toBe(
    `subject ${shown} (changed after character 44 of 45)`,
  );
  expect(one('owner', 'o'.repeat(60), 'o'.repeat(70))).toBe(`owner ${'o'.repeat(37)}… (60 → 70 characters)`);
  expect(one('blockedBy', ids(50), [...ids(49), '77'])).toBe('blockedBy without [#50], with [#77]');
  expect(one('labels', ids(50), [...ids(49), 'x'])).toBe('labels without [50], with [x]');
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
