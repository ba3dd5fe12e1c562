import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpConfig } from '../../../src/app.js';
import { appOn, exchange, lastProblem, listen, statusLines, stubService } from '../harness.js';

const service = stubService({ lists: async () => ({ lists: [], nextCursor: null }) });

const opened: FastifyInstance[] = [];
async function open(http: Partial<HttpConfig> = {}): Promise<number> {
  const { app } = await appOn(service, http);
  opened.push(app);
  return listen(app);
}

let local: number;
let named: number;
let any: number;
beforeAll(async () => {
  local = await open();
  named = await open({ allowedHosts: ['tasks.example.com'] });
  any = await open({ allowedHosts: null });
});
afterAll(() => Promise.all(opened.map((app) => app.close())));

function get(port: number, target: string, host: string | null, more: readonly string[] = []) {
  const version = host === null ? 'HTTP/1.0' : 'HTTP/1.1';
  const headers = [...(host === null ? [] : [`Host: ${host}`]), 'Connection: close', ...more];
  return exchange(port, `GET ${target} ${version}\r\n${headers.join('\r\n')}\r\n\r\n`);
}

async function statusOf(received: Promise<string>): Promise<string | undefined> {
  return statusLines(await received)[0]?.slice(9, 12);
}

describe('an address that comes whole', () => {
  it.each([
    ['http://127.0.0.1/v1/lists', '127.0.0.1'],
    ['http://127.0.0.1:80/v1/lists', '127.0.0.1'],
    ['https://localhost/v1/lists', 'localhost:443'],
    ['HTTP://LocalHost:3000/v1/lists?limit=1', 'localhost:3000'],
    ['http://[::1]:3000/v1/lists', '[0:0:0:0:0:0:0:1]:3000'],
    ['http://127.0.0.1/v1/lists', null],
  ])('%s is taken with the Host %s', async (target, host) => {
    expect(await statusOf(get(local, target, host))).toBe('200');
  });

  it.each([
    ['http://evil.example/v1/lists', '127.0.0.1'],
    ['http://evil.example/v1/lists', 'evil.example'],
    ['http://evil.example/v1/lists', null],
    ['http://127.0.0.1@evil.example/v1/lists', '127.0.0.1'],
    ['http://localhost.evil.example/v1/lists', 'localhost'],
    ['https://evil.example/mcp', 'localhost'],
    ['http://evil.example/v1/nothing', 'localhost'],
    ['http://tasks.example.com/v1/lists', 'localhost'],
    ['http:///v1/lists', 'localhost'],
  ])('%s is refused by its own name, with the Host %s', async (target, host) => {
    const { status, code, detail, hint } = lastProblem(await get(local, target, host));
    expect({ status, code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    const name = /\/\/([^/]*)/.exec(target)?.[1];
    expect(detail).toBe(`This service does not go by the name ${JSON.stringify(name)}.`);
    expect(hint).toContain('ALLOWED_HOSTS');
  });

  it.each([
    ['http://127.0.0.1/v1/lists', 'evil.example'],
    ['http://127.0.0.1/v1/lists', 'localhost'],
    ['http://127.0.0.1:3000/v1/lists', '127.0.0.1'],
    ['http://127.0.0.1:443/v1/lists', '127.0.0.1'],
    ['http://me@127.0.0.1/v1/lists', '127.0.0.1'],
    ['http://me@127.0.0.1/v1/lists', 'me@127.0.0.1'],
    ['http://127.0.0.1/v1/lists', ''],
  ])('%s is refused where Host names %j', async (target, host) => {
    const problem = lastProblem(await get(local, target, host));
    expect(problem).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      hint: 'Send the name of the address in Host too, or the path alone as the address.',
    });
    expect(problem.detail).toContain(`by the address and as ${JSON.stringify(host)} by Host`);
  });

  it.each(['ftp', 'ws', 'FILE'])('is refused by its scheme, in words that are true: %s', async (scheme) => {
    const target = `${scheme}://127.0.0.1/v1/lists`;
    const received = await get(local, target, '127.0.0.1', ['Origin: http://localhost:3000']);
    expect(lastProblem(received)).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      issues: [{ path: '', code: 'url', expected: 'http://' }],
    });
    expect(received).toContain(`The address begins with \\"${scheme}://\\", which is not served here;`);
    expect(received).not.toContain('%');
    expect(received.toLowerCase()).toContain('\r\nvary: origin\r\n');
    expect(received.toLowerCase()).toContain('\r\naccess-control-allow-origin: http://localhost:3000\r\n');
  });

  it('is judged by the names that the operator gave', async () => {
    const target = 'http://tasks.example.com/v1/lists';
    expect(await statusOf(get(named, target, 'tasks.example.com'))).toBe('200');
    expect(await statusOf(get(named, target, 'localhost'))).toBe('403');
    expect(await statusOf(get(named, 'http://other.example/v1/lists', 'tasks.example.com'))).toBe('403');
  });

  it('names one place also where the service goes by any name', async () => {
    expect(await statusOf(get(any, 'http://tasks/v1/lists', 'tasks'))).toBe('200');
    expect(await statusOf(get(any, 'http://tasks/v1/lists', 'others'))).toBe('403');
  });

  it('lets no page read the refusal, and the pages that may call read the answer', async () => {
    const page = ['Origin: http://localhost:5173'];
    const foreign = await get(local, 'http://evil.example/v1/lists', 'localhost', page);
    expect(foreign).not.toMatch(/\r\naccess-control-/i);
    const ours = await get(local, 'http://localhost/v1/lists', 'localhost', page);
    expect(ours).toMatch(/\r\naccess-control-allow-origin: http:\/\/localhost:5173\r\n/i);
  });

  it('is the address that the document names, where the service goes by it', async () => {
    const target = 'http://localhost:4000/openapi.json';
    expect(await get(local, target, '127.0.0.1')).toContain('"url":"http://localhost:4000"');
    const foreign = await get(local, 'http://evil.example/openapi.json', '127.0.0.1');
    expect(foreign).not.toContain('evil.example');
  });
});
