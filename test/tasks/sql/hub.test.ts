import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Service } from '../../../src/service.js';
import { EFFECTS_MAX_COUNT } from '../../../src/text/budget.js';
import { call, pick, type Result, useInstances } from '../../support/service.js';
import { fill } from './filled_lists.js';

const world = useInstances(1);
/** More than can wait for one task now; lists from before that rule may have such a task. */
const HUB = { list: 'hub', size: 5_000, isHub: true } as const;
let service: Service;

async function sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

beforeAll(async () => {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await fill(client, [HUB]).finally(() => client.end());
  service = pick(world.instances, 0).service;
});

const write = (tool: string, args: object): Promise<Result> => call(service, HUB.list, tool, args);

async function waiting(): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM tasks WHERE list = 'hub' AND open_blockers = 1`,
  );
  return row?.count ?? -1;
}

it('F42: a task that more wait for than can now is completed, reopened, deleted and restored all the same', async () => {
  const rest = Array.from({ length: HUB.size - 1 }, (_, index) => String(index + 2));
  const id = '1';
  expect(await waiting()).toBe(HUB.size - 1);
  expect(await write('task_update', { id, expectedVersion: 1, patch: { status: 'done' } })).toMatchObject({
    ok: true,
    value: { unblocked: rest.slice(0, EFFECTS_MAX_COUNT), unblockedCount: rest.length },
  });
  expect(await waiting()).toBe(0);
  expect(await write('task_reopen', { id, expectedVersion: 2, reason: 'r' })).toMatchObject({
    ok: true,
    value: { blockedAgain: rest.slice(0, EFFECTS_MAX_COUNT), blockedAgainCount: rest.length },
  });
  expect(await waiting()).toBe(HUB.size - 1);
  expect(await write('task_delete', { id, expectedVersion: 3 })).toMatchObject({
    ok: true,
    value: { unblocked: rest.slice(0, EFFECTS_MAX_COUNT), unblockedCount: rest.length },
  });
  expect(await waiting()).toBe(0);
  expect(await write('task_restore', { id, expectedVersion: 4 })).toMatchObject({ ok: true });
  expect(await waiting()).toBe(HUB.size - 1);
  expect(await write('task_create', { subject: 'One more', blockedBy: ['1'] })).toMatchObject({
    code: 'INVALID_REFERENCE',
  });
  const args = { id: '2', expectedVersion: 1, patch: { removeBlockedBy: ['1'] } };
  expect(await write('task_update', args)).toMatchObject({ ok: true, value: { task: { blockedBy: [] } } });
});
