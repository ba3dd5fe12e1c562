import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseFault, type Engine, type Statement } from '../../src/database/database.js';
import { connectEngine } from '../../src/database/engine.js';
import { listEvents } from '../../src/log/audit.js';
import type { Landed } from '../../src/log/commit.js';
import type { Answer, Proposal } from '../../src/log/decide_batch.js';
import { sweepExpiredKeys } from '../../src/log/idempotency.js';
import { verifyKey, verifyLog } from '../../src/log/verify.js';
import { Writer } from '../../src/log/writer.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { CALLER } from '../support/caller.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runs } from '../support/property_runs.js';
import { LOGS } from './logs.js';
import { FaultyEngine, harms } from './unknown_outcomes/faulty_engine.js';

/** What the engine of a log promises, on tasks and on a log that knows nothing of them. */

const OPTIONS = { idempotencyTtlHours: 24 };
const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const callerOf = (requestId: string) => ({ ...CALLER, requestId });
const lost = () => new DatabaseFault('unknown', new Error('Connection terminated unexpectedly'), null, null);
const isAppend = ({ name }: Statement) => name.startsWith('append_');

let database: TestDatabase;
/** Of two processes. */
let engines: Engine[];
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { url: database.url, connections: 20, statementTimeoutMs: 3_000, onError: () => {} };
  engines = [connectEngine(options), connectEngine(options)];
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const { sql } of LOGS) await client.query(sql);
});
afterAll(async () => {
  await client.end();
  for (const engine of engines) await engine.close();
  await database.drop();
});

const engineOf = (index: number): Engine => {
  const engine = engines[index % 2];
  if (!engine) throw new Error('There are two engines.');
  return engine;
};

/** The first engine, with a hand on its single statements. */
function harmed(
  intercept: (
    statement: Statement,
    send: () => Promise<unknown[]>,
    parameters: readonly unknown[],
  ) => Promise<unknown[]>,
): Engine {
  const engine = engineOf(0);
  return {
    query: (statement, parameters) =>
      intercept(statement, () => engine.query(statement, parameters), parameters) as never,
    hold: (work) => engine.hold(work),
    close: async () => {},
  };
}

