import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/tasks/task.js';
import { call, freshList, pick, tally, taskOf, useInstances } from '../support/service.js';
import { verifyList } from '../support/verify.js';

/** Two instances on one database: within one the queue decides, between them the guard of the append. */
const world = useInstances(2);
const create = (list: string, index: number, args: Record<string, unknown> = {}) =>
  call(pick(world.instances, index).service, list, 'task_create', { subject: `Task ${index}`, ...args });
const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function expectSound(list: string): Promise<void> {
  const { differences } = await verifyList(pick(world.instances, 0).engine, list);
  expect(differences).toEqual([]);
}

describe('fifty parallel updates of one task at version 1', () => {
  test('one succeeds at version 2, the others are told the current task, and one audit row is written', async () => {
    const list = freshList('update');
    await create(list, 0);
    const results = await times(50, (index) =>
      call(pick(world.instances, index).service, list, 'task_update', {
        id: '1',
        expectedVersion: 1,
        patch: { owner: `agent-${index}` },
      }),
    );
    expect(tally(results)).toEqual({ ok: 1, STALE_VERSION: 49 });
    const winner = results.flatMap((result) => (result.ok ? [result.value.task as Task] : []))[0];
    for (const result of results) {
      if (result.ok) continue;
      expect(result.refusal.extras.current).toEqual(winner);
      expect(result.refusal.extras.changedSince).toMatchObject([
        { field: 'owner', to: winner?.owner, taskVersion: 2 },
      ]);
    }
    const { events, version } = await pick(world.instances, 0).service.events(list, {
      after: { version: 0, mark: null },
      limit: 100,
    });
    expect(version).toBe(2);
    expect(events.map(({ action }) => action)).toEqual(['create', 'update']);
    await expectSound(list);
  });
});

describe('fifty parallel creates', () => {
  test('with one key make one task and give fifty same answers', async () => {
    const list = freshList('key');
    const results = await times(50, (index) =>
      call(pick(world.instances, index).service, list, 'task_create', {
        subject: 'Once',
        idempotencyKey: 'k',
      }),
    );
    const values = new Set(results.map((result) => (result.ok ? JSON.stringify(result.value) : result.code)));
    expect(values.size).toBe(1);
    expect(results.filter((result) => result.ok && !result.replayed)).toHaveLength(1);
    expect(await pick(world.instances, 0).service.head(list)).toMatchObject({
      version: 1,
      counts: { pending: 1 },
    });
  });

  test('on two instances get ids from 1 to 50 and list versions without a hole', async () => {
    const list = freshList('ids');
    const results = await times(50, (index) => create(list, index));
    const ids = results.flatMap((result) => (result.ok ? [Number((result.value.task as Task).id)] : []));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const { events } = await pick(world.instances, 1).service.events(list, {
      after: { version: 0, mark: null },
      limit: 100,
    });
    expect(events.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    await expectSound(list);
  });

  test('after three deletes never give an id out again', async () => {
    const list = freshList('reuse');
    await times(3, (index) => create(list, index));
    for (const id of ['1', '2', '3']) {
      await taskOf(call(pick(world.instances, 0).service, list, 'task_delete', { id, expectedVersion: 1 }));
    }
    const results = await times(10, (index) => create(list, index));
    const ids = results.flatMap((result) => (result.ok ? [Number((result.value.task as Task).id)] : []));
    expect(ids.sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });
});

test('the two halves of a cycle sent at the same moment: exactly one wins, a hundred times', async () => {
  const list = freshList('cycle');
  await times(200, (index) => create(list, index));
  const halves = await times(100, async (round) => {
    const [a, b] = [String(2 * round + 1), String(2 * round + 2)];
    const wait = (index: number, id: string, blocker: string) =>
      call(pick(world.instances, index).service, list, 'task_update', {
        id,
        expectedVersion: 1,
        patch: { addBlockedBy: [blocker] },
      });
    return Promise.all([wait(0, a, b), wait(1, b, a)]);
  });
  for (const pair of halves) expect(tally(pair)).toEqual({ ok: 1, DEPENDENCY_CYCLE: 1 });
  await expectSound(list);
});

test('rounds of waiting, completing and deleting in parallel end in a state that some order explains', async () => {
  const list = freshList('rounds');
  await times(3, (index) => create(list, index));
  const current = async (id: string) => {
    const result = await call(pick(world.instances, 0).service, list, 'task_get', { id });
    return result.ok ? (result.value.task as Task).version : 1;
  };
  for (let round = 0; round < 200; round += 10) {
    const results = await times(10, async (offset) => {
      const { service } = pick(world.instances, offset);
      const write = async (tool: string, id: string, args: object) =>
        call(service, list, tool, { id, expectedVersion: await current(id), ...args });
      return Promise.all([
        write('task_update', '1', { patch: { addBlockedBy: ['2'] } }),
        write('task_update', '2', { patch: { addBlockedBy: ['3'] } }),
        write('task_update', '2', { patch: { status: 'done' } }),
        write('task_delete', '3', {}),
        write('task_reopen', '2', { reason: 'next round' }),
        write('task_restore', '3', {}),
      ]);
    });
    const codes = Object.keys(tally(results.flat()));
    const allowed = [
      'ok',
      'STALE_VERSION',
      'BLOCKED',
      'TASK_DELETED',
      'INVALID_REFERENCE',
      'ILLEGAL_TRANSITION',
    ];
    expect(codes.filter((code) => !allowed.includes(code))).toEqual([]);
  }
  await expectSound(list);
});

test('writers of many instances all get through on one list', async () => {
  const list = freshList('many');
  const results = await times(400, (index) => create(list, index));
  expect(tally(results)).toEqual({ ok: 400 });
  expect(await pick(world.instances, 0).service.head(list)).toMatchObject({ version: 400 });
});
