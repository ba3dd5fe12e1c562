import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { openInstance } from '../support/service.js';
import { ServiceProcess } from '../support/service_process.js';
import { verifyList } from '../support/verify.js';
import { countSubjects } from './load.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Call {
  readonly key: string;
  readonly acknowledged: boolean;
}

async function send(url: string, key: string): Promise<Call> {
  try {
    const response = await fetch(`${url}/v1/lists/killed/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ subject: key }),
    });
    await response.json();
    return { key, acknowledged: response.status === 201 };
  } catch {
    return { key, acknowledged: false };
  }
}

test('kill -9 during writes, restart, the same keys again: every task is there once', async () => {
  const calls: Call[] = [];
  for (let round = 0; round < 3; round += 1) {
    const service = new ServiceProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
    const url = await service.listens();
    const again = await Promise.all(calls.map(({ key }) => send(url, key)));
    expect(again.filter(({ acknowledged }) => !acknowledged)).toEqual([]);
    const wave = Array.from({ length: 400 }, (_, index) => send(url, `round-${round}-${index}`));
    await Promise.any(wave.slice(0, 10));
    await service.kill();
    calls.push(...(await Promise.all(wave)));
  }
  const { engine, service } = openInstance(database.url);
  try {
    const counts = await countSubjects(service, 'killed');
    const lost = calls.filter(({ key, acknowledged }) => acknowledged && counts.get(key) !== 1);
    expect(lost).toEqual([]);
    expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
    expect((await verifyList(engine, 'killed')).differences).toEqual([]);
  } finally {
    await engine.close();
  }
});
