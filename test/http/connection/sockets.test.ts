import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpConfig } from '../../../src/app.js';
import { appOn, exchange, type Line, lastProblem, listen, statusLines, stubService } from '../harness.js';

const MIB = 1_048_576;
const LIST_PAGE = { lists: [], nextCursor: null };
const service = stubService({ lists: async () => LIST_PAGE, ping: async () => {} });

const opened: FastifyInstance[] = [];
async function open(http: Partial<HttpConfig> = {}): Promise<{ port: number; lines: readonly Line[] }> {
  const { app, lines } = await appOn(service, http);
  opened.push(app);
  return { port: await listen(app), lines };
}

let port: number;
let lines: readonly Line[];
beforeAll(async () => {
  ({ port, lines } = await open());
});
afterAll(() => Promise.all(opened.map((app) => app.close())));

const request = (line: string, headers: readonly string[] = [], body = '') =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;
const CLOSING_GET = request('GET /v1/lists HTTP/1.1', ['Connection: close']);
const POST = 'POST /v1/lists/a/tasks HTTP/1.1';
const JSON_HEADER = 'Content-Type: application/json';

async function isHealthy(): Promise<boolean> {
  return (await exchange(port, CLOSING_GET)).endsWith(JSON.stringify(LIST_PAGE));
}

describe('what Node refuses by itself', () => {
  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\r\n\r\n', 400, 'INVALID_INPUT'],
    ['a method that HTTP does not have', request('CREATE /v1/lists HTTP/1.1'), 400, 'INVALID_INPUT'],
    ['another version of HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'INVALID_INPUT'],
    ['a broken header', 'GET /livez HTTP/1.1\r\nHo st: x\r\n\r\n', 400, 'INVALID_INPUT'],
    ['a length that is none', request(POST, [JSON_HEADER, 'Content-Length: -3']), 400, 'INVALID_INPUT'],
    [
      'two lengths',
      request(POST, [JSON_HEADER, 'Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      400,
      'INVALID_INPUT',
    ],
    [
      'a broken chunk',
      request(POST, [JSON_HEADER, 'Transfer-Encoding: chunked'], 'ZZ\r\n{}'),
      400,
      'INVALID_INPUT',
    ],
    [
      'headers of 200 kB',
      request('GET /livez HTTP/1.1', [`X: ${'x'.repeat(200_000)}`]),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an address of 20 kB',
      request(`GET /v1/lists/${'a'.repeat(20_000)} HTTP/1.1`),
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['CONNECT', request('CONNECT tasks:443 HTTP/1.1'), 405, 'METHOD_NOT_ALLOWED'],
  ])('%s is a problem', async (_name, bytes, status, code) => {
    const received = await exchange(port, bytes);
    expect(statusLines(received).map((line) => line.slice(9, 12))).toEqual([String(status)]);
    expect(lastProblem(received)).toMatchObject({ status, code });
    expect(received).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
    const id = /\r\nx-request-id: (\S+)\r\n/.exec(received)?.[1];
    expect(lastProblem(received).instance).toBe(`urn:uuid:${id}`);
    expect(lines.filter((line) => line.requestId === id)).toMatchObject([{ status, code }]);
    expect(await isHealthy()).toBe(true);
  });

  it('a request without Host is a problem', async () => {
    const received = await exchange(port, 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(lastProblem(received)).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'Host' }] });
  });

  it.each([
    ['one', 'two'],
    ['one', 'one'],
  ])('a request with the Hosts %s and %s is a problem', async (first, second) => {
    const head = `GET /livez HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`;
    const received = await exchange(port, head);
    expect(statusLines(received)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(lastProblem(received)).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'Host', message: 'Host came 2 times in one request; send it once.' }],
    });
  });

  it('a request with two different agents is a problem', async () => {
    const headers = [JSON_HEADER, 'Content-Length: 15', 'Connection: close'];
    const agents = ['Tasklatch-Agent: one', 'tasklatch-agent: two'];
    const received = await exchange(port, request(POST, [...headers, ...agents], '{"subject":"x"}'));
    expect(lastProblem(received)).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'Tasklatch-Agent', code: 'conflict' }],
    });
  });

  it('a request without Host is taken in HTTP/1.0, which has none', async () => {
    const received = await exchange(port, 'GET /livez HTTP/1.0\r\n\r\n');
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK']);
  });

  it('an upgrade that nobody offers is ignored', async () => {
    const received = await exchange(
      port,
      request('GET /livez HTTP/1.1', ['Upgrade: websocket', 'Connection: upgrade, close']),
    );
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK']);
  });

  it('a request that does not arrive whole in time is a problem', async () => {
    const slow = await open({ requestTimeoutMs: 200 });
    for (const start of [
      'GET /livez HT',
      request(POST, [JSON_HEADER, 'Content-Length: 100'], '{"subject"'),
    ]) {
      const received = await exchange(slow.port, start);
      expect(lastProblem(received)).toMatchObject({ status: 408, code: 'REQUEST_TIMEOUT', retryable: true });
    }
  });
});

describe('a connection on which nothing is asked', () => {
  it('is ended in time without an answer and without a line', async () => {
    const idle = await open({ requestTimeoutMs: 200 });
    expect(await exchange(idle.port)).toBe('');
    expect(idle.lines.filter(({ msg }) => msg === 'request')).toEqual([]);
  });
});

describe('pipelined requests', () => {
  it('are answered in their order', async () => {
    const received = await exchange(
      port,
      request('GET /v1/lists HTTP/1.1') + request('GET /none HTTP/1.1') + CLOSING_GET,
    );
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 404 Not Found', 'HTTP/1.1 200 OK']);
  });

  it('keep their answers when garbage follows them', async () => {
    const received = await exchange(
      port,
      `${request('GET /v1/lists HTTP/1.1')}${request('GET /livez HTTP/1.1')}garbage\r\n\r\n`,
    );
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request']);
  });
});

describe('a body that is too large', () => {
  it('is refused by its length, and the connection lives on', async () => {
    const large = request(POST, [JSON_HEADER, `Content-Length: ${2 * MIB}`]);
    const received = await exchange(port, large, Buffer.alloc(2 * MIB, 'x'), CLOSING_GET);
    expect(statusLines(received)).toEqual(['HTTP/1.1 413 Payload Too Large', 'HTTP/1.1 200 OK']);
    expect(received).toContain('"code":"PAYLOAD_TOO_LARGE"');
  });

  it('is refused when 50 MB come in chunks, and the connection lives on', async () => {
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, 'x'), Buffer.from('\r\n')]);
    const chunks = [request(POST, [JSON_HEADER, 'Transfer-Encoding: chunked']), ...Array(50).fill(chunk)];
    const received = await exchange(port, ...chunks, '0\r\n\r\n', CLOSING_GET);
    expect(statusLines(received)).toEqual(['HTTP/1.1 413 Payload Too Large', 'HTTP/1.1 200 OK']);
  });
});

describe('a client that is gone', () => {
  it('in the middle of its body, leaves the service as it was', async () => {
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {}); // the reset is its own
      socket.write(request(POST, [JSON_HEADER, 'Content-Length: 1000'], '{"subject":'));
      await once(socket, 'connect');
      if (round % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect(await isHealthy()).toBe(true);
    expect(lines.filter(({ level }) => level === 50)).toEqual([]);
  });
});
