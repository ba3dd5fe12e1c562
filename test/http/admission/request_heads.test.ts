import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpConfig } from '../../../src/app.js';
import { freshList, pick, useInstances } from '../../support/service.js';
import { appOn, exchange, lastProblem, listen, statusLines } from '../harness.js';

const world = useInstances(1);
const KEY = 'a-key-of-sixteen-or-more';

async function open(http: Partial<HttpConfig> = {}): Promise<{ app: FastifyInstance; port: number }> {
  const { app } = await appOn(pick(world.instances, 0).service, http);
  return { app, port: await listen(app) };
}

let port: number;
let keyed: number;
let limited: number;
let close: () => Promise<unknown>;
beforeAll(async () => {
  const opened = [
    await open(),
    await open({ keys: [{ principal: 'one', key: KEY, lists: ['mine'] }] }),
    await open({ rateLimitPerMinute: 1 }),
  ] as const;
  [port, keyed, limited] = [opened[0].port, opened[1].port, opened[2].port];
  close = () => Promise.all(opened.map(({ app }) => app.close()));
});
afterAll(() => close());

const CREATE = '{"subject":"one"}';
const JSON_HEADER = 'Content-Type: application/json';
const head = (line: string, headers: readonly string[]) =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

/** A create with these headers; it comes in one piece and its connection ends with it. */
function create(list: string, headers: readonly string[]): Promise<string> {
  const all = [JSON_HEADER, 'Connection: close', `Content-Length: ${CREATE.length}`, ...headers];
  return exchange(port, head(`POST /v1/lists/${list}/tasks HTTP/1.1`, all) + CREATE);
}

const chunked = (list: string, headers: readonly string[], trailers: readonly string[] = []) =>
  [
    head(`POST /v1/lists/${list}/tasks HTTP/1.1`, [JSON_HEADER, 'Connection: close', ...headers]),
    `${CREATE.length.toString(16)}\r\n${CREATE}\r\n0\r\n`,
    trailers.map((line) => `${line}\r\n`).join(''),
    '\r\n',
  ].join('');

async function expectUntouched(list: string): Promise<void> {
  expect((await pick(world.instances, 0).service.head(list)).version).toBe(0);
}

const issues = (received: string) => lastProblem(received).issues?.map(({ path }) => path);

