import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../src/tasks/changes.js';
import { NO_TASKS, type TaskSummary } from '../../../src/tasks/task.js';
import { taskLine } from '../../../src/tasks/views/line.js';
import {
  historyText,
  PAGE_BOUNDS,
  pageMeasures,
  pageText,
  tasksThatFit,
} from '../../../src/tasks/views/page.js';
import { firstThatFit } from '../../../src/text/budget.js';
import { runs } from '../../support/property_runs.js';
import { anyTask, bytesOf, ids, isOneLine, nastyText, summary } from './samples.js';

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

/** Numbers, a signature, the changes and a reason that is all quotes. */
const ENTRY_MAX_BYTES = 1200;

const entry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  version: 7,
  id: '3',
  taskVersion: 2,
  action: 'update',
  changes: [{ field: 'status', from: 'pending', to: 'done' }],
  reason: null,
  principal: 'anonymous',
  agent: 'agent-7',
  session: null,
  requestId: '4a9b6f4e-58c8-4a5c-9d2c-0a3f8f1d2e11',
  at: '2026-11-30T09:00:00.000Z',
  ...fields,
});

test('shows one line for each change', () => {
  const created = entry({ version: 5, taskVersion: 1, action: 'create', changes: [], agent: null });
  expect(historyText({ entries: [entry(), created], nextCursor: null })).toBe(
    [
      'v7 #3 v2 update by agent-7 at 2026-11-30T09:00:00.000Z: status pending → done',
      'v5 #3 v1 create by anonymous at 2026-11-30T09:00:00.000Z',
    ].join('\n'),
  );
});

test('signs with the principal where keys prove it', () => {
  expect(historyText({ entries: [entry({ principal: 'ops', changes: [] })], nextCursor: null })).toBe(
    'v7 #3 v2 update by ops/agent-7 at 2026-11-30T09:00:00.000Z',
  );
});

test('quotes a reason on the line and cuts it', () => {
  const short = entry({ action: 'reopen', changes: [], reason: 'It "fails"\n#9 v1 [done] x' });
  expect(historyText({ entries: [short], nextCursor: null })).toBe(
    'v7 #3 v2 reopen by agent-7 at 2026-11-30T09:00:00.000Z (reason: "It \\"fails\\"\\n#9 v1 [done] x")',
  );
  const long = entry({ changes: [], reason: 'r'.repeat(500) });
  expect(historyText({ entries: [long], nextCursor: null })).toBe(
    `v7 #3 v2 update by agent-7 at 2026-11-30T09:00:00.000Z (reason: "${'r'.repeat(115)}"…)`,
  );
});

test('ends with the call that gives older changes', () => {
  const lines = historyText({ entries: [entry()], nextCursor: 'eyJhIjoxfQ' }).split('\n');
  expect(lines[1]).toBe('More: call task_history with the same arguments and cursor "eyJhIjoxfQ"');
});

test('says that there is nothing to show', () => {
  expect(historyText({ entries: [], nextCursor: null })).toBe('There is no change to show.');
});

test('is one well-formed line of bounded length for each change, whatever is stored', () => {
  const any = fc.record({
    principal: nastyText,
    agent: fc.option(nastyText),
    reason: fc.option(nastyText),
    changes: fc.array(fc.record({ field: fc.constant('subject'), from: nastyText, to: nastyText })),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (entries) => {
      const lines = historyText({ entries: entries.map(entry), nextCursor: null }).split('\n');
      expect(lines).toHaveLength(entries.length);
      for (const line of lines) {
        expect(isOneLine(line)).toBe(true);
        expect(bytesOf(line)).toBeLessThanOrEqual(ENTRY_MAX_BYTES);
      }
    }),
  );
});
