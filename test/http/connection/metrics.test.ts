import { expect, test } from 'vitest';
import type { Service } from '../../../src/service.js';
import { buildStubApp } from '../stub_app.js';

async function scrape(app: Awaited<ReturnType<typeof buildStubApp>>): Promise<string[]> {
  const answer = await app.inject('/metrics');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

const HEAD = {
  version: 0,
  cursor: '0',
  counts: { pending: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 },
};
const head: Service['head'] = async (list) => ({ list, ...HEAD });

test('calls are counted by method, route pattern and status, never by list', async () => {
  const app = await buildStubApp({ head });
  for (const list of ['a', 'b', 'c']) await app.inject(`/v1/lists/${list}`);
  await app.inject('/nowhere');
  await app.inject({ method: 'POST', url: '/livez' });
  const counts = (await scrape(app)).filter((line) => line.startsWith('tasklatch_http_requests_total'));
  expect(counts).toEqual([
    'tasklatch_http_requests_total{method="GET",route="/v1/lists/:list",status="200"} 3',
    'tasklatch_http_requests_total{method="GET",route="none",status="404"} 1',
    'tasklatch_http_requests_total{method="POST",route="none",status="405"} 1',
  ]);
  await app.close();
});

test('durations are a histogram in seconds by method and route pattern', async () => {
  const app = await buildStubApp();
  await app.inject('/livez');
  const lines = await scrape(app);
  const name = 'tasklatch_http_request_duration_seconds';
  expect(lines).toContain(`${name}_bucket{le="10",method="GET",route="/livez"} 1`);
  expect(lines).toContain(`${name}_count{method="GET",route="/livez"} 1`);
  await app.close();
});

test('refusals are counted by code', async () => {
  const app = await buildStubApp();
  await app.inject('/nowhere');
  await app.inject('/nowhere/else');
  await app.inject('/v1/lists?limit=0');
  const refusals = (await scrape(app)).filter((line) => line.startsWith('tasklatch_refusals_total'));
  expect(refusals).toEqual([
    'tasklatch_refusals_total{code="ROUTE_NOT_FOUND"} 2',
    'tasklatch_refusals_total{code="INVALID_INPUT"} 1',
  ]);
  await app.close();
});

test('two apps in one process count apart', async () => {
  const [one, other] = [await buildStubApp(), await buildStubApp()];
  await one.inject('/livez');
  const counts = (lines: string[]) => lines.filter((line) => line.includes('route="/livez"')).length;
  expect(counts(await scrape(one))).toBeGreaterThan(0);
  expect(counts(await scrape(other))).toBe(0);
  await one.close();
  await other.close();
});