describe('F30: no header is dropped in silence', () => {
  it('1,001 fields before Idempotency-Key are refused, and nothing is stored', async () => {
    const list = freshList();
    const received = await create(list, [...Array(1_001).fill('a: b'), 'Idempotency-Key: once']);
    expect(lastProblem(received)).toMatchObject({
      status: 431,
      code: 'HEADERS_TOO_LARGE',
      detail: 'The request has 1006 header fields; 1000 are the most.',
      hint: 'Send at most 1000 header fields. This call stored nothing.',
    });
    await expectUntouched(list);
  });

  it('the last of 1,000 fields is read', async () => {
    const list = freshList();
    const headers = [...Array(995).fill('a: b'), 'Idempotency-Key: once'];
    expect(statusLines(await create(list, headers))).toEqual(['HTTP/1.1 201 Created']);
    expect(await create(list, headers)).toMatch(/\r\nidempotency-replayed: true\r\n/i);
  });

  it.each([
    ['Idempotency_Key: once', 'idempotency_key', 'Idempotency-Key'],
    ['X-Idempotency-Key: once', 'x-idempotency-key', 'Idempotency-Key'],
    ['IdempotencyKey_: once', 'idempotencykey_', 'Idempotency-Key'],
    ['If_Match: "1"', 'if_match', 'If-Match'],
    ['Tasklatch_Agent: me', 'tasklatch_agent', 'Tasklatch-Agent'],
    ['X_Tasklatch_Session: me', 'x_tasklatch_session', 'Tasklatch-Session'],
    ['IdempotencyKey: once', 'idempotencykey', 'Idempotency-Key'],
    ['Idempotent-Key: once', 'idempotent-key', 'Idempotency-Key'],
    ['Idempotency-Keys: once', 'idempotency-keys', 'Idempotency-Key'],
    ['Idempotency-Token: once', 'idempotency-token', 'Idempotency-Key'],
    ['Idempotency-Id: once', 'idempotency-id', 'Idempotency-Key'],
    ['Tasklatch-Idempotency-Key: once', 'tasklatch-idempotency-key', 'Idempotency-Key'],
    ['X-Tasklatch-Idempotency-Key: once', 'x-tasklatch-idempotency-key', 'Idempotency-Key'],
    ['Acme-Idempotency-Key: once', 'acme-idempotency-key', 'Idempotency-Key'],
    ['IfMatch: "1"', 'ifmatch', 'If-Match'],
    ['X-If-Match: "1"', 'x-if-match', 'If-Match'],
    ['Tasklatch-If-Match: "1"', 'tasklatch-if-match', 'If-Match'],
    ['Tasklatch-Agents: me', 'tasklatch-agents', 'Tasklatch-Agent'],
    ['Tasklatch-Agent-Name: me', 'tasklatch-agent-name', 'Tasklatch-Agent'],
    ['TasklatchSessionId: me', 'tasklatchsessionid', 'Tasklatch-Session'],
  ])('%s is refused with the name that is read', async (header, path, name) => {
    const list = freshList();
    expect(lastProblem(await create(list, [header])).issues).toMatchObject([
      { path, code: 'unknown_key', message: `${path} is not read; send ${name}.`, expected: name },
    ]);
    await expectUntouched(list);
  });

  it.each(['Tasklatch-List: mine', 'X-Tasklatch-Trace: 7'])(
    '%s is refused, which is none of ours and begins like ours',
    async (header) => {
      const list = freshList();
      const name = header.toLowerCase().split(':', 1)[0] ?? '';
      const message = `${name} is not read; of its own this service reads Tasklatch-Agent and Tasklatch-Session.`;
      expect(lastProblem(await create(list, [header])).issues).toEqual([
        { path: name, code: 'unknown_key', message },
      ]);
      await expectUntouched(list);
    },
  );

  it.each(['Dry-Run: true', 'X-Dry-Run: 1', 'dryrun: yes', 'Prefer: return=minimal, dry-run'])(
    '%s is refused on a write, which it was to hold back, and passed over on a read',
    async (header) => {
      const list = freshList();
      expect(lastProblem(await create(list, [header])).issues).toMatchObject([
        { code: 'unknown_key', message: expect.stringContaining('asks for a dry run') },
      ]);
      await expectUntouched(list);
      const read = await exchange(
        port,
        head(`GET /v1/lists/${list} HTTP/1.1`, [header, 'Connection: close']),
      );
      expect(statusLines(read)).toEqual(['HTTP/1.1 200 OK']);
    },
  );

  it.each([
    'X-HTTP-Method-Override: DELETE',
    'X-Http-Method: patch',
    'X-Method-Override: GET',
    'Method-Override: PATCH',
    'HTTP-Method-Override: PUT',
    'http_method: DELETE',
  ])('%s is refused on a POST, since another method is meant', async (header) => {
    const list = freshList();
    const [name = '', value] = header.split(': ');
    const message = `${name.toLowerCase()} asks for "${value}" in a POST; send the request with the method that is meant.`;
    expect(lastProblem(await create(list, [header])).issues).toEqual([
      { path: name.toLowerCase(), code: 'unknown_key', message },
    ]);
    await expectUntouched(list);
  });

  it.each([
    '_method=PATCH',
    'X-HTTP-Method-Override=delete',
    'method_override=GET',
    '_method=POST&_method=PUT',
  ])('%s in the query is refused too, at every address', async (query) => {
    const list = freshList();
    const [, name = ''] = /^([^=]+)/.exec(query) ?? [];
    for (const address of ['tasks', 'tools/task_create', 'mcp']) {
      const lines = ['Content-Type: application/json', 'Content-Length: 0', 'Connection: close'];
      const received = await exchange(
        port,
        head(`POST /v1/lists/${list}/${address}?${query} HTTP/1.1`, lines),
      );
      expect(lastProblem(received).issues).toMatchObject([
        { path: name, code: 'unknown_key', message: expect.stringContaining(' in a POST; send the request') },
      ]);
    }
    await expectUntouched(list);
    const read = head(`GET /v1/lists/${list}/tasks?_method=DELETE HTTP/1.1`, ['Connection: close']);
    const { issues } = lastProblem(await exchange(port, read));
    expect(issues).toMatchObject([
      { message: expect.stringMatching(/^_method asks for "DELETE" in a GET;/) },
    ]);
  });

  it('a header that names the method of the request is passed over', async () => {
    const received = await create(freshList(), ['X-HTTP-Method-Override: post']);
    expect(statusLines(received)).toEqual(['HTTP/1.1 201 Created']);
  });

  it('headers of proxies and clients are left alone', async () => {
    const headers = [
      'X-Forwarded-For: 10.0.0.1',
      'X-Request-Id: 7',
      'X-Stainless-Lang: js',
      'a_b: c',
      'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'TE: trailers',
      'DNT: 1',
      'Prefer: return=minimal',
    ];
    expect(statusLines(await create(freshList(), headers))).toEqual(['HTTP/1.1 201 Created']);
  });

  it.each([
    ['Idempotency-Key: once', ['Idempotency-Key']],
    ['if-match: "1"', ['if-match']],
    ['Tasklatch-Agent: me', ['Tasklatch-Agent']],
    ['Authorization: Bearer me', ['Authorization']],
    ['X-Idempotency-Key: once', ['X-Idempotency-Key']],
  ])('%s behind the body is refused', async (trailer, paths) => {
    const list = freshList();
    const name = trailer.split(':', 1)[0] ?? '';
    const bytes = chunked(list, ['Transfer-Encoding: chunked', `Trailer: ${name}`], [trailer]);
    expect(issues(await exchange(port, bytes))).toEqual(paths);
    await expectUntouched(list);
  });

  it('a trailer that means nothing to the service is passed over', async () => {
    const bytes = chunked(freshList(), ['Transfer-Encoding: chunked'], ['X-Checksum: 7']);
    expect(statusLines(await exchange(port, bytes))).toEqual(['HTTP/1.1 201 Created']);
  });

  it.each([
    ['an empty key', ['Idempotency-Key:'], ['idempotencyKey']],
    ['two keys', ['Idempotency-Key: a', 'Idempotency-Key: b'], ['idempotencyKey']],
    ['two keys in one field', ['Idempotency-Key: a, b'], ['idempotencyKey']],
    ['a key that is not ASCII', ['Idempotency-Key: \u00e9'], ['idempotencyKey']],
    ['an empty agent', ['Tasklatch-Agent:'], ['Tasklatch-Agent']],
    ['an agent that is not ASCII', ['Tasklatch-Agent: \u00e9'], ['Tasklatch-Agent']],
    ['a session that is not ASCII', ['Tasklatch-Session: \u00e9'], ['Tasklatch-Session']],
    ['two agents', ['Tasklatch-Agent: a', 'Tasklatch-Agent: b'], ['Tasklatch-Agent']],
  ])('%s is refused', async (_what, headers, paths) => {
    const list = freshList();
    expect(issues(await create(list, headers))).toEqual(paths);
    await expectUntouched(list);
  });

  it.each([
    ['two lengths', [`Content-Length: ${CREATE.length}`]],
    ['a header over two lines', ['Idempotency-Key: a', ' b']],
  ])('%s is refused', async (_what, headers) => {
    const list = freshList();
    expect(lastProblem(await create(list, headers))).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    await expectUntouched(list);
  });
});

