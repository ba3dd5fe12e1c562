import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOn, send, useApp } from '../http/harness.js';
import { type Arguments, type Doors, forEachDoor, onlyIssue, openDoors } from '../support/doors.js';
import { freshList, pick, useInstances } from '../support/service.js';

const app = useApp();

/** A list with tasks, some of them changed, closed and deleted. */
async function openBusy(doors: Doors): Promise<Doors> {
  for (const subject of ['One', 'Two', 'Three']) await doors.tool.create(subject, { owner: 'secret-agent' });
  await doors.tool.task('task_update', { id: '1', expectedVersion: 1, patch: { priority: 'high' } });
  await doors.tool.task('task_update', { id: '2', expectedVersion: 1, patch: { status: 'done' } });
  await doors.tool.task('task_delete', { id: '3', expectedVersion: 1 });
  return doors;
}

const BY_ID: [tool: string, args: Arguments][] = [
  ['task_get', {}],
  ['task_history', {}],
  ['task_update', { expectedVersion: 2, patch: { owner: 'a' } }],
  ['task_update', { patch: { owner: 'a' } }],
  ['task_reopen', { expectedVersion: 2, reason: 'r' }],
  ['task_delete', { expectedVersion: 2 }],
  ['task_restore', { expectedVersion: 2 }],
];

