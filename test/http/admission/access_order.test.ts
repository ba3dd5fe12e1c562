import { describe, expect, it, test } from 'vitest';
import { send, useApp } from '../harness.js';

const KEY = { authorization: 'Bearer planner-key-0123456789' };
const keyed = useApp({ keys: [{ principal: 'planner', key: 'planner-key-0123456789', lists: ['own'] }] });
const open = useApp();
const named = useApp({ allowedHosts: ['tasks.example.com'] });
const limited = useApp({ rateLimitPerMinute: 1 });

const PAGE = { origin: 'http://localhost:6274' };
const FOREIGN_PAGE = { origin: 'https://evil.example' };
/** The name of another site for the address of this machine. */
const FOREIGN_NAME = { host: 'evil.example:3000' };

/** What an MCP client in a browser asks for before its first call. */
const ASKS = {
  ...PAGE,
  'access-control-request-method': 'POST',
  'access-control-request-headers':
    'content-type,authorization,mcp-protocol-version,mcp-session-id,mcp-method,mcp-name,last-event-id,if-match,if-none-match,idempotency-key,tasklatch-agent,tasklatch-session,prefer',
};

/** Every kind of address below /v1 and /mcp: a route, another method of it, nothing at all, an unreadable one. */
const DOORS = [
  ['GET', '/v1/tools'],
  ['GET', '/v1/instructions'],
  ['GET', '/v1/lists'],
  ['GET', '/v1/lists/own'],
  ['GET', '/v1/lists/own/events'],
  ['GET', '/v1/lists/own/tasks'],
  ['HEAD', '/v1/lists/own/tasks'],
  ['POST', '/v1/lists/own/tasks'],
  ['PATCH', '/v1/lists/own/tasks/1'],
  ['DELETE', '/v1/lists/own/tasks/1'],
  ['POST', '/v1/lists/own/tools/task_list'],
  ['POST', '/v1/lists/own/tools/no_such_tool'],
  ['PUT', '/v1/lists/own/tasks/1'],
  ['OPTIONS', '/v1/lists/own/tasks'],
  ['TRACE', '/v1'],
  ['GET', '/v1'],
  ['GET', '/v1/'],
  ['GET', '/v1/nothing'],
  ['GET', '//v1/lists'],
  ['GET', '/V1/Lists'],
  ['GET', '/%761/lists'],
  ['GET', '/v1%2Flists'],
  ['GET', '/v1/%zz'],
  ['GET', '/v1/lists/Not%20One/tasks'],
  ...['/mcp', '/mcp/core', '/v1/lists/own/mcp', '/v1/lists/own/mcp/core'].flatMap((url) =>
    ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT'].map((method) => [method, url] as const),
  ),
  ['POST', '/mcp/'],
  ['GET', '/mcp/nothing'],
  ['GET', '/MCP'],
] as const;

// inject's type knows fewer methods than Node does.
const call = (app: typeof open, [method, url]: readonly [string, string], headers = {}) =>
  send(app(), method as 'GET', url, { headers });

describe('every address below /v1 and /mcp', () => {
  test.each(DOORS)('F11: %s %s asks for a key before anything else', async (...door) => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic x' }]) {
      const answer = await call(keyed, door, headers);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      if (door[0] !== 'HEAD') expect(answer.problem().code).toBe('UNAUTHENTICATED');
    }
  });

  test.each(DOORS)('F21: %s %s refuses a foreign origin, before it asks for a key', async (...door) => {
    for (const app of [keyed, open]) {
      const answer = await call(app, door, FOREIGN_PAGE);
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (door[0] === 'HEAD') continue;
      expect(answer.problem()).toMatchObject({
        code: 'FORBIDDEN',
        detail: 'This service is not called from "https://evil.example".',
      });
    }
  });

  test.each(DOORS)('F45: %s %s does not go by a foreign name on this machine', async (...door) => {
    for (const app of [keyed, open]) {
      const answer = await call(app, door, FOREIGN_NAME);
      expect(answer.status).toBe(403);
      if (door[0] !== 'HEAD') expect(answer.problem().detail).toContain('go by the name "evil.example:3000"');
    }
  });
});

