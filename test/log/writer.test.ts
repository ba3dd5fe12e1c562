import { describe, expect, test } from 'vitest';
import { DatabaseFault, type Engine, type Statement } from '../../src/database/database.js';
import { createService } from '../../src/service.js';
import { createStore } from '../../src/store.js';
import { tasks } from '../../src/tasks/sql/log.js';
import { call, freshList, pick, tally, useInstances } from '../support/service.js';
import { verifyList } from '../support/verify.js';

const world = useInstances(2);

type Intercept = (
  statement: Statement,
  parameters: readonly unknown[],
  send: () => Promise<unknown[]>,
) => Promise<unknown[]>;

/** A service whose single statements go through a hand that may harm them; those in a held transaction do not. */
function serviceBehind(intercept: Intercept) {
  const { engine } = pick(world.instances, 0);
  const harmed: Engine = {
    query: (statement, parameters) =>
      intercept(statement, parameters, () => engine.query(statement, parameters)) as never,
    hold: (work) => engine.hold(work),
    close: () => engine.close(),
  };
  return createService(createStore(harmed, { idempotencyTtlHours: 24 }));
}

const isAppend = ({ name }: Statement) => name.startsWith('append_');
const lost = () => new DatabaseFault('unknown', new Error('Connection terminated unexpectedly'), null, null);

async function versionOf(list: string): Promise<number> {
  const { service, engine } = pick(world.instances, 1);
  expect((await verifyList(engine, list)).differences).toEqual([]);
  return (await service.head(list)).version;
}

describe('a writer that others overtake in every round', () => {
  test('holds the list for one round and gets through', async () => {
    const list = freshList('overtaken');
    const other = pick(world.instances, 1).service;
    let overtaken = 0;
    const service = serviceBehind(async (statement, _, send) => {
      if (isAppend(statement)) {
        overtaken += 1;
        await call(other, list, 'task_create', { subject: 'Faster' });
      }
      return send();
    });
    const result = await call(service, list, 'task_create', { subject: 'Patient' });
    expect(result).toMatchObject({ ok: true, value: { task: { id: '5', subject: 'Patient' } } });
    expect(overtaken).toBe(4);
    expect(await versionOf(list)).toBe(5);
  });

  test('on a list that nobody wrote to can hold it as well', async () => {
    const list = freshList('raced');
    const service = serviceBehind(async (statement, _, send) => {
      if (isAppend(statement))
        throw new DatabaseFault('raced', new Error('could not serialize'), '40001', null);
      return send();
    });
    expect(await call(service, list, 'task_create', { subject: 'First' })).toMatchObject({ ok: true });
    expect(await versionOf(list)).toBe(1);
  });
});