describe('case 30: what belongs to another list', () => {
  test.each(['1', '2', '3'])('its task %s is one that was never there', async (id) => {
    const [busy, doors] = [await openBusy(openDoors(app())), openDoors(app())];
    for (const [tool, args] of BY_ID) {
      const foreign = await doors.refused(tool, { id, ...args });
      expect([foreign.status, foreign.code]).toEqual([404, 'TASK_NOT_FOUND']);
      const { detail, text } = await doors.refused(tool, { id: '77', ...args });
      expect([foreign.detail, foreign.text]).toEqual([detail.replace('77', id), text.replace('77', id)]);
      expect(JSON.stringify(foreign)).not.toContain(busy.list);
    }
  });

  test('its task is no blocker', async () => {
    await openBusy(openDoors(app()));
    const doors = openDoors(app());
    await doors.tool.create('Mine');
    for (const [tool, args, path] of [
      ['task_create', { subject: 'x', blockedBy: ['2'] }, 'blockedBy[0]'],
      [
        'task_update',
        { id: '1', expectedVersion: 1, patch: { addBlockedBy: ['3'] } },
        'patch.addBlockedBy[0]',
      ],
      [
        'task_update',
        { id: '1', expectedVersion: 1, patch: { removeBlockedBy: ['2'] } },
        'patch.removeBlockedBy',
      ],
    ] as const) {
      const problem = await doors.refused(tool, args);
      expect([problem.status, problem.code, onlyIssue(problem).path]).toEqual([
        422,
        'INVALID_REFERENCE',
        path,
      ]);
    }
  });

  forEachDoor(app, (open) => {
    test('its key is another key, and neither answer shows in the other', async () => {
      const [mine, other] = [open(), open()];
      const args = { subject: 'Mine', idempotencyKey: 'k-1' };
      await mine.task('task_create', args);
      const first = await other.call('task_create', { subject: 'Other', idempotencyKey: 'k-1' });
      expect([first.replayed, first.task?.subject, first.task?.list]).toEqual([false, 'Other', other.list]);
      const again = await mine.call('task_create', args);
      expect([again.replayed, again.task?.subject, again.task?.list]).toEqual([true, 'Mine', mine.list]);
    });

    test('its writes do not move this list', async () => {
      const [mine, other] = [open(), open()];
      await mine.create('Mine');
      const before = await mine.value('task_list');
      for (let index = 0; index < 3; index += 1) await other.create('Other');
      await other.value('task_update', { id: '1', expectedVersion: 1, patch: { status: 'done' } });
      expect(await mine.value('task_list')).toEqual(before);
      expect((await mine.create('Mine too')).id).toBe('2');
    });
  });

  test('its cursor is as good as none', async () => {
    const [busy, doors] = [await openBusy(openDoors(app())), await openBusy(openDoors(app()))];
    for (const [tool, args] of [
      ['task_list', { limit: 1 }],
      ['task_history', { id: '1', limit: 1 }],
    ] as const) {
      const { nextCursor: cursor } = await busy.tool.value<{ nextCursor: string }>(tool, args);
      const foreign = await doors.refused(tool, { ...args, cursor });
      expect(onlyIssue(foreign)).toMatchObject({ path: 'cursor', code: 'cursor' });
      const made = await doors.refused(tool, { ...args, cursor: [...cursor].reverse().join('') });
      expect(onlyIssue(foreign).message).toBe(onlyIssue(made).message);
    }
  });

  test('its events are not those of this one', async () => {
    const busy = await openBusy(openDoors(app()));
    const list = freshList();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/events`);
    expect(answer.json()).toEqual({ events: [], version: 0, cursor: '0' });
    const own = (await send(app(), 'GET', `/v1/lists/${busy.list}/events`)).json<{ events: unknown[] }>();
    expect(own.events).toHaveLength(6);
  });

  test('a list whose name begins like another is another', async () => {
    const name = freshList('home');
    const one = await openBusy(openDoors(app(), name));
    for (const other of [`${name}.`, `${name}-`, `${name}0`]) {
      expect(await openDoors(app(), other).head()).toMatchObject({ list: other, version: 0 });
    }
    expect((await one.head()).version).toBe(6);
  });
});

describe('case 30: a list that the key does not reach', () => {
  const world = useInstances(1);
  let guarded: FastifyInstance;
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  beforeAll(async () => {
    const keys = [
      { principal: 'one', key: 'key-of-one', lists: ['one', 'shared'] },
      { principal: 'two', key: 'key-of-two', lists: ['two', 'two-*', 'shared'] },
      { principal: 'all', key: 'key-of-all', lists: ['*'] },
    ];
    ({ app: guarded } = await appOn(pick(world.instances, 0).service, { keys }));
    const create = (list: string) =>
      send(guarded, 'POST', `/v1/lists/${list}/tasks`, {
        headers: as('key-of-all'),
        body: { subject: 'Secret' },
      });
    for (const list of ['one', 'two', 'two-b', 'three', 'shared'])
      expect((await create(list)).status).toBe(201);
  });
  afterAll(() => guarded.close());

  test.each(['two', 'two-b', 'three', 'one-b', 'on', 'onee', 'never-written'])(
    'answers the same whether it is there or not: %s',
    async (list) => {
      const doors = openDoors(guarded, list);
      for (const [tool, args] of [
        ...BY_ID.map(([name, rest]) => [name, { id: '1', ...rest }] as const),
        ['task_list', {}] as const,
        ['task_create', { subject: 'x' }] as const,
        ['task_create', { subject: '' }] as const,
      ]) {
        const byTool = await doors.alike(tool, args, as('key-of-one'));
        expect([byTool.status, byTool.code]).toEqual([403, 'FORBIDDEN']);
        expect(byTool.detail).toBe(`The key of one does not reach the list "${list}".`);
        expect(JSON.stringify(byTool)).not.toContain('Secret');
      }
      for (const path of ['', '/events']) {
        const answer = await send(guarded, 'GET', `/v1/lists/${list}${path}`, { headers: as('key-of-one') });
        expect([answer.status, answer.problem().code]).toEqual([403, 'FORBIDDEN']);
      }
    },
  );

  test('is not among those that are listed', async () => {
    const namesFor = async (key: string) => {
      const answer = await send(guarded, 'GET', '/v1/lists', { headers: as(key) });
      return answer.json<{ lists: { list: string }[] }>().lists.map(({ list }) => list);
    };
    expect(await namesFor('key-of-one')).toEqual(['one', 'shared']);
    expect(await namesFor('key-of-two')).toEqual(['shared', 'two', 'two-b']);
    expect(await namesFor('key-of-all')).toEqual(['one', 'shared', 'three', 'two', 'two-b']);
  });

  test('nothing of the kind is told to whoever has no key, or a wrong one', async () => {
    for (const headers of [
      {},
      as('key-of-nobody'),
      as(''),
      { authorization: 'Basic a2V5' },
      as('key-of-one key-of-all'),
    ]) {
      const doors = openDoors(guarded, 'one');
      for (const door of doors.all) {
        const { status, code, headers: answered } = await door.call('task_get', { id: '1' }, headers);
        expect([status, code, answered['www-authenticate']]).toEqual([401, 'UNAUTHENTICATED', 'Bearer']);
      }
    }
  });

  test('an idempotency key on a shared list belongs to its principal', async () => {
    const doors = openDoors(guarded, 'shared');
    const args = { subject: 'Mine', idempotencyKey: 'k-1' };
    const mine = await doors.tool.call('task_create', args, as('key-of-one'));
    const theirs = await doors.rest.call('task_create', { ...args, subject: 'Theirs' }, as('key-of-two'));
    expect([mine.task?.subject, theirs.task?.subject, theirs.replayed]).toEqual(['Mine', 'Theirs', false]);
    expect([mine.task?.createdBy, theirs.task?.createdBy]).toEqual(['one', 'two']);
    for (const door of doors.all) {
      expect((await door.call('task_create', args, as('key-of-one'))).replayed).toBe(true);
    }
  });

  test('an agent that claims the name of another principal stays under its own', async () => {
    const doors = openDoors(guarded, 'shared');
    const headers = { ...as('key-of-one'), 'tasklatch-agent': 'two' };
    for (const door of doors.all) {
      expect((await door.task('task_create', { subject: 'x' }, headers)).createdBy).toBe('one/two');
    }
  });
});
