import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrations.js';
import { toProblem } from '../../src/problems/problem.js';
import { asAdmin } from '../support/admin.js';
import { type PrivatePostgres, startPrivatePostgres } from '../support/private_postgres.js';
import { call, freshList, type Instance, openInstance, type Result, tally } from '../support/service.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp_proxy.js';
import { verifyList } from '../support/verify.js';
import { brokenPromises, countSubjects, Load } from './load.js';

/** The patience with a statement, the budget of the look-up and a last statement, on a slow machine. */
const LIMIT_MS = 60_000;
/** Longer than the service looks for an append: 4 s for its answer, 4 s for it, 2 s for a lock. */
const LONGER_THAN_PATIENCE_MS = 14_000;

let server: PrivatePostgres;
let proxy: TcpProxy;
let instance: Instance;

beforeAll(async () => {
  server = await startPrivatePostgres();
  const directory = new URL('../../sql/', import.meta.url);
  await migrate(server.url, { directory, log: () => {}, connectTimeoutMs: 10_000 });
  const url = new URL(server.url);
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  instance = openInstance(url.href);
}, LIMIT_MS);

afterAll(async () => {
  await instance?.engine.close();
  await proxy?.close();
  await server?.dispose();
});

const create = (list: string, subject: string): Promise<Result> =>
  call(instance.service, list, 'task_create', { subject });

async function expectPromisesKept(list: string, sent: Load['sent']): Promise<void> {
  expect(await brokenPromises(instance.service, list, sent)).toEqual([]);
  expect((await verifyList(instance.engine, list)).differences).toEqual([]);
}

const isUnknown = {
  ok: false,
  code: 'STORE_UNAVAILABLE',
  refusal: {
    message: 'The answer to the write was lost; whether it was stored is not known yet.',
    extras: {
      hint: expect.stringContaining('wait until another write to this list is answered'),
      retryAfterSeconds: 2,
    },
  },
};

const textOf = (result: Result) => (result.ok ? '' : toProblem(result.refusal, 'r').text);

