import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock, Engine } from '../../../src/database/database.js';
import { connectEngine } from '../../../src/database/engine.js';
import { createService } from '../../../src/service.js';
import { createStore } from '../../../src/store.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { runs } from '../../support/property_runs.js';
import { call, freshList } from '../../support/service.js';
import { verifyList } from '../../support/verify.js';
import { FaultyEngine, type Harms, harms } from './faulty_engine.js';
import { batches, brokenPromises, type Planned, sendAll } from './promises.js';

/** The writer's budgets are seconds, the server's time-outs here are tenths: its clock runs faster. */
const HASTE = 20;
const STATEMENT_TIMEOUT_MS = 300;
/** Lists that are harmed at a time, each with connections of its own in the pool for what is held up. */
const LISTS_AT_A_TIME = 6;
const CONNECTIONS = 6 * LISTS_AT_A_TIME;

const hasty: Clock = {
  now: () => performance.now() * HASTE,
  sleep: (milliseconds) => sleep(milliseconds / HASTE),
};
const options = { idempotencyTtlHours: 24, clock: hasty };

let database: TestDatabase;
let engine: Engine;
beforeAll(async () => {
  database = await createTestDatabase();
  const { url } = database;
  const onError = () => {};
  engine = connectEngine({
    url,
    connections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onError,
  });
});
afterAll(async () => {
  await engine?.close();
  await database?.drop();
});

async function run(plan: readonly Planned[], harmsToCome: Harms): Promise<unknown[]> {
  const list = freshList('faults');
  const service = createService(createStore(engine, options));
  await call(service, list, 'task_create', { subject: 'Seed' });

  const faulty = new FaultyEngine(engine, harmsToCome, {
    pass: () => {},
    overtake: async () => void (await call(service, list, 'task_create', { subject: 'Other' })),
  });
  const sent = await sendAll(createService(createStore(faulty, options)), list, plan, 'first');
  await faulty.settle();
  const again = await sendAll(service, list, plan, 'again');

  const { differences } = await verifyList(engine, list);
  const log = {
    name: 'read_log',
    lane: 'slow',
    text: 'SELECT request_id FROM audit_log WHERE list = $1',
  } as const;
  const rows = await engine.query<{ request_id: string }>(log, [list]);
  return [
    ...brokenPromises(
      [...sent, ...again],
      rows.map(({ request_id }) => request_id),
    ),
    ...differences,
  ];
}

test('F23, F24: on Postgres, too, what was said of a write is what is stored, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(batches, harms), { minLength: 1, maxLength: LISTS_AT_A_TIME }),
      async (runs) => {
        expect((await Promise.all(runs.map(([plan, toCome]) => run(plan, toCome)))).flat()).toEqual([]);
      },
    ),
    { numRuns: runs(12) },
  );
}, 600_000);