describe('F45: an Origin that is none', () => {
  it.each(['http://localhost/x', 'http://localhost/', 'http://me@localhost', ''])(
    '%j is refused, and no page may read the answer',
    async (origin) => {
      const headers = [`Origin: ${origin}`, 'Connection: close'];
      const received = await exchange(port, head('GET /v1/lists HTTP/1.1', headers));
      expect(lastProblem(received)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(received).not.toMatch(/\r\naccess-control-/i);
    },
  );
});

describe('F13: what is refused before there is a request to route', () => {
  it.each([
    ['a head that is too large', `X-Large: ${'a'.repeat(20_000)}`, 431],
    ['a line that is no header', 'no header', 400],
  ])('%s is answered with Vary, as every answer is', async (_what, line, status) => {
    const received = await exchange(port, head('GET /v1/lists HTTP/1.1', [line]));
    expect(lastProblem(received).status).toBe(status);
    expect(received).toMatch(/\r\nvary: Origin\r\n/i);
  });
});

describe('a page whose request cannot be read', () => {
  const PAGE = 'http://localhost:5173';
  const FOR_PAGE = `\r\naccess-control-allow-origin: ${PAGE}\r\n`;
  const LARGE = `X-Large: ${'a'.repeat(20_000)}`;
  const LINE = 'GET /v1/lists HTTP/1.1';

  it.each([
    ['a head that is too large', head(LINE, [`Origin: ${PAGE}`, LARGE]), 431],
    [
      'an address that is too large',
      head(`GET /v1/${'a'.repeat(20_000)} HTTP/1.1`, [`Origin: ${PAGE}`]),
      431,
    ],
    ['a line that is no header', head(LINE, [`origin:${PAGE}`, 'no header']), 400],
    ['a head that is not whole', `${LINE}\r\nHost: localhost\r\nOrigin: ${PAGE}\r\nno header\r\n`, 400],
  ])('reads the refusal of %s', async (_what, bytes, status) => {
    const received = await exchange(port, bytes);
    expect(lastProblem(received).status).toBe(status);
    expect(received).toContain(FOR_PAGE);
    expect(received).toMatch(/\r\naccess-control-expose-headers: .*X-Request-Id\r\n/);
  });

  it.each([
    ['it is of another site', head(LINE, ['Origin: https://evil.example', LARGE])],
    [
      'it came by a foreign name',
      head(LINE, [`Origin: ${PAGE}`, LARGE]).replace('localhost', 'evil.example'),
    ],
    ['its origin came twice', head(LINE, [`Origin: ${PAGE}`, `Origin: ${PAGE}`, LARGE])],
    ['its origin stands behind the head', `${head(LINE, ['no header'])}Origin: ${PAGE}\r\n\r\n`],
    ['its origin is cut off', `${LINE}\r\nHost: localhost\r\nno header\r\nOrigin: ${PAGE}`],
    ['there is no request line', `Host: localhost\r\nOrigin: ${PAGE}\r\n\r\n`],
  ])('does not read it where %s', async (_what, bytes) => {
    const received = await exchange(port, bytes);
    expect([400, 431]).toContain(lastProblem(received).status);
    expect(received).not.toMatch(/\r\naccess-control-/i);
  });
});

describe('F40: how a body is sent', () => {
  it.each([
    ['gzip, chunked', ['Transfer-Encoding: gzip, chunked']],
    ['gzip and chunked in two fields', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked']],
    ['gzip alone', ['Transfer-Encoding: gzip']],
    ['identity', ['Transfer-Encoding: identity']],
    ['chunked twice', ['Transfer-Encoding: chunked, chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5']],
  ])('%s is refused', async (_what, headers) => {
    const list = freshList();
    const received = await exchange(port, chunked(list, headers));
    expect(lastProblem(received)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    await expectUntouched(list);
  });

  it('a coding that is not taken is named', async () => {
    const received = await exchange(port, chunked(freshList(), ['Transfer-Encoding: gzip, chunked']));
    expect(lastProblem(received).issues).toMatchObject([
      { path: 'Transfer-Encoding', expected: 'chunked', received: '"gzip, chunked"' },
    ]);
  });

  it('chunks in HTTP/1.0, which has none, are refused', async () => {
    const list = freshList();
    const bytes = chunked(list, ['Transfer-Encoding: chunked']).replace('HTTP/1.1', 'HTTP/1.0');
    expect(issues(await exchange(port, bytes))).toEqual(['Transfer-Encoding']);
    await expectUntouched(list);
  });

  it('a compressed body is refused by its type', async () => {
    const list = freshList();
    const received = await create(list, ['Content-Encoding: gzip']);
    expect(lastProblem(received)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    await expectUntouched(list);
  });

  it.each(['HTTP/2.0', 'HTTP/0.9'])('%s is not spoken', async (version) => {
    const received = await exchange(port, head(`GET /livez ${version}`, ['Connection: close']));
    expect(lastProblem(received).code).toBe('INVALID_INPUT');
  });

  it('HTTP/1.0 is answered and its connection ended', async () => {
    const received = await exchange(port, head('GET /livez HTTP/1.0', []));
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK']);
  });

  it.each([
    ['GET http://localhost/v1/lists?limit=1 HTTP/1.1', 200],
    ['GET HTTP://LOCALHOST:9/livez HTTP/1.1', 200],
    ['GET http://localhost HTTP/1.1', 404],
    ['GET http://localhost?x=1 HTTP/1.1', 404],
    ['TRACE /v1/lists HTTP/1.1', 405],
    ['OPTIONS * HTTP/1.1', 404],
  ])('%s is answered %i', async (line, status) => {
    const received = await exchange(port, head(line, ['Connection: close']));
    expect(statusLines(received).map((text) => Number(text.slice(9, 12)))).toEqual([status]);
  });
});

describe('F40: a client that waits to be told to go on', () => {
  const EXPECT = 'Expect: 100-continue';

  /** What comes before the client has sent any of its body, up to the end of the connection or of a head. */
  async function firstAnswer(to: number, line: string, headers: readonly string[]) {
    const socket = connect(to, '127.0.0.1');
    socket.on('error', () => {});
    let received = '';
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        if (received.endsWith('100 Continue\r\n\r\n')) resolve();
      });
      socket.on('close', () => resolve());
    });
    socket.write(head(line, [EXPECT, ...headers]));
    await answered;
    return { socket, received };
  }

  it.each([
    ['without a key', () => keyed, 'POST /v1/lists/mine/tasks', [JSON_HEADER, 'Content-Length: 5'], 401],
    [
      'for a list that its key does not reach',
      () => keyed,
      'POST /v1/lists/other/tasks',
      [JSON_HEADER, 'Content-Length: 5', `Authorization: Bearer ${KEY}`],
      403,
    ],
    [
      'with a body of text',
      () => port,
      'POST /v1/lists/a/tasks',
      ['Content-Type: text/plain', 'Content-Length: 5'],
      415,
    ],
    ['with a body of no type', () => port, 'POST /v1/lists/a/tasks', ['Content-Length: 5'], 415],
    [
      'with a compressed body',
      () => port,
      'POST /v1/lists/a/tasks',
      [JSON_HEADER, 'Content-Encoding: gzip', 'Content-Length: 5'],
      415,
    ],
    [
      'with a body of another charset',
      () => port,
      'POST /v1/lists/a/mcp',
      [`${JSON_HEADER}; charset=latin1`, 'Content-Length: 5'],
      415,
    ],
    ['with 2 MiB', () => port, 'POST /v1/lists/a/tasks', [JSON_HEADER, 'Content-Length: 2097152'], 413],
    ['to nowhere', () => port, 'POST /v1/nothing', [JSON_HEADER, 'Content-Length: 5'], 404],
    ['for no name of a list', () => port, 'POST /v1/lists/No/tasks', [JSON_HEADER, 'Content-Length: 5'], 400],
    [
      'for an agent that is none',
      () => port,
      'POST /v1/lists/a/tasks',
      [JSON_HEADER, 'Content-Length: 5', 'Tasklatch-Agent: \u00e9'],
      400,
    ],
    ['for no tool', () => port, 'POST /v1/lists/a/tools/nothing', [JSON_HEADER, 'Content-Length: 5'], 404],
    [
      'in another coding',
      () => port,
      'POST /v1/lists/a/tasks',
      [JSON_HEADER, 'Transfer-Encoding: gzip, chunked'],
      400,
    ],
    ['for a GET', () => port, 'GET /v1/lists', [JSON_HEADER, 'Content-Length: 5'], 400],
  ])('%s is refused instead, and its connection ends', async (_what, to, line, headers, status) => {
    const { received } = await firstAnswer(to(), `${line} HTTP/1.1`, headers);
    expect(statusLines(received).map((text) => Number(text.slice(9, 12)))).toEqual([status]);
    expect(lastProblem(received).status).toBe(status);
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
  });

  it.each([
    ['with a key of one quote', 'POST /v1/lists/a/tasks', 'Idempotency-Key: "a'],
    ['with a key of two words', 'POST /v1/lists/a/tools/task_create', 'Idempotency-Key: a b'],
    ['with a version that a create has none of', 'POST /v1/lists/a/tasks', 'If-Match: "7"'],
    ['with a tag that is no version', 'PATCH /v1/lists/a/tasks/1', 'If-Match: W/"a"'],
    ['with a version that no task has', 'POST /v1/lists/a/tools/task_update', 'If-Match: "0"'],
    ['for no id of a task', 'PATCH /v1/lists/a/tasks/one', 'If-Match: "1"'],
    ['with a query that it does not take', 'POST /v1/lists/a/tasks?subject=one', 'Accept: */*'],
  ])('%s is refused by its arguments in the head', async (_what, line, header) => {
    const headers = [JSON_HEADER, 'Content-Length: 5', header];
    const { received } = await firstAnswer(port, `${line} HTTP/1.1`, headers);
    expect(statusLines(received)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(issues(received)).toHaveLength(1);
  });

  it('too often is refused instead', async () => {
    const headers = [JSON_HEADER, 'Content-Length: 5'];
    const line = 'POST /v1/lists/a/tools/task_list HTTP/1.1';
    const first = await firstAnswer(limited, line, headers);
    first.socket.destroy();
    expect(first.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const { received } = await firstAnswer(limited, line, headers);
    expect(lastProblem(received)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  });

  it.each([
    ['POST /v1/lists/LIST/tasks', CREATE, 'HTTP/1.1 201 Created'],
    ['POST /v1/lists/LIST/tools/task_create', CREATE, 'HTTP/1.1 200 OK'],
    ['POST /v1/lists/LIST/mcp', '{"jsonrpc":"2.0","id":1,"method":"ping"}', 'HTTP/1.1 200 OK'],
  ])('%s with a body that will be read is told once, and then answered', async (line, body, status) => {
    const { socket, received } = await firstAnswer(port, `${line.replace('LIST', freshList())} HTTP/1.1`, [
      JSON_HEADER,
      'Connection: close',
      `Content-Length: ${body.length}`,
    ]);
    expect(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.write(body);
    await once(socket, 'close');
    expect(statusLines(answer)).toEqual([status]);
  });

  it('for a GET without a body is answered at once', async () => {
    const { received } = await firstAnswer(port, 'GET /livez HTTP/1.1', ['Connection: close']);
    expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK']);
  });

  it.each(['a-miracle', '100-continue, a-miracle', ''])('for "%s" is refused', async (expectation) => {
    const list = freshList();
    const received = await create(list, [`Expect: ${expectation}`]);
    expect(statusLines(received)).toEqual(['HTTP/1.1 417 Expectation Failed']);
    expect(lastProblem(received)).toMatchObject({ status: 417, code: 'EXPECTATION_FAILED' });
    await expectUntouched(list);
  });

  it.each(['1.1', '1.0'])(
    'in HTTP/%s ends the connection, on which its body may not come',
    async (version) => {
      const list = freshList();
      const headers = [JSON_HEADER, 'Connection: keep-alive', 'Expect: 200-ok', 'Content-Length: 30'];
      const waiting = head(`POST /v1/lists/${list}/tasks HTTP/${version}`, headers);
      const received = await exchange(port, waiting);
      expect(received).toMatch(/^connection: close\r$/im);
      expect(lastProblem(received)).toMatchObject({ status: 417, code: 'EXPECTATION_FAILED' });
    },
  );

  it('that has no body leaves the connection as it is', async () => {
    const received = await exchange(
      port,
      head('GET /v1/lists HTTP/1.1', ['Expect: 200-ok']),
      head('GET /v1/lists HTTP/1.1', ['Connection: close']),
    );
    expect(statusLines(received)).toEqual(['HTTP/1.1 417 Expectation Failed', 'HTTP/1.1 200 OK']);
  });
});

describe('a body that is refused on a connection that ends', () => {
  it('does not take the refusal with it', async () => {
    const length = 4_000_000;
    const bytes = head('POST /v1/lists/a/tasks HTTP/1.1', [
      JSON_HEADER,
      'Connection: close',
      `Content-Length: ${length}`,
    ]);
    const received = await exchange(port, bytes, Buffer.alloc(length, 'x'));
    expect(lastProblem(received)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  it('runs no call that comes behind it', async () => {
    const list = freshList();
    const bytes = head('POST /v1/lists/a/tasks HTTP/1.1', [
      'Content-Type: text/plain',
      'Expect: 100-continue',
      'Content-Length: 5',
    ]);
    const behind = head(`POST /v1/lists/${list}/tasks HTTP/1.1`, [
      JSON_HEADER,
      `Content-Length: ${CREATE.length}`,
    ]);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().write(bytes);
    await once(socket, 'end'); // the answer, and the end of the other side
    socket.end(`12345${behind}${CREATE}`);
    await once(socket, 'close');
    await expectUntouched(list);
  });
});

describe('a Host that is more than a name and a port', () => {
  const lists = (host: string) =>
    exchange(port, `GET /v1/lists HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it.each([
    'localhost:4901/x',
    'localhost/',
    'localhost?x',
    'localhost#x',
    'localhost\\x',
    'me@localhost',
    'local\thost',
  ])('is refused: %j', async (host) => {
    const problem = lastProblem(await lists(host));
    expect(problem).toMatchObject({ status: 400, issues: [{ path: 'Host', code: 'http' }] });
    expect(problem.issues?.[0]?.message).toMatch(/^Host is ".*", which is more/);
  });

  it.each(['localhost', 'localhost:4901', 'localhost:', '[::1]:4901'])(
    'is taken without: %s',
    async (host) => {
      expect(statusLines(await lists(host))).toEqual(['HTTP/1.1 200 OK']);
    },
  );
});
