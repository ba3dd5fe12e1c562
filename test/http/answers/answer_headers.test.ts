import { describe, expect, it } from 'vitest';
import { appOn, exchange, listen, send, stubService, useApp } from '../harness.js';

const app = useApp();
const JSON_TYPE = { 'content-type': 'application/json' };
const TASKS = '/v1/lists/kept/tasks';
const MESSAGE = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

/** What may be kept of each answer, and by whom. */
const ANSWERS: readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body: unknown,
  kept: string,
][] = [
  ['POST', TASKS, { subject: 'One' }, 'no-store'],
  ['GET', TASKS, undefined, 'private, no-cache'],
  ['GET', `${TASKS}/1`, undefined, 'no-store'],
  ['GET', `${TASKS}/1/history`, undefined, 'no-store'],
  ['GET', `${TASKS}/9`, undefined, 'no-store'],
  ['POST', '/v1/lists/kept/tools/task_get', { id: '1' }, 'no-store'],
  ['POST', '/v1/lists/kept/tools/task_get', { id: 1 }, 'no-store'],
  ['GET', '/v1/lists/kept', undefined, 'private, no-cache'],
  ['GET', '/v1/lists/kept/events', undefined, 'no-store'],
  ['GET', '/v1/lists', undefined, 'no-store'],
  ['POST', '/mcp', MESSAGE('tools/list'), 'no-store'],
  ['POST', '/v1/lists/kept/mcp', MESSAGE('tools/call', { name: 'task_list', arguments: {} }), 'no-store'],
  ['GET', '/mcp', undefined, 'no-store'],
  ['GET', '/v1/tools', undefined, 'no-cache'],
  ['GET', '/v1/instructions', undefined, 'no-cache'],
  ['GET', '/openapi.json', undefined, 'no-store'],
  ['GET', '/openapi.yaml', undefined, 'no-store'],
  ['GET', '/docs/', undefined, 'no-store'],
  ['GET', '/docs/static/swagger-ui.css', undefined, 'public, max-age=0'],
  ['GET', '/livez', undefined, 'no-store'],
  ['GET', '/readyz', undefined, 'no-store'],
  ['GET', '/metrics', undefined, 'no-store'],
  ['GET', '/nowhere', undefined, 'no-store'],
  ['DELETE', '/livez', undefined, 'no-store'],
  ['GET', '/%zz', undefined, 'no-store'],
  ['PATCH', `${TASKS}/1`, { subject: 'Two' }, 'no-store'],
];

describe('F41: every answer says that it is what its type says, and who may keep it', () => {
  it.each(ANSWERS)('%s %s %j: %s', async (method, url, body, kept) => {
    const { headers } = await send(app(), method, url, { body });
    expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', kept]);
  });

  it.each([TASKS, '/v1/lists/kept', '/v1/tools', '/v1/instructions'])(
    'the 304 of %s says what its 200 says',
    async (url) => {
      const whole = await app().inject(url);
      const same = await app().inject({ url, headers: { 'if-none-match': String(whole.headers.etag) } });
      expect(same.statusCode).toBe(304);
      for (const name of ['x-content-type-options', 'cache-control', 'etag']) {
        expect([name, same.headers[name]]).toEqual([name, whole.headers[name]]);
      }
    },
  );

  it.each([TASKS, '/livez', '/docs/', '/nowhere'])('HEAD %s says what GET says', async (url) => {
    const [get, head] = [await app().inject(url), await app().inject({ method: 'HEAD', url })];
    for (const name of ['x-content-type-options', 'cache-control', 'content-type']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });

  it('a body that is no JSON, and a key that is none, are answered alike', async () => {
    const keys = [{ principal: 'one', key: 'a-key-of-sixteen-or-more', lists: ['*'] }];
    const { app: keyed } = await appOn(stubService({}), { keys });
    const answers = [
      await app().inject({ method: 'POST', url: TASKS, headers: JSON_TYPE, payload: '{' }),
      await keyed.inject('/v1/lists'),
    ];
    for (const { headers } of answers) {
      expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store']);
    }
  });

  it.each([
    ['no HTTP at all', 'garbage\r\n\r\n'],
    ['CONNECT', 'CONNECT tasks:443 HTTP/1.1\r\nHost: tasks\r\n\r\n'],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s is answered alike on the bare socket', async (_what, bytes) => {
    const { app: stub } = await appOn(stubService({}));
    const received = await exchange(await listen(stub), bytes);
    expect(received).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    expect(received).toMatch(/\r\ncache-control: no-store\r\n/);
    await stub.close();
  });
});