describe.each(LOGS.map((one) => [one.log.name, one] as const))('the log of %s', (_, { log, add, tamper }) => {
  /** Of one of two processes. */
  const submitter = () => {
    const writers = new Map([0, 1].map((index) => [index, new Writer(engineOf(index), log, OPTIONS)]));
    return (index: number, key: string, proposal: Proposal): Promise<Answer> => {
      const writer = writers.get(index % 2);
      if (!writer) throw new Error('There are two writers.');
      return writer.submit(key, proposal);
    };
  };
  const entriesOf = async (key: string) =>
    (await listEvents(engineOf(0), log, key, { after: 0, limit: 1_000 })).entries;

  /** The request ids in the order of the log, which has no hole, nor differs from the tables. */
  async function stored(key: string): Promise<string[]> {
    const entries = await entriesOf(key);
    expect(entries.map(({ version }) => version)).toEqual(entries.map((_entry, index) => index + 1));
    expect((await verifyKey(engineOf(0), log, key)).differences).toEqual([]);
    return entries.map(({ caller }) => caller.requestId);
  }

  test('keeps each write once, of one process and of two', async () => {
    const submit = submitter();
    const answers = await times(60, (index) =>
      submit(index, 'race', add([`${index}`], callerOf(`${index}`))),
    );
    expect(new Set(answers.map((answer) => (answer.value as { first: number }).first)).size).toBe(60);
    expect((await stored('race')).sort()).toEqual(
      Array.from({ length: 60 }, (_entry, index) => `${index}`).sort(),
    );
  });

  test('keeps a write of one key once, and gives all its callers the same answer', async () => {
    const submit = submitter();
    const answers = await times(40, (index) =>
      submit(index, 'key', add(['once'], callerOf(`${index}`), 'k')),
    );
    expect(answers.filter((answer) => answer.replayed === false)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.value))).size).toBe(1);
    expect(await stored('key')).toHaveLength(1);
    await expect(submit(0, 'key', add(['other'], CALLER, 'k'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test('gives a decision of several changes an entry each, and its repeat the whole answer', async () => {
    const submit = submitter();
    const write = () => add(['a', 'b', 'c'], CALLER, 'three');
    const first = await submit(0, 'several', write());
    expect(first.changes.length).toBeGreaterThanOrEqual(3);
    expect(await stored('several')).toHaveLength(3);
    await submit(0, 'several', add(['d'], CALLER));
    const again = await submit(1, 'several', write());
    expect(again).toMatchObject({ value: first.value, changes: first.changes, replayed: true });
  });

  test('lets a key run anew when its time is over, and sweeps it', async () => {
    const submit = submitter();
    await submit(0, 'expiry', add(['a'], CALLER, 'k'));
    const { tables } = log;
    const expire = `UPDATE ${tables.answers} SET expires_at = now() - interval '1 hour' WHERE ${tables.key} = 'expiry'`;
    await client.query(expire);
    expect(await submit(0, 'expiry', add(['b'], CALLER, 'k'))).toMatchObject({ replayed: false });
    expect(await submit(0, 'expiry', add(['b'], CALLER, 'k'))).toMatchObject({ replayed: true });
    await client.query(expire);
    expect(await sweepExpiredKeys(engineOf(0), log)).toBe(1);
    expect(await stored('expiry')).toHaveLength(2);
  });

  test('holds the head for a round when others are faster in each', async () => {
    const submit = submitter();
    let overtaken = 0;
    const engine = harmed(async (statement, send) => {
      if (isAppend(statement)) {
        overtaken += 1;
        await submit(1, 'held', add(['faster'], CALLER));
      }
      return send();
    });
    await new Writer(engine, log, OPTIONS).submit('held', add(['patient'], callerOf('patient')));
    expect(overtaken).toBe(4);
    expect((await stored('held')).at(-1)).toBe('patient');
  });

  test('finds an append whose answer was lost, and tells of it as of any that landed', async () => {
    const told: Landed[] = [];
    let appends = 0;
    const engine = harmed(async (statement, send) => {
      const rows = await send();
      if (!isAppend(statement)) return rows;
      appends += 1;
      if (appends % 2 === 1) throw lost();
      return rows;
    });
    const writer = new Writer(engine, log, { ...OPTIONS, onLanded: (landed) => told.push(landed) });
    for (const text of ['a', 'b']) await writer.submit('lost', add([text], callerOf(text)));
    expect(await stored('lost')).toEqual(['a', 'b']);
    expect(told).toEqual([1, 2].map((version) => ({ log: log.name, key: 'lost', version })));
    expect(appends).toBe(2);
  });

  test('refuses what the database refuses alone, not what it was combined with', async () => {
    const engine = harmed((statement, send, parameters) => {
      if (!isAppend(statement) || !JSON.stringify(parameters).includes('poison')) return send();
      throw new DatabaseFault('rejected', new Error('check'), '23514', null);
    });
    const writer = new Writer(engine, log, OPTIONS);
    const sent = ['a', 'poison', 'b'].map((text) => writer.submit('neighbours', add([text], callerOf(text))));
    const results = await Promise.allSettled(sent);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored('neighbours')).toEqual(['a', 'b']);
  });

  test('lets so many writes wait and no more', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const engine = harmed(async (_statement, send) => {
      await gate;
      return send();
    });
    const writer = new Writer(engine, log, OPTIONS);
    const sent = Array.from({ length: 5_100 }, () => writer.submit('queue', add(['a'], CALLER)));
    const refused = await Promise.race([sent.at(-1), gate]).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'CONTENTION',
      message: expect.stringContaining(`${log.noun} "queue"`),
    });
    open();
    const results = await Promise.allSettled(sent);
    const done = results.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeGreaterThanOrEqual(5_000);
    expect((await verifyKey(engineOf(0), log, 'queue')).entries).toBe(done);
  });

  test('verifies: a row that was changed behind its back, and a hole, are named', async () => {
    const submit = submitter();
    for (const text of ['a', 'b', 'c']) await submit(0, 'tampered', add([text], CALLER));
    await client.query(tamper, ['tampered']);
    const { keys, differences } = await verifyLog(engineOf(0), log);
    expect(keys).toBeGreaterThan(0);
    expect(differences.every((line) => line.startsWith('tampered: '))).toBe(true);
    expect(differences.length).toBeGreaterThan(0);
    const { audit, key } = log.tables;
    await client.query(`DELETE FROM ${audit} WHERE ${key} = 'tampered' AND version = 2`);
    const holed = await verifyKey(engineOf(0), log, 'tampered');
    expect(holed.differences).toEqual(['Version 1 is followed by version 3.']);
  });

  test('F23, F24: whatever fails at whichever statement, what was said of a write is what is stored', async () => {
    let count = 0;
    const write = fc.record({
      several: fc.boolean(),
      key: fc.option(fc.constantFrom('a', 'b'), { freq: 2 }),
    });
    const plans = fc.array(write, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(plans, harms, async (plan, harmsToCome) => {
        count += 1;
        const key = `faults-${count}`;
        const overtake = async () => void (await submitter()(1, key, add(['other'], callerOf('other'))));
        const faulty = new FaultyEngine(engineOf(0), harmsToCome, { pass: () => {}, overtake });
        const hasty = { now: () => performance.now() * 40, sleep: async () => {} };
        const writer = new Writer(faulty, log, { ...OPTIONS, clock: hasty });
        const said = await Promise.all(
          plan.map(async ({ several, key: name }, index) => {
            const texts = name !== null ? [name] : several ? ['x', 'y'] : ['x'];
            const result = await writer
              .submit(key, add(texts, callerOf(`${index}`), name))
              .catch((error) => error);
            return { entries: texts.length, result: result as Answer | Refusal };
          }),
        );
        await faulty.settle();
        const ids = await stored(key);
        for (const [index, { entries, result }] of said.entries()) {
          const found = ids.filter((id) => id === `${index}`).length;
          expect(allowed(result, entries), JSON.stringify(result)).toContain(found);
        }
      }),
      { numRuns: runs(15) },
    );
  }, 600_000);
});

/** How many entries of a write there may be after what was said of it. */
function allowed(result: Answer | Refusal, entries: number): number[] {
  if (!(result instanceof Refusal)) return [result.replayed ? 0 : entries];
  return result.extras.isOutcomeUnknown ? [0, entries] : [0];
}
