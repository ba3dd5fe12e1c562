import { expect, test } from 'vitest';
import { Refusal } from '../../../src/refusals/refusal.js';
import { diffCard, problemCard, taskCard, tasksCard, timelineCard } from '../../../src/tasks/views/cards.js';
import { summary, task } from './samples.js';

const counts = { pending: 1, in_progress: 0, blocked: 0, done: 0, cancelled: 0 };

test('a task card holds the task', () => {
  expect(taskCard(task())).toEqual({ card: 'task', title: '#3 Write tests', task: task() });
});

test('a title is one short line', () => {
  expect(taskCard(task({ subject: `a\n${'x'.repeat(200)}` })).title).toBe(`#3 "a\\n${'x'.repeat(72)}"…`);
});

test('a diff card holds what changed and whom that concerns', () => {
  const changes = [{ field: 'status', from: 'pending', to: 'done' }];
  expect(diffCard(task(), { changes, unblocked: ['4'] })).toEqual({
    card: 'diff',
    title: '#3 Write tests',
    task: task(),
    changes,
    unblocked: ['4'],
    unblockedCount: 1,
    blockedAgain: [],
    blockedAgainCount: 0,
  });
});

test('a tasks card says how many it holds and whether there are more', () => {
  const page = { list: 'home', version: 12, counts, tasks: [summary()], nextCursor: 'next' };
  expect(tasksCard(page)).toEqual({
    card: 'tasks',
    title: 'Tasks of home',
    list: 'home',
    version: 12,
    counts,
    tasks: [summary()],
    count: 1,
    truncated: true,
  });
  expect(tasksCard({ ...page, nextCursor: null }).truncated).toBe(false);
});

test('a timeline card says how many it holds and whether there are more', () => {
  const entry = {
    version: 7,
    id: '3',
    taskVersion: 2,
    action: 'update' as const,
    changes: [],
    reason: null,
    principal: 'anonymous',
    agent: null,
    session: null,
    requestId: '4a9b6f4e-58c8-4a5c-9d2c-0a3f8f1d2e11',
    toolCallId: null,
    at: '2026-11-30T09:00:00.000Z',
  };
  expect(timelineCard({ entries: [entry], nextCursor: null })).toEqual({
    card: 'timeline',
    title: 'History of #3',
    entries: [entry],
    count: 1,
    truncated: false,
  });
  expect(timelineCard({ entries: [], nextCursor: null }).title).toBe('History');
});

test('a problem card takes the hint of the case before that of the catalog', () => {
  expect(problemCard(new Refusal('TASK_NOT_FOUND', 'There is no task #9.'))).toEqual({
    card: 'problem',
    code: 'TASK_NOT_FOUND',
    title: 'There is no task with this id',
    detail: 'There is no task #9.',
    hint: 'Call task_list to see the ids there are.',
    retryable: false,
  });
  expect(problemCard(new Refusal('TASK_NOT_FOUND', 'No.', { hint: 'Look again.' })).hint).toBe('Look again.');
});
