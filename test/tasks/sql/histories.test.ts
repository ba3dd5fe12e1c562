import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, Statement } from '../../../src/database/database.js';
import { parseMarkedVersion } from '../../../src/log/marked_version.js';
import { createService, type Service } from '../../../src/service.js';
import { createStore } from '../../../src/store.js';
import type { Task } from '../../../src/tasks/task.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { call, freshList, type Instance, openInstance, taskOf } from '../../support/service.js';
import { verifyList } from '../../support/verify.js';

let databases: readonly TestDatabase[] = [];
let old: Instance;
let current: Instance;

/** Two databases that once were one: their lists are at the same versions, by other commits. */
beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  [old, current] = databases.map(({ url }) => openInstance(url)) as [Instance, Instance];
});
afterAll(async () => {
  await Promise.all([old?.engine.close(), current?.engine.close()]);
  await Promise.all(databases.map((database) => database.drop()));
});

const serviceOn = (engine: Engine): Service =>
  createService(createStore(engine, { idempotencyTtlHours: 24 }));

/** Reads from the old primary, writes to the new one: a failover without a fence. */
function torn(): Service {
  const engineFor = ({ lane }: Statement) => (lane === 'write' ? current.engine : old.engine);
  return serviceOn({
    query: (statement, parameters) => engineFor(statement).query(statement, parameters),
    hold: (work) => current.engine.hold(work),
    close: async () => {},
  });
}

async function expectSound(list: string): Promise<void> {
  expect((await verifyList(current.engine, list)).differences).toEqual([]);
}

describe('F36: a write that was decided on another history of its list', () => {
  test('never lands there, though the versions are the same', async () => {
    const list = freshList('failover');
    await call(old.service, list, 'task_create', { subject: 'Of the old primary' });
    await call(current.service, list, 'task_create', { subject: 'Of the new primary' });
    const updated = await taskOf(
      call(torn(), list, 'task_update', { id: '1', expectedVersion: 1, patch: { priority: 'high' } }),
    );
    // The rounds that read the old one are lost; the one that holds the list reads where it writes.
    expect(updated).toMatchObject({ subject: 'Of the new primary', priority: 'high', version: 2 });
    await expectSound(list);
  });

  test('makes no head out of nothing where that list is not there', async () => {
    const list = freshList('failover');
    await call(old.service, list, 'task_create', { subject: 'Of the old primary' });
    const result = await call(torn(), list, 'task_update', {
      id: '1',
      expectedVersion: 1,
      patch: { priority: 'high' },
    });
    expect(result).toMatchObject({ ok: false, code: 'TASK_NOT_FOUND' });
    expect(await current.service.head(list)).toMatchObject({ version: 0 });
  });
});

describe('F37: a clock that went back', () => {
  test('takes no time of a task or a list back', async () => {
    const list = freshList('clock');
    const first = await taskOf(call(current.service, list, 'task_create', { subject: 'Before' }));
    const ahead = `UPDATE lists SET updated_at = now() + interval '2 hours' WHERE list = $1`;
    await current.engine.query({ name: 'set_ahead', lane: 'write', text: ahead }, [list]);
    const second = await taskOf(call(current.service, list, 'task_create', { subject: 'After' }));
    const done = await taskOf(
      call(current.service, list, 'task_update', { id: '2', expectedVersion: 1, patch: { status: 'done' } }),
    );
    expect(Date.parse(second.createdAt) - Date.parse(first.createdAt)).toBeGreaterThan(7_000_000);
    expect(done.updatedAt >= second.createdAt && done.completedAt === done.updatedAt).toBe(true);
    const { events } = await current.service.events(list, { after: { version: 0, mark: null }, limit: 10 });
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    await expectSound(list);
  });
});

describe('F47: two processes and one key', () => {
  test('a live answer is not replaced, and the second process learns of it', async () => {
    const list = freshList('key');
    await call(current.service, list, 'task_create', { subject: 'Same', priority: 'high' });
    const nothing = (patch: object) => ({ id: '1', expectedVersion: 1, patch, idempotencyKey: 'k' });
    let overtaken = false;
    const slow = serviceOn({
      ...current.engine,
      async query(statement, parameters) {
        if (statement.name.startsWith('append_') && !overtaken) {
          overtaken = true;
          await call(current.service, list, 'task_update', nothing({ subject: 'Same' }));
        }
        return current.engine.query(statement, parameters) as never;
      },
    });
    const second = await call(slow, list, 'task_update', nothing({ priority: 'high' }));
    expect(second).toMatchObject({ ok: false, code: 'IDEMPOTENCY_KEY_REUSED' });
    const first = await call(current.service, list, 'task_update', nothing({ subject: 'Same' }));
    expect(first).toMatchObject({ ok: true, replayed: true, value: { changed: [] } });
    expect((await taskOf(Promise.resolve(first))) satisfies Task).toMatchObject({ version: 1 });
  });
});

describe('F46: a follower of a list that was restored from an older backup', () => {
  const clear = (version: number): Statement[] => [
    { name: '', lane: 'write', text: `DELETE FROM audit_log WHERE list = $1 AND version > ${version}` },
    { name: '', lane: 'write', text: `DELETE FROM tasks WHERE list = $1 AND number > ${version}` },
    {
      name: '',
      lane: 'write',
      text: `UPDATE lists SET version = ${version}, next_number = ${version + 1}, pending = ${version} WHERE list = $1`,
    },
  ];
  const create = async (list: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await taskOf(call(current.service, list, 'task_create', { subject: 'A' }));
    }
  };
  const follow = (list: string, cursor: string) =>
    current.service.events(list, { after: parseMarkedVersion(cursor), limit: 2 });
  const unknown = { code: 'CURSOR_UNKNOWN' };

  test('is told so by its cursor, instead of missing what got the same versions again', async () => {
    const list = freshList('restored');
    await create(list, 4);
    const first = await follow(list, '0');
    expect(first).toMatchObject({ version: 4, cursor: expect.stringMatching(/^2-[0-9a-f]{8}$/) });
    const second = await follow(list, first.cursor);
    const end = await follow(list, second.cursor);
    expect(end).toMatchObject({ events: [], version: 4, cursor: second.cursor });
    expect((await current.service.head(list)).cursor).toBe(second.cursor);

    for (const statement of clear(2)) await current.engine.query(statement, [list]);
    await expect(follow(list, second.cursor)).rejects.toMatchObject(unknown);
    await expect(follow(list, '4')).rejects.toMatchObject({
      ...unknown,
      message: 'There is no point 4 in the log: the list is at version 2, and nothing stands behind it.',
    });
    await create(list, 3);
    await expect(follow(list, second.cursor)).rejects.toMatchObject({
      ...unknown,
      message: expect.stringMatching(
        /^There is no point 4-[0-9a-f]{8} in the log: the list has another history now/,
      ),
    });
    // What it saw before the backup is there still, and a bare version is taken as it is.
    expect((await follow(list, first.cursor)).events.map(({ version }) => version)).toEqual([3, 4]);
    expect((await follow(list, '4')).events.map(({ version }) => version)).toEqual([5]);
  });

  test('has to name a version that the list has, also where nobody wrote to it', async () => {
    const list = freshList('empty');
    expect(await follow(list, '0')).toEqual({ events: [], version: 0, cursor: '0' });
    for (const cursor of ['1', '9999999999', '0-12345678', '1-12345678']) {
      await expect(follow(list, cursor)).rejects.toMatchObject(unknown);
    }
  });
});
