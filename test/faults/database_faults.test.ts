import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrations.js';
import { asAdmin } from '../support/admin.js';
import { type PrivatePostgres, startPrivatePostgres } from '../support/private_postgres.js';
import { call, freshList, type Instance, openInstance } from '../support/service.js';
import { verifyList } from '../support/verify.js';
import { brokenPromises, countSubjects, Load, retryAll } from './load.js';

/** What "within seconds" comes to: the service's own timeouts and a slow machine. */
const ANSWER_LIMIT_MS = 20_000;

let server: PrivatePostgres;
let instance: Instance;

beforeAll(async () => {
  server = await startPrivatePostgres();
  const directory = new URL('../../sql/', import.meta.url);
  await migrate(server.url, { directory, log: () => {}, connectTimeoutMs: 10_000 });
  instance = openInstance(server.url);
});

afterAll(async () => {
  await instance?.engine.close();
  await server?.dispose();
});

const create = (list: string, subject = 'A') => call(instance.service, list, 'task_create', { subject });

async function expectPromisesKept(list: string, load: Load): Promise<void> {
  expect(await brokenPromises(instance.service, list, load.sent)).toEqual([]);
  const { differences } = await verifyList(instance.engine, list);
  expect(differences).toEqual([]);
}

describe('connections that Postgres ends', () => {
  test('while they are idle are replaced without a caller noticing', async () => {
    const list = freshList('idle');
    expect(await create(list)).toMatchObject({ ok: true });
    await asAdmin(server.url, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tasklatch'`,
      ),
    );
    expect(await call(instance.service, list, 'task_get', { id: '1' })).toMatchObject({ ok: true });
    expect(await create(list)).toMatchObject({ ok: true, value: { task: { id: '2' } } });
  });

  test('in the middle of appends lose nothing acknowledged, store nothing refused and run nothing twice', async () => {
    const list = freshList('terminated');
    const load = new Load(instance.service, list, { writers: 16, keyed: false });
    await asAdmin(server.url, async (client) => {
      for (let round = 0; round < 30; round += 1) {
        await load.progress(20);
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'tasklatch' AND query LIKE 'WITH head%' AND state = 'active'`,
        );
      }
    });
    await load.stop();
    expect(load.acknowledged()).toBeGreaterThanOrEqual(600);
    await expectPromisesKept(list, load);
  });
});

describe('a Postgres that is stopped and started again under load', () => {
  test('is waited for: calls are refused in between, and none is lost, stored against its answer or run twice', async () => {
    const list = freshList('restart');
    const load = new Load(instance.service, list, { writers: 8, keyed: true });
    for (let round = 0; round < 2; round += 1) {
      await load.progress(50);
      await server.restart();
    }
    await load.progress(50);
    await load.stop();
    for (const { result } of load.refused()) {
      expect(result).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        refusal: { extras: { retryAfterSeconds: 2 } },
      });
    }
    await expectPromisesKept(list, load);
    await retryAll(instance.service, list, load.sent);
    const counts = await countSubjects(instance.service, list);
    expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
    expect(counts.size).toBe(load.sent.length);
  });

  test('and killed instead of stopped, keeps what was acknowledged', async () => {
    const list = freshList('crash');
    const load = new Load(instance.service, list, { writers: 8, keyed: true });
    await load.progress(100);
    await server.kill();
    await server.restart();
    await load.progress(50);
    await load.stop();
    await expectPromisesKept(list, load);
  });
});

describe('a Postgres that stops answering', () => {
  test(
    'is answered for with 503 within seconds; when it goes on, nothing that was refused lands',
    async () => {
      const list = freshList('paused');
      const load = new Load(instance.service, list, { writers: 8, keyed: false });
      await load.progress(50);
      await server.pause();
      const [read, write] = await Promise.all([
        call(instance.service, list, 'task_get', { id: '1' }),
        create(list, 'While it sleeps'),
      ]);
      expect(read).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        refusal: { extras: { retryAfterSeconds: 2 } },
      });
      expect(write).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await load.stop();
      await server.resume();
      expect(await create(list, 'Awake')).toMatchObject({ ok: true });
      await expectPromisesKept(list, load);
      expect((await countSubjects(instance.service, list)).get('While it sleeps')).toBeUndefined();
    },
    ANSWER_LIMIT_MS * 3,
  );
});

describe('a lock that somebody else holds', () => {
  test('on one list gives CONTENTION there and leaves other lists and reads alone', async () => {
    const list = freshList('locked');
    await create(list);
    const refused = await asAdmin(server.url, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM lists WHERE list = $1 FOR UPDATE', [list]);
      const waiting = create(list, 'Behind the lock');
      expect(await create(freshList('free'))).toMatchObject({ ok: true });
      expect(await call(instance.service, list, 'task_get', { id: '1' })).toMatchObject({ ok: true });
      return waiting;
    });
    expect(refused).toMatchObject({ code: 'CONTENTION', refusal: { extras: { retryAfterSeconds: 1 } } });
    expect(await create(list, 'After the lock')).toMatchObject({ ok: true, value: { task: { id: '2' } } });
  });
});
