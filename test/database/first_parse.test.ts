import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/database/database.js';
import { connectEngine } from '../../src/database/engine.js';
import { createService } from '../../src/service.js';
import { createStore } from '../../src/store.js';
import { asAdmin } from '../support/admin.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { call, freshList, type Result, tally } from '../support/service.js';

/** A lock is given up after 2 s, before the statement is. */
const STATEMENT_TIMEOUT_MS = 3_000;
const LISTS = 12;

let database: TestDatabase;
const engines: Engine[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await database?.drop();
});

/** A service of which no connection knows any statement yet. */
function freshService() {
  const options = { url: database.url, connections: 9, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const engine = connectEngine({ ...options, onError: () => {} });
  engines.push(engine);
  return createService(createStore(engine, { idempotencyTtlHours: 24 }));
}

/** Sends calls while somebody holds the table, and lets go once the first of them was given up. */
async function whileLocked(table: string, send: () => Promise<Result>[]): Promise<Result[]> {
  return asAdmin(database.url, async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const sent = send();
    await Promise.race(sent);
    await client.query('COMMIT');
    return Promise.all(sent);
  });
}

test('F25: a lock under the first use of a statement refuses who waited for it, and nobody behind it', async () => {
  const service = freshService();
  const lists = Array.from({ length: LISTS }, () => freshList('parse'));
  const setUp = freshService();
  for (const list of lists) await call(setUp, list, 'task_create', { subject: 'A' });
  const results = await whileLocked('tasks', () =>
    lists.map((list) => call(service, list, 'task_get', { id: '1' })),
  );
  const counts = tally(results);
  // The statement waits once on each of the two connections; the others run when it is known there.
  expect(counts).toEqual({
    ok: LISTS - (counts.STORE_UNAVAILABLE ?? 0),
    STORE_UNAVAILABLE: expect.any(Number),
  });
  expect(counts.ok).toBeGreaterThanOrEqual(LISTS - 4);
  for (const result of results) {
    if (result.ok) continue;
    expect(result.refusal.message).toBe('Somebody else holds a lock on what this call needs.');
  }
});

test('F25: a write whose first statement is not known to the server is stored, once', async () => {
  const service = freshService();
  const list = freshList('parse');
  const results = await whileLocked('audit_log', () => {
    const waiting = call(service, list, 'task_create', { subject: 'Waits' });
    const others = Array.from({ length: 3 }, async (_, index) => {
      await sleep(10);
      return call(service, freshList(`other-${index}`), 'task_create', { subject: 'Other' });
    });
    return [waiting, ...others];
  });
  for (const result of results) {
    if (!result.ok) expect(result).toMatchObject({ code: 'CONTENTION' });
  }
  expect(await call(service, list, 'task_create', { subject: 'After' })).toMatchObject({ ok: true });
  expect((await service.head(list)).version).toBe(results[0]?.ok ? 2 : 1);
});
