import { describe, expect, test } from 'vitest';
import { send, useApp } from '../harness.js';

const FOREIGN_HOSTS = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'x y',
  '[::2]',
];
const LOCAL_HOSTS = ['127.0.0.1', '127.0.0.1:3000', 'localhost:8080', 'LOCALHOST', '[::1]:3000'];
const FOREIGN_ORIGINS = [
  'https://evil.example',
  'http://localhost.evil.example:3000',
  'null',
  'file://',
  'evil',
  'https://127.0.0.1@evil.example',
];
const LOCAL_ORIGINS = ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://[::1]:3000'];

const MCP_ROUTES = ['/mcp', '/mcp/core', '/v1/lists/a/mcp', '/v1/lists/a/mcp/core'];
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('a service that only its own machine reaches', () => {
  const app = useApp();
  const ping = (url: string, headers: Record<string, string>) =>
    send(app(), 'POST', url, { headers, body: PING });

  describe.each(MCP_ROUTES)('at %s', (url) => {
    test.each(FOREIGN_HOSTS)('does not go by the name %s', async (host) => {
      const answer = await ping(url, { host });
      expect(answer.status).toBe(403);
      expect(answer.problem()).toMatchObject({
        code: 'FORBIDDEN',
        detail: `This service does not go by the name ${JSON.stringify(host)}.`,
      });
      expect(answer.problem().hint).toContain('ALLOWED_HOSTS');
    });

    test.each(LOCAL_HOSTS)('goes by the name %s', async (host) => {
      expect((await ping(url, { host })).status).toBe(200);
    });

    test.each(FOREIGN_ORIGINS)('is not called from %s', async (origin) => {
      const answer = await ping(url, { origin });
      expect(answer.status).toBe(403);
      expect(answer.problem()).toMatchObject({
        code: 'FORBIDDEN',
        detail: `This service is not called from ${JSON.stringify(origin)}.`,
      });
    });

    test.each(LOCAL_ORIGINS)('is called from %s', async (origin) => {
      expect((await ping(url, { origin })).status).toBe(200);
    });
  });

  test('lets no page of another site write through the other doors', async () => {
    const headers = { origin: 'https://evil.example' };
    const body = { subject: 'A' };
    for (const url of ['/v1/lists/kept/tasks', '/v1/lists/kept/tools/task_create']) {
      expect((await send(app(), 'POST', url, { headers, body })).problem().code).toBe('FORBIDDEN');
    }
    expect((await send(app(), 'GET', '/v1/lists/kept')).json()).toMatchObject({ version: 0 });
  });
});

describe('a service with names of its own', () => {
  const app = useApp({ allowedHosts: ['tasks.example.com'] });

  test('goes by them and by the local ones, and pages under them may call it', async () => {
    for (const host of ['tasks.example.com', 'Tasks.Example.com:443', 'localhost']) {
      const headers = { host, origin: 'https://tasks.example.com' };
      expect((await send(app(), 'POST', '/mcp', { headers, body: PING })).status).toBe(200);
    }
    const headers = { host: 'other.example.com' };
    expect((await send(app(), 'POST', '/mcp', { headers, body: PING })).status).toBe(403);
  });
});

describe('a service that goes by any name', () => {
  const app = useApp({ allowedHosts: null });

  test('is still called by no page of another site', async () => {
    const byAny = await send(app(), 'POST', '/mcp', { headers: { host: 'tasks' }, body: PING });
    expect(byAny.status).toBe(200);
    const headers = { host: 'tasks', origin: 'https://evil.example' };
    expect((await send(app(), 'POST', '/mcp', { headers, body: PING })).status).toBe(403);
  });
});

describe('an OPTIONS that asks for no method', () => {
  const app = useApp();

  test.each(['/v1/lists', '/mcp', '/v1/lists/a/tasks/1'])('is refused with a problem at %s', async (url) => {
    for (const asked of [{}, { 'access-control-request-method': '' }]) {
      const origin = 'http://localhost:5173';
      const answer = await send(app(), 'OPTIONS', url, { headers: { origin, ...asked } });
      expect(answer.status).toBe(405);
      expect(answer.problem()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
    }
  });
});
