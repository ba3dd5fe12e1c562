import { describe, expect, it } from 'vitest';
import { appOn, send, stubService } from '../harness.js';

const service = stubService({
  lists: async () => ({ lists: [], nextCursor: null }),
  ping: async () => {},
});

const KEYS = [
  { principal: 'planner', key: 'planner-key-0123456789', lists: ['*'] },
  { principal: 'worker', key: 'worker-key-0123456789', lists: ['*'] },
];

describe('the rate limit', () => {
  it('refuses a caller over it, and says when to come back', async () => {
    const { app } = await appOn(service, { rateLimitPerMinute: 2 });
    const statuses = [];
    for (let call = 0; call < 2; call += 1) statuses.push((await send(app, 'GET', '/v1/lists')).status);
    expect(statuses).toEqual([200, 200]);
    const answer = await send(app, 'GET', '/v1/tools');
    expect([answer.status, answer.problem().code]).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const names = Object.keys(answer.headers);
    expect(names.filter((name) => name.includes('ratelimit'))).toEqual([]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('counts each principal alone', async () => {
    const { app } = await appOn(service, { keys: KEYS, rateLimitPerMinute: 1 });
    const call = async (key: string) =>
      (await send(app, 'GET', '/v1/lists', { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await call('planner-key-0123456789')).toBe(200);
    expect(await call('planner-key-0123456789')).toBe(429);
    expect(await call('worker-key-0123456789')).toBe(200);
  });

  it('leaves health alone', async () => {
    const { app } = await appOn(service, { rateLimitPerMinute: 1 });
    for (let call = 0; call < 3; call += 1) expect((await send(app, 'GET', '/readyz')).status).toBe(200);
  });

  it('is off when it is 0', async () => {
    const { app } = await appOn(service, { rateLimitPerMinute: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(app, 'GET', '/v1/lists')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(Object.keys(answers[0]?.headers ?? {}).join()).not.toContain('ratelimit');
  });
});

describe('F32: calls that name no valid key', () => {
  const http = { keys: KEYS, rateLimitPerMinute: 20 };
  const RIGHT = { authorization: 'Bearer planner-key-0123456789' };
  type Ask = readonly [method: 'GET' | 'POST', url: string, headers: Record<string, string>];
  const ASKS: readonly Ask[] = [
    ['GET', '/v1/lists', { authorization: 'Bearer wrong-key-0123456789' }],
    ['GET', '/v1/lists', {}],
    ['GET', '/v1/lists', { authorization: 'Basic cGxhbm5lcg==' }],
    ['POST', '/mcp', { authorization: 'Bearer wrong-key-0123456789' }],
    ['POST', '/v1/lists/home/mcp', {}],
    ['POST', '/v1/lists/home/tools/task_list', {}],
    ['GET', '/v1/nothing', {}],
  ];
  /** How many answers have each status. */
  const tally = (statuses: readonly number[]) =>
    Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]));

  it('are limited by address, whatever they lack and whichever door they knock at', async () => {
    const { app } = await appOn(service, http);
    const statuses = [];
    for (let call = 0; call < 70; call += 1) {
      const [method, url, headers] = ASKS[call % ASKS.length] ?? ASKS[0] ?? ['GET', '/v1/lists', {}];
      statuses.push((await send(app, method, url, { headers })).status);
    }
    expect(tally(statuses)).toEqual({ 401: 20, 429: 50 });
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    const answer = await send(app, 'GET', '/v1/lists');
    expect(answer.problem()).toMatchObject({
      code: 'RATE_LIMITED',
      detail: 'Calls without a valid key came from this address more than 20 times in a minute.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('lock nobody out who names a right key from the same address', async () => {
    const { app } = await appOn(service, http);
    for (let call = 0; call < 30; call += 1) await send(app, 'GET', '/v1/lists');
    expect((await send(app, 'GET', '/v1/lists')).status).toBe(429);
    expect((await send(app, 'GET', '/v1/lists', { headers: RIGHT })).status).toBe(200);
  });

  it('are counted apart from the calls of those who name one', async () => {
    const { app } = await appOn(service, http);
    for (let call = 0; call < 20; call += 1) await send(app, 'GET', '/v1/lists', { headers: RIGHT });
    expect((await send(app, 'GET', '/v1/lists', { headers: RIGHT })).status).toBe(429);
    expect((await send(app, 'GET', '/v1/lists')).status).toBe(401);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', 429],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 401],
    ['::ffff:10.0.0.1', '10.0.0.1', 429],
    ['10.0.0.1', '10.0.0.2', 401],
  ])('from %s and then from %s are answered %i', async (first, second, status) => {
    const { app } = await appOn(service, { ...http, rateLimitPerMinute: 1 });
    const call = async (remoteAddress: string) =>
      (await app.inject({ url: '/v1/lists', remoteAddress })).statusCode;
    expect(await call(first)).toBe(401);
    expect(await call(second)).toBe(status);
  });

  it('are not limited where nothing is', async () => {
    const { app } = await appOn(service, { ...http, rateLimitPerMinute: 0 });
    for (let call = 0; call < 50; call += 1) {
      expect((await send(app, 'GET', '/v1/lists')).status).toBe(401);
    }
  });
});

describe('F32: calls that are refused before a tool sees them', () => {
  it.each([
    ['a list that the key does not reach', '/v1/lists/other', 403],
    ['an address where there is nothing', '/v1/nothing', 404],
  ])('%s counts like any other call', async (_what, url, status) => {
    const keys = [{ principal: 'planner', key: 'planner-key-0123456789', lists: ['home'] }];
    const { app } = await appOn(service, { keys, rateLimitPerMinute: 1 });
    const headers = { authorization: 'Bearer planner-key-0123456789' };
    expect((await send(app, 'GET', url, { headers })).status).toBe(status);
    expect((await send(app, 'GET', url, { headers })).status).toBe(429);
  });
});
