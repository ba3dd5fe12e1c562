import { describe, expect, it } from 'vitest';
import { appOn, send, stubService } from './harness.js';

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