describe('F23: a commit that hangs', () => {
  const waitForGhost = (name: string) =>
    asAdmin(server.url, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await client.query('SELECT pg_reload_conf()');
      const current = async () => (await client.query('SHOW synchronous_standby_names')).rows[0];
      while ((await current()).synchronous_standby_names !== name) await sleep(20);
    });

  test(
    'for a synchronous standby that is away is not known, and lands when the standby is given up',
    async () => {
      const list = freshList('standby');
      expect(await create(list, 'Before')).toMatchObject({ ok: true });
      await waitForGhost('ghost');
      const keyed = () =>
        call(instance.service, list, 'task_create', { subject: 'Hangs 0', idempotencyKey: 'hangs-0' });
      const hanging = Array.from({ length: 8 }, (_, index) =>
        index === 0 ? keyed() : create(list, `Hangs ${index}`),
      );
      const results = await Promise.all(hanging);
      // Who asks again with its key is not told that nothing was stored, for the first call may be.
      // A service that was restarted since cannot know of it, and speaks of its own call alone.
      const restarted = openInstance(server.url);
      const [again, afterRestart, isReady] = await Promise.all([
        keyed(),
        call(restarted.service, list, 'task_create', { subject: 'Hangs 0', idempotencyKey: 'hangs-0' }),
        instance.store.ping().then(
          () => true,
          () => false,
        ),
      ]).finally(() => waitForGhost(''));
      await restarted.engine.close();
      // The first one was alone in its batch; the others waited behind it and were never sent.
      expect(results[0]).toMatchObject(isUnknown);
      for (const behind of results.slice(1)) {
        expect(behind).toMatchObject({ code: 'CONTENTION' });
      }
      expect(again).toMatchObject(isUnknown);
      expect(afterRestart).toMatchObject({ ok: false, code: 'CONTENTION' });
      expect(textOf(afterRestart)).toContain('This call stored nothing.');
      expect(isReady, 'F33: a database that lets no write end is not ready').toBe(false);
      expect(await create(list, 'After')).toMatchObject({ ok: true });
      expect(await keyed()).toMatchObject({ ok: true, replayed: true });
      await expect(instance.store.ping()).resolves.toBeUndefined();
      const counts = await countSubjects(instance.service, list);
      expect(Object.fromEntries(counts)).toEqual({ Before: 1, 'Hangs 0': 1, After: 1 });
    },
    LIMIT_MS,
  );

  test(
    'and ends while it is looked for is answered as what it is, once',
    async () => {
      const list = freshList('standby');
      await waitForGhost('ghost');
      const hanging = create(list, 'Late');
      await sleep(5_000).finally(() => waitForGhost(''));
      expect(await hanging).toMatchObject({ ok: true, replayed: false, value: { task: { id: '1' } } });
      expect(await instance.service.head(list)).toMatchObject({ version: 1 });
    },
    LIMIT_MS,
  );

  const canStall = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0;
  test.skipIf(!canStall)(
    'for a disk that stalls (where strace can hold its calls up) is not known, and lands later',
    async () => {
      const list = freshList('disk');
      expect(await create(list, 'Before')).toMatchObject({ ok: true });
      const calls = 'fdatasync,fsync,pwritev,sync_file_range';
      const holdUp = [
        '-e',
        `trace=${calls}`,
        '-e',
        `inject=${calls}:delay_enter=${LONGER_THAN_PATIENCE_MS * 1_000}`,
      ];
      const stall = spawn('strace', ['-f', '-qq', ...holdUp, '-o', '/dev/null', '-p', String(server.pid)]);
      const ended = once(stall, 'exit');
      await sleep(500);
      // Only processes that are started from now on are followed.
      proxy.cut();
      const result = await create(list, 'Stalled');
      stall.kill('SIGTERM');
      await ended;
      expect(result).toMatchObject(isUnknown);
      while ((await create(list, 'After')).ok === false) await sleep(100);
      expect((await countSubjects(instance.service, list)).get('Stalled')).toBe(1);
    },
    LIMIT_MS,
  );
});

describe('F24: an append that landed and whose answer was swallowed', () => {
  test(
    'is not known while a lock on the audit log keeps it from being looked for, and never stored twice',
    async () => {
      const list = freshList('locked');
      await create(list, 'Before');
      await asAdmin(server.url, async (client) => {
        proxy.swallowAnswersFrom('append_');
        const sent = Array.from({ length: 24 }, (_, index) => create(list, `Create ${index}`));
        const log = 'SELECT count(*)::int FROM audit_log WHERE list = $1';
        while ((await client.query(log, [list])).rows[0].count < 2) await sleep(5);
        await client.query('BEGIN');
        await client.query('LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE');
        proxy.pass();
        proxy.cut();
        const results = await Promise.all(sent);
        await client.query('ROLLBACK');
        expect(results[0]).toMatchObject(isUnknown);
        // They waited behind it in the queue, and were never sent.
        expect(tally(results.slice(1))).toEqual({ CONTENTION: 23 });
        const all = results.map((result, index) => ({ subject: `Create ${index}`, key: null, result }));
        await expectPromisesKept(list, all);
        expect((await countSubjects(instance.service, list)).get('Create 0')).toBe(1);
      });
    },
    LIMIT_MS,
  );

  test(
    'again and again, with connections cut in between, breaks no promise',
    async () => {
      const list = freshList('swallowed');
      const load = new Load(instance.service, list, { writers: 24, keyed: false });
      for (let round = 0; round < 12; round += 1) {
        await load.progress(24);
        proxy.swallowAnswers();
        await sleep(20 + 5 * round);
        proxy.pass();
        proxy.cut();
      }
      await load.progress(24);
      await load.stop();
      expect(load.acknowledged()).toBeGreaterThanOrEqual(24 * 13);
      await expectPromisesKept(list, load.sent);
    },
    LIMIT_MS,
  );
});
