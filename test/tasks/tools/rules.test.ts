import { describe, expect, test } from 'vitest';
import { MemoryList, NOW } from '../../support/snapshot.js';

const update = (id: string, expectedVersion: number, patch: Record<string, unknown>, more = {}) => ({
  id,
  expectedVersion,
  patch,
  ...more,
});

describe('task_create', () => {
  test('gives a pending task at version 1 with the next id, signed by its caller', () => {
    const list = new MemoryList();
    list.create('First');
    expect(
      list.create('Second', { priority: 'high', labels: ['b', 'a'], description: 'x\ny' }).value,
    ).toEqual({
      task: {
        id: '2',
        list: 'home',
        subject: 'Second',
        description: 'x\ny',
        status: 'pending',
        priority: 'high',
        owner: null,
        labels: ['b', 'a'],
        blockedBy: [],
        openBlockers: [],
        blocks: [],
        blocksCount: 0,
        ready: true,
        version: 1,
        createdAt: NOW,
        createdBy: 'agent-7',
        updatedAt: NOW,
        updatedBy: 'agent-7',
        completedAt: null,
        deletedAt: null,
      },
    });
  });

  test('refuses blockers that are not there or deleted, naming each', () => {
    const list = new MemoryList();
    list.create('A');
    list.call('task_delete', { id: '1', expectedVersion: 1 });
    const refusal = list.refuse('task_create', { subject: 'B', blockedBy: ['1', '9'] });
    expect(refusal.code).toBe('INVALID_REFERENCE');
    expect(refusal.message).toBe('#1 was deleted. There is no task #9 in the list "home".');
    expect(refusal.extras.issues?.map(({ path }) => path)).toEqual(['blockedBy[0]', 'blockedBy[1]']);
    expect(list.snapshot.head.version).toBe(2);
  });
});

describe('task_update', () => {
  test('changes what the patch names and leaves every other field as it was', () => {
    const list = new MemoryList();
    const before = list.create('A', { description: 'd', priority: 'low', owner: 'o', labels: ['x'] })
      .value as { task: object };
    const { value } = list.call('task_update', update('1', 1, { status: 'in_progress' }));
    expect(value).toEqual({
      task: { ...before.task, status: 'in_progress', ready: false, version: 2 },
      changed: ['status'],
      unblocked: [],
      unblockedCount: 0,
    });
  });

  test('that changes nothing keeps the version and writes no audit row', () => {
    const list = new MemoryList();
    list.create('A', { labels: ['x'] });
    const { value, changes } = list.call(
      'task_update',
      update('1', 1, { subject: 'A', labels: ['x'], status: 'pending' }),
    );
    expect(value).toMatchObject({ task: { version: 1 }, changed: [], unblocked: [] });
    expect(changes).toEqual([]);
    expect(list.snapshot.head.version).toBe(1);
  });

  test('empties the fields that clear names', () => {
    const list = new MemoryList();
    list.create('A', { description: 'd', owner: 'o', labels: ['x'] });
    const { value } = list.call(
      'task_update',
      update('1', 1, {}, { clear: ['description', 'owner', 'labels'] }),
    );
    expect(value).toMatchObject({
      task: { description: null, owner: null, labels: [] },
      changed: ['description', 'owner', 'labels'],
    });
  });

  test('without a version is told the task as it is', () => {
    const list = new MemoryList();
    list.create('A');
    const refusal = list.refuse('task_update', { id: '1', patch: { status: 'done' } });
    expect(refusal).toMatchObject({ code: 'VERSION_REQUIRED', extras: { current: { id: '1', version: 1 } } });
  });

  test('on a version that is gone is told what changed since, by whom, each field once', () => {
    const list = new MemoryList();
    list.create('A');
    list.call('task_update', update('1', 1, { owner: 'one', priority: 'high' }));
    list.call('task_update', update('1', 2, { owner: 'two' }));
    const refusal = list.refuse('task_update', update('1', 1, { status: 'done' }));
    expect(refusal.code).toBe('STALE_VERSION');
    expect(refusal.message).toBe('#1 is at version 3; the write was decided on version 1.');
    expect(refusal.extras.changedSince).toEqual([
      { field: 'priority', to: 'high', by: 'agent-7', at: NOW, taskVersion: 2 },
      { field: 'owner', to: 'two', by: 'agent-7', at: NOW, taskVersion: 3 },
    ]);
  });

  test('of a task that is closed changes its fields but not its status', () => {
    const list = new MemoryList();
    list.create('A');
    list.call('task_update', update('1', 1, { status: 'cancelled' }));
    const refusal = list.refuse('task_update', update('1', 2, { status: 'done' }));
    expect(refusal.code).toBe('ILLEGAL_TRANSITION');
    expect(refusal.extras.hint).toContain('task_reopen with id "1", expectedVersion 2');
    expect(list.call('task_update', update('1', 2, { owner: 'o' })).value).toMatchObject({
      task: { version: 3 },
    });
  });

  test('sets completedAt when the task becomes done, and only then', () => {
    const list = new MemoryList();
    list.create('A');
    expect(list.call('task_update', update('1', 1, { status: 'done' })).value).toMatchObject({
      task: { completedAt: NOW },
    });
    const reopened = list.call('task_reopen', { id: '1', expectedVersion: 2, reason: 'r' });
    expect(reopened.value).toMatchObject({
      task: { completedAt: null, status: 'pending' },
      changed: ['status'],
    });
  });
});

