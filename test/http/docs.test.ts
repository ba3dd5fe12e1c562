import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toOpenApi } from '../../src/definitions/openapi/document.js';
import { exchange, lastProblem, statusLines } from './harness.js';
import { buildStubApp } from './stub_app.js';

let app: Awaited<ReturnType<typeof buildStubApp>>;
let port: number;

const at = (url: string) => ({ url, description: 'This service.' });
const STYLE = '/docs/static/index.css';

beforeAll(async () => {
  app = await buildStubApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port; // it listens on a port
});

afterAll(() => app.close());

/** A GET of the address as it stands; a client would resolve its dots. */
function get(address: string, header = 'Accept: */*'): Promise<string> {
  return exchange(
    port,
    `GET ${address} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n`,
  );
}

test('/openapi.json and /openapi.yaml are the document, with the server that serves them', async () => {
  const document = { ...JSON.parse(JSON.stringify(toOpenApi())), servers: [at('http://localhost')] };
  const [json, yaml] = [await app.inject('/openapi.json'), await app.inject('/openapi.yaml')];
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(json.json()).toEqual(document);
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(yaml.body)).toEqual(document);
});

test('the page at /docs loads nothing from anywhere else, and everything that it loads is there', async () => {
  const page = await app.inject('/docs');
  expect(page.statusCode).toBe(200);
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
  expect(sources.length).toBeGreaterThanOrEqual(5);
  for (const source of [...sources, '/docs/json']) {
    expect(source).toMatch(/^\/docs\//);
    expect((await app.inject(source)).statusCode, source).toBe(200);
  }
});

test('the policy of the page keeps it to this service and lets plain http be', async () => {
  const page = await app.inject('/docs');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|upgrade-insecure-requests/);
});

test('the page tries calls out on the service that it comes from', async () => {
  const document = (await app.inject('/docs/json')).json();
  expect(document.servers).toEqual([at('http://localhost')]);
  expect(Object.keys(document.paths)).toEqual(Object.keys(toOpenApi().paths as object));
});

describe('F12: the served document says where the service is, whole', () => {
  const PUBLISHED = ['/openapi.json', '/openapi.yaml', '/docs/json', '/docs/yaml'];

  /** The servers that the document names when it is asked for under a name of the service. */
  async function servers(
    from: FastifyInstance,
    url: string,
    headers: Record<string, string>,
  ): Promise<unknown> {
    const answer = await from.inject({ url, headers });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    return parse(answer.body).servers;
  }

  describe.each(PUBLISHED)('%s', (url) => {
    test.each([
      ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
      ['localhost:8080', 'http://localhost:8080'],
      ['[::1]:3000', 'http://[::1]:3000'],
      ['LOCALHOST', 'http://localhost'],
    ])('by the name %s that it was read under', async (host, address) => {
      expect(await servers(app, url, { host })).toEqual([at(address)]);
    });

    test('with the scheme that a proxy in front of it took', async () => {
      const headers = { host: 'localhost', 'x-forwarded-proto': 'https' };
      expect(await servers(app, url, headers)).toEqual([at('https://localhost')]);
      const odd = { host: 'localhost', 'x-forwarded-proto': 'javascript' };
      expect(await servers(app, url, odd)).toEqual([at('http://localhost')]);
    });

    test.each(['localhost/evil', 'me@localhost'])('not at all by %s, which is no name', async (host) => {
      const answer = await exchange(
        port,
        `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(statusLines(answer)).toEqual(['HTTP/1.1 400 Bad Request']);
    });

    test.each(['evil.example', 'localhost:99999', 'a"b', 'a b'])(
      'never by the name %s, by which it does not go',
      async (host) => {
        const answer = await exchange(
          port,
          `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        expect(statusLines(answer)).toEqual(['HTTP/1.1 200 OK']);
        const [, address] = /"?servers"?:[^h]*"?url"?: ?"?([^",\n]*)/.exec(answer) ?? [];
        expect(address).toBe(`http://127.0.0.1:${port}`);
      },
    );
  });

  test('by any name where any is allowed', async () => {
    const open = await buildStubApp({}, { allowedHosts: null });
    const headers = { host: 'tasks.example.com:8443', 'x-forwarded-proto': 'https' };
    expect(await servers(open, '/openapi.json', headers)).toEqual([at('https://tasks.example.com:8443')]);
    await open.close();
  });

  test('as its operator says; its page also calls where it came from', async () => {
    const publicUrl = 'https://tasks.example.com/agents';
    const proxied = await buildStubApp({}, { publicUrl });
    const headers = { host: '127.0.0.1:3000' };
    expect(await servers(proxied, '/openapi.json', headers)).toEqual([at(publicUrl)]);
    expect(await servers(proxied, '/openapi.yaml', headers)).toEqual([at(publicUrl)]);
    const both = [at(publicUrl), at('http://127.0.0.1:3000')];
    expect(await servers(proxied, '/docs/json', headers)).toEqual(both);
    expect(await servers(proxied, '/docs/json', headers)).toEqual(both);
    await proxied.close();
  });
});

describe('the files of the page', () => {
  test.each([
    '/docs/static/../../package.json',
    '/docs/static/.',
    '/docs/static/..',
    '/docs/static/%00',
    '/docs/static/a%00b',
    '/docs/static/%5c..%5c',
    '/docs/static/%2e%2e/%2e%2e/package.json',
    '/docs/static//etc/passwd',
    '/docs/static/nothing.css',
    '/docs/static/index.css/',
    `/docs/static/${'a'.repeat(5_000)}`,
  ])('are not there at %s', async (address) => {
    const received = await get(address);
    expect(statusLines(received)).toEqual(['HTTP/1.1 404 Not Found']);
    expect(lastProblem(received)).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' });
  });

  test.each([
    'Range: bytes=99999999-',
    'Range: bytes=abc',
    'Range: bytes=0-3',
    'If-Match: "x"',
    'If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT',
  ])('come whole, whatever part or condition is asked for: %s', async (header) => {
    const received = await get(STYLE, header);
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK']);
    const [head = '', body] = received.split('\r\n\r\n');
    expect(body).toBe((await app.inject(STYLE)).body);
    expect(head).not.toMatch(/accept-ranges|content-range/i);
  });

  test('are not sent again to who has them', async () => {
    const { etag } = (await app.inject(STYLE)).headers;
    expect(statusLines(await get(STYLE, `If-None-Match: ${etag}`))).toEqual(['HTTP/1.1 304 Not Modified']);
  });
});
