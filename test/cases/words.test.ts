import { describe, expect, test } from 'vitest';
import { useApp } from '../http/harness.js';
import { type Arguments, type Doors, onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const STATUS_WORDS = 'one of pending, in_progress, blocked, done, cancelled';

/** A list where every filter would find something, so that an empty page is never the right answer. */
async function openList(): Promise<Doors> {
  const doors = openDoors(app());
  for (const status of ['pending', 'in_progress', 'blocked', 'done', 'cancelled']) {
    const { id } = await doors.tool.create(`Is ${status}`);
    if (status !== 'pending') {
      await doors.rest.task('task_update', { id, expectedVersion: 1, patch: { status } });
    }
  }
  return doors;
}

/** Every call of this file is refused or reads, and so one list does for all. */
let shared: Promise<Doors> | undefined;
function sharedList(): Promise<Doors> {
  shared ??= openList();
  return shared;
}

describe('case 10: a word for a status', () => {
  test.each<[string, string | undefined, string | null | undefined]>([
    ['Done', 'done', 'done'],
    ['DONE', 'done', 'done'],
    [' done', 'done', 'done'],
    ['done ', 'done', 'done'],
    ['done\n', 'done', 'done'],
    ['"done"', 'done', 'done'],
    ['dnoe', 'done', 'done'],
    ['complete', 'done', 'done'],
    ['completed', 'done', 'done'],
    ['COMPLETED', 'done', 'done'],
    ['finished', 'done', 'done'],
    ['resolved', 'done', 'done'],
    ['fixed', 'done', 'done'],
    ['in progress', 'in_progress', 'in_progress'],
    ['in-progress', 'in_progress', 'in_progress'],
    ['In_Progress', 'in_progress', 'in_progress'],
    ['inProgress', 'in_progress', 'in_progress'],
    ['IN PROGRESS', 'in_progress', 'in_progress'],
    ['in_progres', 'in_progress', 'in_progress'],
    ['started', 'in_progress', 'in_progress'],
    ['wip', 'in_progress', 'in_progress'],
    ['todo', 'pending', 'pending'],
    ['to-do', 'pending', 'pending'],
    ['Pending', 'pending', 'pending'],
    ['pendng', 'pending', 'pending'],
    ['waiting', 'blocked', 'blocked'],
    ['on hold', 'blocked', 'blocked'],
    ['canceled', 'cancelled', 'cancelled'],
    ['Cancelled', 'cancelled', 'cancelled'],
    ["won't fix", 'cancelled', 'cancelled'],
    ['OPEN', 'pending', 'open'],
    ['Closed', 'done', 'closed'],
    ['banana', undefined, undefined],
    ['null', undefined, null],
    ['ｄｏｎｅ', 'done', 'done'],
    ['✅', undefined, undefined],
  ])('%j is refused with the words there are, and the likely one', async (word, onUpdate, asFilter) => {
    const doors = await sharedList();
    const update = await doors.refused('task_update', {
      id: '1',
      expectedVersion: 1,
      patch: { status: word },
    });
    expect([update.status, update.code]).toEqual([400, 'INVALID_INPUT']);
    const issue = onlyIssue(update);
    expect(issue).toMatchObject({ path: 'patch.status', code: 'enum', expected: STATUS_WORDS });
    expect(issue.suggestion).toBe(onUpdate);
    expect(update.text).toContain(issue.message);

    const list = await doors.refused('task_list', { status: word });
    expect(list.code).toBe('INVALID_INPUT');
    const filter = onlyIssue(list);
    expect(filter).toMatchObject({ path: 'status', code: 'enum', expected: `${STATUS_WORDS}, open, closed` });
    expect(filter.suggestion).toBe(asFilter);
  });

  test.each(['all', 'ALL', 'any', 'everything', '*', ''])(
    '%j as a filter is refused, never an empty list',
    async (word) => {
      const doors = await sharedList();
      const issue = onlyIssue(await doors.refused('task_list', { status: word }));
      expect(issue).toMatchObject({ path: 'status', code: 'enum' });
      if (/^[a-z]/i.test(word)) expect(issue.message).toContain('leave status out for all');
      expect(await doors.rest.value('task_list')).toMatchObject({ tasks: { length: 5 } });
    },
  );

  test.each<[unknown, unknown]>([
    [1, undefined],
    [true, undefined],
    [['done'], 'done'],
    [['Done'], 'done'],
    [['pending', 'done'], undefined],
    [{ is: 'done' }, undefined],
  ])('%j is refused as no word', async (word, suggestion) => {
    const doors = await sharedList();
    const update = await doors.refused('task_update', {
      id: '1',
      expectedVersion: 1,
      patch: { status: word },
    });
    expect(onlyIssue(update)).toMatchObject({ path: 'patch.status', code: 'type', expected: STATUS_WORDS });
    expect(onlyIssue(update).suggestion).toBe(suggestion);
    const list = await doors.refusedByName('task_list', { status: word });
    expect(onlyIssue(list)).toMatchObject({ path: 'status', code: 'type' });
  });

  test('a status that is given twice in a query is refused', async () => {
    const { rest } = await sharedList();
    const problem = await rest.problem('task_list', { status: ['done', 'pending'] });
    expect(onlyIssue(problem)).toMatchObject({ path: 'status', code: 'type' });
  });

  test.each([
    ['pending', 1],
    ['in_progress', 1],
    ['blocked', 1],
    ['done', 1],
    ['cancelled', 1],
    ['open', 3],
    ['closed', 2],
  ])('%s as a filter finds %i', async (status, count) => {
    const doors = await sharedList();
    for (const door of doors.all) {
      expect(await door.value('task_list', { status })).toMatchObject({ tasks: { length: count } });
    }
  });

  test.each(['open', 'closed'])('%s is a filter and no status', async (status) => {
    const doors = await sharedList();
    const problem = await doors.refused('task_update', { id: '1', expectedVersion: 1, patch: { status } });
    expect(onlyIssue(problem)).toMatchObject({ code: 'enum', expected: STATUS_WORDS });
  });
});

const REQUIRED = {
  task_create: { subject: 'x' },
  task_update: { id: '1', expectedVersion: 1 },
  task_list: {},
};

describe('case 10: words of other enums', () => {
  test.each<[keyof typeof REQUIRED, Arguments, string, string | null | undefined]>([
    ['task_create', { priority: 'Critical' }, 'priority', 'urgent'],
    ['task_create', { priority: 'P1' }, 'priority', 'high'],
    ['task_create', { priority: 'medium' }, 'priority', 'normal'],
    ['task_create', { priority: 'HIGH' }, 'priority', 'high'],
    ['task_create', { priority: '' }, 'priority', null],
    ['task_update', { patch: { priority: 'minor' } }, 'patch.priority', 'low'],
    ['task_list', { order: 'Priority' }, 'order', 'priority'],
    ['task_list', { order: 'created_at' }, 'order', 'number'],
    ['task_list', { order: 'desc' }, 'order', undefined],
  ])('%s %j is refused with the likely one', async (tool, args, path, suggestion) => {
    const doors = await sharedList();
    const problem = await doors.refused(tool, { ...REQUIRED[tool], ...args });
    expect(onlyIssue(problem)).toMatchObject({ path, code: 'enum' });
    expect(onlyIssue(problem).suggestion).toBe(suggestion);
  });

  test.each<[unknown, boolean | undefined]>([
    ['true', true],
    ['yes', true],
    [1, true],
    [0, false],
    ['no', false],
    ['maybe', undefined],
    [[], undefined],
  ])('ready: %j is refused', async (ready, suggestion) => {
    const doors = await sharedList();
    const issue = onlyIssue(await doors.refusedByName('task_list', { ready }));
    expect(issue).toMatchObject({ path: 'ready', code: 'type', expected: 'true or false' });
    expect(issue.suggestion).toBe(suggestion);
  });

  test.each(['yes', '1', 'True', ' true'])('ready=%s in a query is refused', async (ready) => {
    const doors = await sharedList();
    expect(onlyIssue(await doors.refused('task_list', { ready }))).toMatchObject({
      path: 'ready',
      code: 'type',
    });
  });

  test('an owner or a label that nobody has is no mistake: the page is empty and says so', async () => {
    const doors = await sharedList();
    for (const filter of [{ label: 'nothing' }, { owner: 'Is pending' }]) {
      for (const door of doors.all) {
        expect(await door.value('task_list', filter)).toMatchObject({ tasks: [], nextCursor: null });
        expect(await door.text('task_list', filter)).toMatch(/\nNo task matches\.$/);
      }
    }
  });
});