describe('dependencies', () => {
  const waiting = () => {
    const list = new MemoryList();
    list.create('A');
    list.create('B', { blockedBy: ['1'] });
    return list;
  };

  test.each(['in_progress', 'done'])('keep a task from %s while a blocker is open, and name it', (status) => {
    const refusal = waiting().refuse('task_update', update('2', 1, { status }));
    expect(refusal.code).toBe('BLOCKED');
    expect(refusal.extras.blockers).toEqual([{ id: '1', status: 'pending', subject: 'A' }]);
  });

  test('say which tasks a completion unblocks and a reopening blocks again', () => {
    const list = waiting();
    expect(list.call('task_update', update('1', 1, { status: 'done' })).value).toMatchObject({
      unblocked: ['2'],
    });
    expect(list.snapshot.find(2)?.openBlockers).toBe(0);
    const reopened = list.call('task_reopen', { id: '1', expectedVersion: 2, reason: 'r' });
    expect(reopened.value).toMatchObject({ blockedAgain: ['2'] });
    expect(list.snapshot.find(2)?.openBlockers).toBe(1);
  });

  test.each([
    ['cancelled', 'task_update', update('1', 1, { status: 'cancelled' })],
    ['deleted', 'task_delete', { id: '1', expectedVersion: 1 }],
  ])('do not strand a task whose blocker is %s', (_, tool, args) => {
    const list = waiting();
    expect(list.call(tool, args).value).toMatchObject({ unblocked: ['2'] });
    expect(list.call('task_update', update('2', 1, { status: 'in_progress' })).value).toMatchObject({
      task: { blockedBy: ['1'], openBlockers: [] },
    });
  });

  test('refuse a task that waits for itself, directly or on the way round, and show the way', () => {
    const list = waiting();
    list.create('C', { blockedBy: ['2'] });
    expect(list.refuse('task_update', update('1', 1, { addBlockedBy: ['1'] })).extras.path).toEqual([
      '1',
      '1',
    ]);
    const refusal = list.refuse('task_update', update('1', 1, { addBlockedBy: ['3'], status: 'blocked' }));
    expect(refusal.message).toBe('The tasks would wait for each other: #1 → #3 → #2 → #1.');
    expect(list.snapshot.find(1)?.version).toBe(1);
  });

  test('allow a diamond', () => {
    const list = waiting();
    list.create('C', { blockedBy: ['1'] });
    expect(list.create('D', { blockedBy: ['3', '2'] }).value).toMatchObject({
      task: { blockedBy: ['2', '3'] },
    });
  });

  test('do not see a cycle where the way round was taken away in the same patch', () => {
    const list = waiting();
    list.call('task_update', update('2', 1, { removeBlockedBy: ['1'] }));
    expect(list.call('task_update', update('1', 1, { addBlockedBy: ['2'] })).value).toMatchObject({
      task: { blockedBy: ['2'] },
      changed: ['blockedBy'],
    });
  });

  test('keep a started task from a new open blocker', () => {
    const list = new MemoryList();
    list.create('A');
    list.create('B');
    list.call('task_update', update('2', 1, { status: 'in_progress' }));
    expect(list.refuse('task_update', update('2', 2, { addBlockedBy: ['1'] })).code).toBe('BLOCKED');
    const { value } = list.call('task_update', update('2', 2, { addBlockedBy: ['1'], status: 'blocked' }));
    expect(value).toMatchObject({ changed: ['status', 'blockedBy'] });
  });

  test('allow at most fifty blockers of one task', () => {
    const list = new MemoryList();
    for (let index = 0; index < 52; index += 1) list.create('A');
    const fifty = Array.from({ length: 50 }, (_, index) => String(index + 1));
    list.create('B', { blockedBy: fifty });
    expect(list.refuse('task_update', update('53', 1, { addBlockedBy: ['51'] })).extras.issues).toEqual([
      {
        path: 'patch.addBlockedBy',
        code: 'items',
        message: 'the task would wait for 51 tasks; it can wait for at most 50.',
      },
    ]);
  });
});