describe('an append whose answer is lost', () => {
  test('after it landed is found by its commit id and answered as it was decided', async () => {
    const list = freshList('landed');
    let appends = 0;
    const service = serviceBehind(async (statement, _, send) => {
      const rows = await send();
      if (!isAppend(statement)) return rows;
      appends += 1;
      throw lost();
    });
    const results = await Promise.all([
      call(service, list, 'task_create', { subject: 'One' }),
      call(service, list, 'task_create', { subject: 'Two', idempotencyKey: 'k' }),
    ]);
    expect(tally(results)).toEqual({ ok: 2 });
    expect(results.every((result) => result.ok && !result.replayed)).toBe(true);
    expect(appends).toBe(await versionOf(list));
  });

  test('and that kept nothing but an answer is found, too, and not taken for a replay', async () => {
    const list = freshList('kept');
    await call(pick(world.instances, 0).service, list, 'task_create', { subject: 'One' });
    let appends = 0;
    const service = serviceBehind(async (statement, _, send) => {
      const rows = await send();
      if (!isAppend(statement)) return rows;
      appends += 1;
      throw lost();
    });
    const same = { id: '1', expectedVersion: 1, patch: { subject: 'One' }, idempotencyKey: 'k' };
    const first = await call(service, list, 'task_update', same);
    expect(first).toMatchObject({ ok: true, replayed: false, value: { changed: [] } });
    expect(await call(service, list, 'task_update', same)).toMatchObject({ ok: true, replayed: true });
    expect([appends, await versionOf(list)]).toEqual([1, 1]);
  });

  test('before it landed is sent again, once', async () => {
    const list = freshList('lost');
    let lostOnce = false;
    const service = serviceBehind((statement, _, send) => {
      if (!isAppend(statement) || lostOnce) return send();
      lostOnce = true;
      throw lost();
    });
    const result = await call(service, list, 'task_create', { subject: 'One' });
    expect(result).toMatchObject({ ok: true, replayed: false, value: { task: { id: '1' } } });
    expect(await versionOf(list)).toBe(1);
  });

  test('while it is still under way waits for it instead of doing it twice', async () => {
    const list = freshList('late');
    let late: Promise<unknown[]> | null = null;
    const service = serviceBehind((statement, _, send) => {
      if (!isAppend(statement) || late) return send();
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(send);
      throw lost();
    });
    const result = await call(service, list, 'task_create', { subject: 'One' });
    await late;
    expect(result).toMatchObject({ ok: true, value: { task: { id: '1' } } });
    expect(await versionOf(list)).toBe(1);
  });

  test('and that nobody can look for is refused as not known, with what to do', async () => {
    const list = freshList('unknown');
    let isDown = false;
    const service = serviceBehind(async (statement, _, send) => {
      if (isDown) throw new DatabaseFault('unavailable', new Error('ECONNREFUSED'), null, null);
      if (!isAppend(statement)) return send();
      isDown = true;
      throw lost();
    });
    const result = await call(service, list, 'task_create', { subject: 'One' });
    expect(result).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      refusal: {
        message: 'The answer to the write was lost; whether it was stored is not known yet.',
        extras: { retryAfterSeconds: 2 },
      },
    });
  });
});

test('writes that wait behind one that the database did not let through are refused with it, unsent', async () => {
  const list = freshList('queue');
  let loads = 0;
  const service = serviceBehind(async (statement, _, send) => {
    if (!statement.name.startsWith('load_')) return send();
    loads += 1;
    throw new DatabaseFault('unavailable', new Error('ECONNREFUSED'), null, null);
  });
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, index) => call(service, list, 'task_create', { subject: `${index}` })),
  );
  expect(tally(results)).toEqual({ STORE_UNAVAILABLE: 300 });
  // One batch tried for a second; nobody else's turn came.
  expect(loads).toBeLessThan(10);
});

test('an intent that the database refuses does not spoil those it was combined with', async () => {
  const list = freshList('mixed');
  const service = serviceBehind((statement, parameters, send) => {
    if (!isAppend(statement) || !JSON.stringify(parameters).includes('poison')) return send();
    throw new DatabaseFault('rejected', new Error('value too long'), '23514', 'tasks_subject');
  });
  const results = await Promise.all(
    ['a', 'b', 'poison', 'c'].map((subject) => call(service, list, 'task_create', { subject })),
  );
  expect(tally(results)).toEqual({ ok: 3, INVALID_INPUT: 1 });
  expect(await versionOf(list)).toBe(3);
});

test('an error in a rule is that call alone, and nothing of it is stored', async () => {
  const list = freshList('bug');
  const { store } = pick(world.instances, 0);
  const proposal = {
    tool: 'task_create',
    caller: { principal: 'anonymous', agent: null, session: null, requestId: 'r', toolCallId: null },
    needs: { tasks: [], references: [], upstream: [], changesSince: [] },
    idempotency: null,
    decide: () => {
      throw new TypeError('a bug');
    },
  };
  const { service } = pick(world.instances, 0);
  const [bug, fine] = await Promise.allSettled([
    store.write(tasks, list, proposal),
    service.call('task_create', list, proposal.caller, { subject: 'A' }),
  ]);
  expect(bug).toMatchObject({ status: 'rejected', reason: { message: 'a bug' } });
  expect(fine.status).toBe('fulfilled');
  expect(await versionOf(list)).toBe(1);
});