describe('F45: the name of the service', () => {
  it('is one that its operator gave it, at every door alike', async () => {
    for (const host of [
      'tasks.example.com',
      'TASKS.example.com:443',
      'localhost:3000',
      '127.0.0.1',
      '[::1]',
    ]) {
      expect((await send(named(), 'GET', '/v1/lists', { headers: { host } })).status).toBe(200);
    }
    const headers = { host: 'other.example.com' };
    expect((await send(named(), 'GET', '/v1/lists', { headers })).problem().hint).toContain('ALLOWED_HOSTS');
  });

  it('does not matter to probes, metrics and documents, which say nothing of tasks', async () => {
    for (const url of ['/livez', '/readyz', '/metrics', '/openapi.json']) {
      const answer = await send(open(), 'GET', url, { headers: { ...FOREIGN_NAME, ...FOREIGN_PAGE } });
      expect([url, answer.status]).toEqual([url, 200]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('a page of this machine', () => {
  test.each([
    '/mcp',
    '/mcp/core',
    '/v1/lists/own/mcp',
    '/v1/lists/own/tasks',
    '/v1/lists/own/tasks/1',
    '/v1/nothing',
    '/v1/%zz',
  ])('F13: may ask whether it may call %s, without a key', async (url) => {
    for (const app of [keyed, open]) {
      const answer = await call(app, ['OPTIONS', url], ASKS);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers['access-control-allow-origin']).toBe(PAGE.origin);
      expect(answer.headers['access-control-allow-headers']).toBe(ASKS['access-control-request-headers']);
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PATCH, DELETE');
      expect(answer.headers.vary).toBe('Origin, Access-Control-Request-Headers');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('F13: may ask from another network where the browser wants to hear so', async () => {
    const headers = { ...ASKS, 'access-control-request-private-network': 'true' };
    const answer = await call(open, ['OPTIONS', '/mcp'], headers);
    expect(answer.headers['access-control-allow-private-network']).toBe('true');
    const without = await call(open, ['OPTIONS', '/mcp'], ASKS);
    expect(without.headers['access-control-allow-private-network']).toBeUndefined();
    const foreign = await call(open, ['OPTIONS', '/mcp'], { ...headers, ...FOREIGN_PAGE });
    expect(foreign.headers['access-control-allow-private-network']).toBeUndefined();
  });

  it('F13: may be a page under a name of the operator, and no page of another name', async () => {
    const asks = (origin: string) => call(named, ['OPTIONS', '/mcp'], { ...ASKS, origin });
    const ours = await asks('https://tasks.example.com');
    expect([ours.status, ours.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://tasks.example.com',
    ]);
    const foreign = await asks('https://other.example.com');
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('F13: is refused its question under a foreign name of the service', async () => {
    const answer = await call(open, ['OPTIONS', '/mcp'], { ...ASKS, ...FOREIGN_NAME });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  test.each([
    [200, 'GET', '/v1/lists/own', KEY],
    [201, 'POST', '/v1/lists/own/tasks', { ...KEY, 'content-type': 'application/json' }],
    [400, 'GET', '/v1/lists/Own', KEY],
    [400, 'GET', '/v1/%zz', KEY],
    [401, 'GET', '/v1/lists/own', {}],
    [401, 'POST', '/mcp', {}],
    [403, 'GET', '/v1/lists/other', KEY],
    [404, 'GET', '/v1/nothing', KEY],
    [405, 'GET', '/v1/lists/own/mcp', KEY],
    [415, 'POST', '/v1/lists/own/tasks', { ...KEY, 'content-type': 'text/plain' }],
  ] as const)('F13: may read the %i of %s %s', async (status, method, url, headers) => {
    const body = method === 'POST' ? { raw: '{"subject":"Call from a page"}' } : {};
    const answer = await send(keyed(), method, url, { ...body, headers: { ...PAGE, ...headers } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, PAGE.origin]);
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...['ETag', 'Location', 'Retry-After', 'Idempotency-Replayed', 'Allow', 'Accept-Patch'],
        ...['WWW-Authenticate', 'Mcp-Session-Id', 'X-Request-Id'],
      ]),
    );
    expect(String(answer.headers.vary).split(', ')).toContain('Origin');
  });

  it('F13: may read that it calls too often', async () => {
    const answers = [await send(limited(), 'GET', '/v1/tools', { headers: PAGE })];
    answers.push(await send(limited(), 'GET', '/v1/tools', { headers: PAGE }));
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]?.headers['access-control-allow-origin']).toBe(PAGE.origin);
  });

  it('F13: gets headers that a program, which sends no Origin, does not', async () => {
    const answer = await send(open(), 'GET', '/v1/lists');
    expect(answer.headers.vary).toBe('Origin');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('an OPTIONS with which no browser asks', () => {
  it('is a method like any other', async () => {
    for (const headers of [{}, PAGE]) {
      const answer = await call(open, ['OPTIONS', '/v1/lists/own/tasks'], headers);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
      expect((await call(open, ['OPTIONS', '/nothing'], headers)).status).toBe(404);
    }
  });
});

describe('a key that is kept to some lists', () => {
  it('F10: is told of a name that is none before it is told what it reaches', async () => {
    const answer = await send(keyed(), 'GET', '/v1/lists/Own/tasks', { headers: KEY });
    expect(answer.problem()).toMatchObject({ code: 'INVALID_INPUT', issues: [{ suggestion: 'own' }] });
  });
});
