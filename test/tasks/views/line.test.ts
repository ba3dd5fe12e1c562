import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taskLine } from '../../../src/tasks/views/line.js';
import { anyTask, bytesOf, ids, isOneLine, summary, task } from './samples.js';

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
