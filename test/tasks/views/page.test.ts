import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_TASKS, type TaskSummary } from '../../../src/tasks/task.js';
import { taskLine } from '../../../src/tasks/views/line.js';
import { PAGE_BOUNDS, pageMeasures, pageText, tasksThatFit } from '../../../src/tasks/views/page.js';
import { firstThatFit } from '../../../src/text/budget.js';
import { runs } from '../../support/property_runs.js';
import { anyTask, bytesOf, ids, isOneLine, summary } from './samples.js';

/** 50 lines of at most 260 bytes, the head of the list and a cursor. */
const WORST_PAGE_MAX_BYTES = 14_000;
const cursor = 'c'.repeat(200);
const counts = { pending: 3, in_progress: 1, blocked: 0, done: 5, cancelled: 0 };

const pageOf = (tasks: readonly TaskSummary[], nextCursor: string | null = null) =>
  pageText({ list: 'home', version: 12, counts, tasks, nextCursor });

test('begins with the list, its version and its counts', () => {
  expect(pageOf([summary(), summary({ id: '4', subject: 'Deploy', openBlockers: ['3'] })])).toBe(
    [
      'home v12: 3 pending, 1 in_progress, 0 blocked, 5 done, 0 cancelled',
      '#3 v1 [pending] Write tests',
      '#4 v1 [pending] Deploy [blocked by #3]',
    ].join('\n'),
  );
});

test('says that no task matches', () => {
  expect(pageText({ list: 'new', version: 0, counts: NO_TASKS, tasks: [], nextCursor: null })).toBe(
    'new v0: 0 pending, 0 in_progress, 0 blocked, 0 done, 0 cancelled\nNo task matches.',
  );
});

test('ends with the call that gives the next page', () => {
  expect(pageOf([summary()], 'eyJhIjoxfQ')).toBe(
    [
      'home v12: 3 pending, 1 in_progress, 0 blocked, 5 done, 0 cancelled',
      '#3 v1 [pending] Write tests',
      'More: call task_list with the same arguments and cursor "eyJhIjoxfQ"',
    ].join('\n'),
  );
});

test('is under 6 kB with 50 usual tasks', () => {
  const usual = Array.from({ length: 50 }, (_, index) =>
    summary({
      id: String(1200 + index),
      version: 10 + index,
      status: 'in_progress',
      subject: 'Move the nightly export to the new queue and tell the team',
      priority: index % 2 ? 'high' : 'normal',
      owner: 'agent-7',
      openBlockers: index % 3 ? [] : ['1100', '1101'],
    }),
  );
  expect(bytesOf(pageOf(usual, cursor))).toBeLessThan(6000);
});

test('is under 6 kB with 50 subjects of 200 code points', () => {
  expect(bytesOf(pageOf(Array(50).fill(summary({ subject: '👍'.repeat(200) }))))).toBeLessThan(6000);
});

test('is under its bound with 50 of the longest lines', () => {
  const worst = summary({
    id: '999999999',
    version: 2_147_483_647,
    status: 'in_progress',
    subject: 'x'.repeat(200),
    priority: 'urgent',
    owner: 'o'.repeat(100),
    openBlockers: ids(50).map((id) => String(999_999_900 + Number(id))),
    deletedAt: '2026-11-30T10:00:00.000Z',
  });
  expect(bytesOf(pageOf(Array(50).fill(worst), cursor))).toBeLessThan(WORST_PAGE_MAX_BYTES);
});

test('has one line for each task, whatever is stored', () => {
  fc.assert(
    fc.property(fc.array(anyTask, { minLength: 1, maxLength: 5 }), (tasks) => {
      const lines = pageOf(
        tasks.map((task) => summary(task)),
        'next',
      ).split('\n');
      expect(lines).toHaveLength(tasks.length + 2);
      expect(lines.every(isOneLine)).toBe(true);
    }),
  );
});

test('ends at the same task whether every line was measured or none had to be', () => {
  const manyTasks = fc.array(anyTask, { minLength: 1, maxLength: 200 }).map((some) => {
    return Array.from({ length: 200 }, (_, index) => summary(some[index % some.length]));
  });
  const sizes = fc.constantFrom(1, 50, 73, 74, 200);
  fc.assert(
    fc.property(manyTasks, sizes, (many, size) => {
      const tasks = many.slice(0, size);
      expect(tasksThatFit(tasks)).toEqual(firstThatFit(tasks, pageMeasures(tasks, taskLine)));
      for (const task of tasks.slice(0, 5)) {
        const bounds = pageMeasures([task], taskLine, PAGE_BOUNDS);
        expect(bounds.map(({ atMost, sizeOf }) => atMost >= sizeOf(task))).toEqual([true, true, true]);
      }
    }),
    { numRuns: runs(100) },
  );
});
