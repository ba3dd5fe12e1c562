import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/refusals/refusal.js';
import { appOn, send, stubService } from '../harness.js';

const refusing = stubService({ call: () => Promise.reject(new Refusal('TASK_NOT_FOUND', 'There is none.')) });

describe('the log of requests', () => {
  it('has one line for each, with the route and never the address', async () => {
    const { app, lines } = await appOn(refusing);
    const answer = await send(app, 'GET', '/v1/lists/home/tasks/7?secret=1');
    expect(lines).toHaveLength(1);
    const { ms, time, pid, hostname, ...line } = lines[0] ?? {};
    expect(line).toEqual({
      level: 30,
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/v1/lists/:list/tasks/:id',
      status: 404,
      outcome: 'answered',
      list: 'home',
      tool: 'task_get',
      code: 'TASK_NOT_FOUND',
      msg: 'request',
    });
    expect(typeof ms).toBe('number');
  });

  it('names the tool of the tool route', async () => {
    const { app, lines } = await appOn(refusing);
    await send(app, 'POST', '/v1/lists/home/tools/task_history', { body: {} });
    expect(lines).toMatchObject([
      { route: '/v1/lists/:list/tools/:tool', tool: 'task_history', list: 'home' },
    ]);
  });

  it('has a line for what no route takes', async () => {
    const { app, lines } = await appOn(refusing);
    await send(app, 'GET', '/secret-path?token=abc');
    expect(lines).toMatchObject([{ method: 'GET', status: 404, code: 'ROUTE_NOT_FOUND' }]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|abc/);
  });

  it('holds no body, no credential and no key', async () => {
    const { app, lines } = await appOn(refusing);
    await send(app, 'PATCH', '/v1/lists/home/tasks/1', {
      headers: { authorization: 'Bearer hunter2', 'idempotency-key': 'hunter2' },
      body: { subject: 'hunter2' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('has the causes of failures of the service at error level', async () => {
    const cause = new Error('connection refused');
    const { app, lines } = await appOn(
      stubService({ head: () => Promise.reject(new Refusal('STORE_UNAVAILABLE', 'Down.', { cause })) }),
    );
    await send(app, 'GET', '/v1/lists/home');
    expect(lines).toMatchObject([
      { level: 50, status: 503, code: 'STORE_UNAVAILABLE', err: { message: 'connection refused' } },
    ]);
  });

  it('F55: has probes that are answered at debug, and those that fail at error', async () => {
    const { app, lines } = await appOn(stubService({ ping: () => Promise.resolve() }));
    for (const path of ['/livez', '/readyz', '/metrics']) await send(app, 'GET', path);
    expect(lines).toEqual([]);
    const failing = await appOn(
      stubService({ ping: () => Promise.reject(new Refusal('STORE_UNAVAILABLE', 'Down.')) }),
    );
    await send(failing.app, 'GET', '/readyz');
    expect(failing.lines).toMatchObject([{ level: 50, route: '/readyz', status: 503 }]);
  });
});
