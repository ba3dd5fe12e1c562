import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../../src/refusals/refusal.js';
import { buildStubApp } from '../http/stub_app.js';

type App = Awaited<ReturnType<typeof buildStubApp>>;
const apps: App[] = [];

async function appWithPing(ping: () => Promise<void>): Promise<App> {
  const app = await buildStubApp({ ping });
  apps.push(app);
  return app;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

test('/livez answers without asking the database', async () => {
  const app = await appWithPing(async () => {
    throw new Error('The database was asked.');
  });
  const answer = await app.inject('/livez');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok' });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('/readyz answers 200 when the database answers', async () => {
  const app = await appWithPing(async () => {});
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok' });
});

test('/readyz answers 503 as a problem when the database is away', async () => {
  const app = await appWithPing(async () => {
    throw new Refusal('STORE_UNAVAILABLE', 'The database did not answer in time.', { retryAfterSeconds: 2 });
  });
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
});

test('/readyz answers 503 when the database hangs, and probes that come together ask it once', async () => {
  let pings = 0;
  const app = await appWithPing(() => {
    pings += 1;
    return new Promise(() => {});
  });
  const answers = await Promise.all([app.inject('/readyz'), app.inject('/readyz'), app.inject('/readyz')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(answers[0]?.json()).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    detail: 'The database did not answer in time.',
  });
  expect(pings).toBe(1);
});

test('/readyz asks again after a ping that failed', async () => {
  let pings = 0;
  const app = await appWithPing(async () => {
    pings += 1;
    if (pings === 1) throw new Refusal('STORE_UNAVAILABLE', 'The database did not answer in time.');
  });
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});
