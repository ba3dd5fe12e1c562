import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectEngine } from '../../src/database/engine.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LANES = ['quick', 'slow', 'write'] as const;

/** What a session of each lane has set. */
async function settings(url: string, statementTimeoutMs: number): Promise<unknown[]> {
  const engine = connectEngine({ url, connections: 5, statementTimeoutMs, onError: () => {} });
  const text = `SELECT current_setting('jit') AS jit, current_setting('plan_cache_mode') AS plans,
    current_setting('enable_seqscan') AS seqscan, current_setting('work_mem') AS memory`;
  const rows = LANES.map((lane) => engine.query({ name: 'settings', text, lane }, []));
  return Promise.all(rows)
    .then((found) => found.flat())
    .finally(() => engine.close());
}

const OURS = { jit: 'off', plans: 'force_generic_plan', seqscan: 'off' };

it('F27: no session of any lane compiles plans', async () => {
  expect(await settings(database.url, 3_000)).toEqual(LANES.map(() => expect.objectContaining(OURS)));
});

it('F27: options in the address are kept beside those of the service, and come first where they name the same', async () => {
  const url = (options: string) => {
    const address = new URL(database.url);
    address.searchParams.set('options', options);
    return address.href;
  };
  expect(await settings(url('-c work_mem=5MB'), 3_000)).toEqual(
    LANES.map(() => ({ ...OURS, memory: '5MB' })),
  );
  expect(await settings(url('-c jit=on'), 3_000)).toEqual(
    LANES.map(() => expect.objectContaining({ ...OURS, jit: 'on' })),
  );
});

it('F27: behind a pooler, where no option is sent, what the role or the database has set holds', async () => {
  const before = { jit: 'on', plans: 'auto', seqscan: 'on' };
  const name = new URL(database.url).pathname.slice(1);
  const engine = connectEngine({
    url: database.url,
    connections: 5,
    statementTimeoutMs: 0,
    onError: () => {},
  });
  const set = (value: string) =>
    engine.query({ name: '', text: `ALTER DATABASE ${name} SET jit = ${value}`, lane: 'write' }, []);
  await set('on');
  expect(await settings(database.url, 0)).toEqual(LANES.map(() => expect.objectContaining(before)));
  await set('off').finally(() => engine.close());
  expect(await settings(database.url, 0)).toEqual(
    LANES.map(() => expect.objectContaining({ ...before, jit: 'off' })),
  );
});
