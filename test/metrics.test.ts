import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseFault, type Engine } from '../src/database/database.js';
import { connectEngine } from '../src/database/engine.js';
import { createMetrics } from '../src/http/connection/records.js';
import { createObserver } from '../src/metrics.js';
import { createService, type Service } from '../src/service.js';
import { createStore } from '../src/store.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { call, freshList } from './support/service.js';

const registry = new Registry();
const observer = createObserver(registry);
let database: TestDatabase;
let engine: Engine;
/** Loses the answers of the next appends. */
let answersToLose = 0;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { url: database.url, connections: 8, statementTimeoutMs: 3_000, onError: () => {} };
  engine = connectEngine({ ...options, observer });
  const losing: Engine = {
    ...engine,
    async query(statement, parameters) {
      const rows = await engine.query(statement, parameters);
      if (!statement.name.startsWith('append_') || answersToLose === 0) return rows as never;
      answersToLose -= 1;
      throw new DatabaseFault('unknown', new Error('lost'), null, null);
    },
  };
  service = createService(createStore(losing, { idempotencyTtlHours: 24, observer }), observer);
});
afterAll(async () => {
  await engine?.close();
  await database?.drop();
});

/** The value of a metric with these labels; 0 where it was never counted. */
async function metricValue(name: string, labels: Record<string, string> = {}): Promise<number> {
  const metrics = await registry.getMetricsAsJSON();
  const values = metrics.flatMap((metric) => metric.values.map((one) => ({ name: metric.name, ...one }))) as {
    name: string;
    metricName?: string;
    value: number;
    labels: Record<string, string>;
  }[];
  return values
    .filter((one) => (one.metricName ?? one.name) === name)
    .filter((one) => Object.entries(labels).every(([label, value]) => String(one.labels[label]) === value))
    .reduce((sum, { value }) => sum + value, 0);
}

describe('F44: what an operator sees of the writer', () => {
  it('counts calls by tool and outcome, replays among them', async () => {
    const list = freshList('metrics');
    const keyed = { subject: 'A', idempotencyKey: 'k' };
    await call(service, list, 'task_create', keyed);
    await call(service, list, 'task_create', keyed);
    await call(service, list, 'task_get', { id: '9' });
    await call(service, list, 'task_get', { id: 9 });
    const name = 'tasklatch_tool_calls_total';
    expect(await metricValue(name, { tool: 'task_create', outcome: 'ok' })).toBe(1);
    expect(await metricValue(name, { tool: 'task_create', outcome: 'replayed' })).toBe(1);
    expect(await metricValue(name, { tool: 'task_get', outcome: 'TASK_NOT_FOUND' })).toBe(1);
    expect(await metricValue(name, { tool: 'task_get', outcome: 'INVALID_INPUT' })).toBe(1);
  });

  it('measures batches, the queue, statements and connections', async () => {
    const list = freshList('metrics');
    const sum = 'tasklatch_writer_batch_intents_sum';
    const before = await metricValue(sum);
    const loads = await metricValue('tasklatch_statement_duration_seconds_count', { statement: 'load' });
    await Promise.all(Array.from({ length: 65 }, () => call(service, list, 'task_create', { subject: 'A' })));
    expect((await metricValue(sum)) - before).toBe(65);
    expect(await metricValue('tasklatch_writer_queued_intents')).toBe(0);
    const after = await metricValue('tasklatch_statement_duration_seconds_count', { statement: 'load' });
    expect(after - loads).toBe(2);
    expect(await metricValue('tasklatch_write_connections')).toBeGreaterThan(0);
  });

  it('counts appends of unknown outcome by how they ended', async () => {
    const list = freshList('metrics');
    answersToLose = 1;
    expect(await call(service, list, 'task_create', { subject: 'A' })).toMatchObject({ ok: true });
    expect(await metricValue('tasklatch_writer_unknown_appends_total', { outcome: 'landed' })).toBe(1);
    expect(await metricValue('tasklatch_writer_rounds_total', { outcome: 'lost' })).toBe(0);
  });

  it('has a dashboard that asks for no metric which is not there', async () => {
    const known = new Registry();
    createObserver(known).watchPool(() => ({ idle: 0, busy: 0, waiting: 0 }));
    createMetrics({ registry: known, processMetrics: true });
    const names = new Set((await known.getMetricsAsJSON()).map(({ name }) => name));
    const dashboard = readFileSync(new URL('../docs/grafana.json', import.meta.url), 'utf8');
    const asked = dashboard.match(/\b(?:tasklatch|process|nodejs)_[a-z0-9_]+/g) ?? [];
    const missing = asked.filter((name) => !names.has(name.replace(/_(?:bucket|sum|count)$/, '')));
    expect([asked.length > 10, missing]).toEqual([true, []]);
  });
});