describe('task_delete and task_restore', () => {
  test('a deleted task answers TASK_DELETED with its version, comes back as it was, and keeps its id', () => {
    const list = new MemoryList();
    const { value } = list.create('A', { owner: 'o' });
    list.call('task_delete', { id: '1', expectedVersion: 1, reason: 'twice' });
    expect(list.refuse('task_update', update('1', 1, { owner: 'x' }))).toMatchObject({
      code: 'TASK_DELETED',
      extras: { current: { version: 2, deletedAt: NOW } },
    });
    expect(list.create('B').value).toMatchObject({ task: { id: '2' } });
    const restored = list.call('task_restore', { id: '1', expectedVersion: 2 });
    expect(restored.value).toEqual({ task: { ...(value as { task: object }).task, version: 3 } });
  });

  test.each([
    ['task_reopen', { id: '1', expectedVersion: 1, reason: 'r' }],
    ['task_restore', { id: '1', expectedVersion: 1 }],
  ])('%s of a task that needs none is refused', (tool, args) => {
    const list = new MemoryList();
    list.create('A');
    expect(list.refuse(tool, args).code).toBe('ILLEGAL_TRANSITION');
  });
});

describe('a batch', () => {
  test('decides each call on what the calls before it left, and a refused one spoils nothing', () => {
    const list = new MemoryList();
    const outcomes = list.batch([
      { tool: 'task_create', args: { subject: 'A' } },
      { tool: 'task_create', args: { subject: 'B', blockedBy: ['1'] } },
      { tool: 'task_update', args: update('2', 1, { status: 'done' }) },
      { tool: 'task_update', args: update('1', 1, { status: 'done' }) },
      { tool: 'task_update', args: update('1', 1, { owner: 'late' }) },
      { tool: 'task_update', args: update('2', 1, { status: 'done' }) },
    ]);
    const codes = outcomes.map((outcome) =>
      'answer' in outcome ? 'ok' : (outcome.error as { code: string }).code,
    );
    expect(codes).toEqual(['ok', 'ok', 'BLOCKED', 'ok', 'STALE_VERSION', 'ok']);
    expect(list.snapshot.head).toEqual({
      version: 4,
      nextNumber: 3,
      counts: { pending: 0, in_progress: 0, blocked: 0, done: 2, cancelled: 0 },
    });
  });

  test('runs one key once', () => {
    const list = new MemoryList();
    const create = { tool: 'task_create', args: { subject: 'A', idempotencyKey: 'k' } };
    const outcomes = list.batch([create, create, { ...create, args: { ...create.args, subject: 'B' } }]);
    expect(outcomes).toMatchObject([
      { answer: { replayed: false, versionNow: null } },
      { answer: { replayed: true, versionNow: 1 } },
      { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    ]);
    expect(list.snapshot.head.version).toBe(1);
  });
});
