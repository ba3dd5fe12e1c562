import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problems/problem.js';
import { exchange, JSON_TYPE, lastProblem, listen, send, statusLines, useApp } from '../http/harness.js';
import { type DoorName, forEachDoor, openDoors } from '../support/doors.js';
import { problemOf } from '../support/mcp_door.js';
import { freshList } from '../support/service.js';

const app = useApp();
const MIB = 1_048_576;

let port: number;
beforeAll(async () => {
  port = await listen(app());
});

/** Whatever a test sent, the service stores and answers after it. */
afterEach(async () => {
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
  const { rest } = openDoors(app());
  expect((await rest.create('Healthy after')).id).toBe('1');
});

/** Where each door takes a create. */
const createPath = (list: string, door: DoorName) =>
  `/v1/lists/${list}/${{ tool: 'tools/task_create', rest: 'tasks', mcp: 'mcp' }[door]}`;

/** A create as the body of its request; to MCP its arguments are a part of a message. */
const createBody = (door: DoorName, args: string) =>
  door === 'mcp'
    ? `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"task_create","arguments":${args}}}`
    : args;

const head = (line: string, headers: readonly string[] = []) =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

const CLOSING_GET = head('GET /livez HTTP/1.1', ['Connection: close']);
const JSON_HEADER = 'Content-Type: application/json';

function problemIn(received: string): Problem {
  const [, body = ''] = /(\{"type":"urn:tasklatch.*?\})(?:HTTP\/1\.1|$)/s.exec(received) ?? [];
  return JSON.parse(body);
}

/** Nothing comes of a list that is refused. */
async function expectUntouched(list: string): Promise<void> {
  expect((await openDoors(app(), list).head()).version).toBe(0);
}

describe('case 27: the type of a body', () => {
  forEachDoor(app, (_open, door) => {
    test.each([
      'application/json',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'APPLICATION/JSON; Charset=utf8',
      'application/json; charset=utf-8; profile=x',
    ])('%s is taken', async (type) => {
      const answer = await fetch(`http://127.0.0.1:${port}${createPath(freshList(), door)}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: createBody(door, '{"subject":"é 👩‍👩‍👧‍👦"}'),
      });
      expect(answer.status).toBe(door === 'rest' ? 201 : 200);
      expect(await answer.text()).toContain('"subject":"é 👩‍👩‍👧‍👦"');
    });

    test.each([
      ['text/plain', undefined],
      ['text/plain; charset=utf-8', undefined],
      ['text/json', undefined],
      ['application/jsonx', undefined],
      ['application/x-www-form-urlencoded', undefined],
      ['multipart/form-data; boundary=x', undefined],
      ['application/octet-stream', undefined],
      ['application/json; charset=utf-16', undefined],
      ['application/json; charset=utf-16le', undefined],
      ['application/json; charset=latin1', undefined],
      ['application/json; charset=', undefined],
      ['application/json', 'gzip'],
      ['application/json', 'br'],
      ['application/merge-patch+json', undefined],
    ])('%s with the encoding %s is refused, and nothing is stored', async (type, encoding) => {
      const list = freshList();
      const answer = await send(app(), 'POST', createPath(list, door), {
        headers: { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) },
        raw: createBody(door, '{"subject":"x"}'),
      });
      expect([answer.status, answer.problem().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(answer.headers['accept-patch']).toBeUndefined();
      await expectUntouched(list);
    });

    test('UTF-16 under the name of UTF-8 is refused as no UTF-8', async () => {
      const list = freshList();
      const raw = Buffer.from(`\ufeff${createBody(door, '{"subject":"x"}')}`, 'utf16le');
      const answer = await send(app(), 'POST', createPath(list, door), { raw });
      expect([answer.status, problemOf(answer).code]).toEqual([400, 'MALFORMED_BODY']);
      await expectUntouched(list);
    });
  });

  test('a patch of another type is refused with those that it takes', async () => {
    const { rest, list } = openDoors(app());
    await rest.create('One');
    for (const type of [
      'text/plain',
      'application/json-patch+json',
      'application/merge-patch+json; charset=utf-16',
    ]) {
      const answer = await send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, {
        headers: { 'content-type': type, 'if-match': '"1"' },
        raw: '{"priority":"high"}',
      });
      expect([answer.status, answer.problem().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(answer.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
    }
    for (const [index, type] of [
      'application/json',
      'application/merge-patch+json;charset=UTF-8',
    ].entries()) {
      const answer = await send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, {
        headers: { 'content-type': type, 'if-match': `"${index + 1}"` },
        raw: `{"priority":"${index ? 'low' : 'high'}"}`,
      });
      expect(answer.status).toBe(200);
    }
  });

  test('a DELETE with a JSON type and no body, on the wire, deletes', async () => {
    const { rest, list } = openDoors(app());
    for (const headers of [{ ...JSON_TYPE }, { ...JSON_TYPE, 'content-length': '0' }, {}]) {
      const { id } = await rest.create('To be deleted');
      const lines = Object.entries({ ...headers, 'if-match': '"1"', connection: 'close' });
      const request = head(
        `DELETE /v1/lists/${list}/tasks/${id} HTTP/1.1`,
        lines.map(([name, value]) => `${name}: ${value}`),
      );
      expect(statusLines(await exchange(port, request))).toEqual(['HTTP/1.1 200 OK']);
      expect((await rest.problem('task_get', { id })).code).toBe('TASK_DELETED');
    }
  });

  test('a GET with a JSON type and no body reads', async () => {
    const { rest, list } = openDoors(app());
    await rest.create('To be read');
    for (const path of ['tasks', 'tasks/1', 'tasks/1/history']) {
      const headers = [JSON_HEADER, 'Content-Length: 0', 'Connection: close'];
      const received = await exchange(port, head(`GET /v1/lists/${list}/${path} HTTP/1.1`, headers));
      expect(statusLines(received)).toEqual(['HTTP/1.1 200 OK']);
    }
  });

  test('a DELETE with an empty chunked body deletes too', async () => {
    const { rest, list } = openDoors(app());
    await rest.create('To be deleted');
    const headers = [JSON_HEADER, 'If-Match: "1"', 'Transfer-Encoding: chunked', 'Connection: close'];
    const request = `${head(`DELETE /v1/lists/${list}/tasks/1 HTTP/1.1`, headers)}0\r\n\r\n`;
    expect(statusLines(await exchange(port, request))).toEqual(['HTTP/1.1 200 OK']);
  });
});

describe('case 27: a body that is too large', () => {
  forEachDoor(app, (_open, door) => {
    test('1.1 MB is refused, through fetch as well, and one that just fits is judged', async () => {
      const list = freshList();
      const frame = createBody(door, '{"subject":""}').length;
      const post = (bytes: number) =>
        fetch(`http://127.0.0.1:${port}${createPath(list, door)}`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: createBody(door, `{"subject":"${'x'.repeat(bytes - frame)}"}`),
        });
      const large = await post(1_100_000);
      expect([large.status, await large.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
      const over = await post(MIB + 1);
      expect(over.status).toBe(413);
      const fits = await post(MIB);
      expect(fits.status).toBe(door === 'mcp' ? 200 : 400);
      expect(await fits.text()).toContain('"issues":[{"path":"subject","code":"length"');
      await expectUntouched(list);
    });

    test('50 MB in chunks is refused at 1 MiB, and the connection lives on', async () => {
      const list = freshList();
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, ' '), Buffer.from('\r\n')]);
      const start = head(`POST ${createPath(list, door)} HTTP/1.1`, [
        JSON_HEADER,
        'Transfer-Encoding: chunked',
      ]);
      const received = await exchange(port, start, ...Array(50).fill(chunk), '0\r\n\r\n', CLOSING_GET);
      expect(statusLines(received)).toEqual(['HTTP/1.1 413 Payload Too Large', 'HTTP/1.1 200 OK']);
      expect(problemIn(received)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
      await expectUntouched(list);
    });

    test('a length that promises a terabyte is refused before it comes', async () => {
      const list = freshList();
      const headers = [JSON_HEADER, 'Content-Length: 1000000000000'];
      const socket = connect(port, '127.0.0.1');
      socket.write(head(`POST ${createPath(list, door)} HTTP/1.1`, headers));
      let received = '';
      for await (const bytes of socket) {
        received += String(bytes);
        if (received.includes('"code":"PAYLOAD_TOO_LARGE"')) break;
      }
      socket.destroy();
      expect(statusLines(received)).toEqual(['HTTP/1.1 413 Payload Too Large']);
    });

    test.each<[string, string, string]>([
      ['arrays', '['.repeat(10_000) + ']'.repeat(10_000), 'INVALID_INPUT'],
      ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'INVALID_INPUT'],
      ['arrays in a field', `{"subject":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'INVALID_INPUT'],
      [
        'objects in an unknown field',
        `{"subject":"x","y":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
        'INVALID_INPUT',
      ],
      ['arrays that do not end', '['.repeat(10_000), 'MALFORMED_BODY'],
      ['objects that do not end', '{"a":'.repeat(10_000), 'MALFORMED_BODY'],
      ['half a million arrays', '['.repeat(500_000) + ']'.repeat(500_000), 'INVALID_INPUT'],
      [
        'arrays in a wrapper',
        `{"arguments":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`,
        'INVALID_INPUT',
      ],
      ['17 levels', `{"subject":${'['.repeat(16)}1${']'.repeat(16)}}`, 'INVALID_INPUT'],
    ])('10,000 levels of %s are refused', async (name, raw, code) => {
      const list = freshList();
      const answer = await send(app(), 'POST', createPath(list, door), { raw: createBody(door, raw) });
      const problem = problemOf(answer);
      expect([problem.status, problem.code]).toEqual([400, code]);
      // What stands under a key that there is not is not looked at: the key is the fault.
      const fault = name.startsWith('objects') ? 'unknown_key' : 'depth';
      if (code === 'INVALID_INPUT') expect(problem.issues?.map((issue) => issue.code)).toContain(fault);
      expect(answer.text.length).toBeLessThan(5_000);
      await expectUntouched(list);
    });

    test.each<[string, string]>([
      ['a million digits', `{"expectedVersion":${'9'.repeat(1_000_000)}}`],
      ['a million escapes', `{"subject":"${'\\u0000'.repeat(170_000)}"}`],
      [
        'a hundred thousand keys',
        `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
      ],
      ['a hundred thousand labels', `{"subject":"x","labels":[${Array(200_000).fill('"é"').join(',')}]}`],
      ['a long near-word', `{"${'subjec'.repeat(170_000)}":"x"}`],
    ])('%s are refused in an answer of bounded length', async (_name, raw) => {
      const list = freshList();
      const answer = await send(app(), 'POST', createPath(list, door), { raw: createBody(door, raw) });
      const problem = problemOf(answer);
      expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
      expect(answer.text.length).toBeLessThan(50_000);
      await expectUntouched(list);
    });
  });
});

describe('case 27: a request that Node or the router refuses', () => {
  test.each<[string, string, number, string]>([
    ['headers of 20 kB', head('GET /livez HTTP/1.1', [`X: ${'x'.repeat(20_000)}`]), 431, 'HEADERS_TOO_LARGE'],
    [
      'a thousand headers',
      head('GET /livez HTTP/1.1', Array(2_000).fill('Accept: text/plain')),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an If-Match of 20 kB',
      head('DELETE /v1/lists/a/tasks/1 HTTP/1.1', [`If-Match: ${'1'.repeat(20_000)}`]),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an address of 20 kB',
      head(`GET /v1/lists/a/tasks/${'1'.repeat(20_000)} HTTP/1.1`),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'a NUL in a header',
      head('POST /v1/lists/a/tasks HTTP/1.1', ['Idempotency-Key: a\0b']),
      400,
      'INVALID_INPUT',
    ],
    [
      'two lengths',
      head('POST /v1/lists/a/tasks HTTP/1.1', ['Content-Length: 2', 'Content-Length: 3']),
      400,
      'INVALID_INPUT',
    ],
    ['a method of its own', head('TASK /v1/lists/a/tasks HTTP/1.1'), 400, 'INVALID_INPUT'],
    ['TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 400, 'INVALID_INPUT'],
    ['JSON with no HTTP', '{"jsonrpc":"2.0","method":"tools/call"}\r\n\r\n', 400, 'INVALID_INPUT'],
  ])('%s is a problem', async (_name, bytes, status, code) => {
    const received = await exchange(port, bytes);
    expect(lastProblem(received)).toMatchObject({ status, code, retryable: false });
    expect(received).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
  });

  test.each<[string, string, number, string]>([
    ['a lone %', '/v1/lists/a/tasks/%', 400, 'INVALID_INPUT'],
    ['half an escape', '/v1/lists/a/tasks/%4', 400, 'INVALID_INPUT'],
    ['an escape that is not UTF-8', '/v1/lists/%ff/tasks', 400, 'INVALID_INPUT'],
    ['an overlong escape', '/v1/lists/a/tasks/%c0%af', 400, 'INVALID_INPUT'],
    ['an escaped surrogate', '/v1/lists/a/tasks/%ed%a0%80', 400, 'INVALID_INPUT'],
    ['a bad escape in the query', '/v1/lists/a/tasks?owner=%', 400, 'INVALID_INPUT'],
    ['a bad escape in the name of a tool', '/v1/lists/a/tools/%zz', 400, 'INVALID_INPUT'],
    ['raw UTF-8', '/v1/lists/a/tasks/\u00c3\u00a9', 400, 'INVALID_INPUT'],
    ['an asterisk', '*', 404, 'ROUTE_NOT_FOUND'],
    ['nothing but slashes', '////', 404, 'ROUTE_NOT_FOUND'],
    ['another version', '/v2/lists/a/tasks', 404, 'ROUTE_NOT_FOUND'],
    ['upper case', '/V1/lists/a/tasks', 404, 'ROUTE_NOT_FOUND'],
    ['a slash at the end', '/v1/lists/a/tasks/1/', 404, 'ROUTE_NOT_FOUND'],
    ['an absolute address of elsewhere', 'http://elsewhere/v1/nothing', 403, 'FORBIDDEN'],
  ])('an address with %s is a problem', async (_name, path, status, code) => {
    const received = await exchange(
      port,
      Buffer.from(head(`GET ${path} HTTP/1.1`, ['Connection: close']), 'latin1'),
    );
    expect(lastProblem(received)).toMatchObject({ status, code });
  });

  test('a body that is shorter than its length ends with its connection, and stores nothing', async () => {
    const list = freshList();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `${head(`POST ${createPath(list, 'rest')} HTTP/1.1`, [JSON_HEADER, 'Content-Length: 100'])}{"subject":"x"}`,
    );
    socket.end();
    let received = '';
    for await (const bytes of socket) received += String(bytes);
    expect(received === '' || problemIn(received).code === 'INVALID_INPUT').toBe(true);
    await expectUntouched(list);
  });

  test('a body that is longer than its length is a second request, which is none', async () => {
    const list = freshList();
    const body = '{"subject":"x"}';
    const start = head(`POST ${createPath(list, 'rest')} HTTP/1.1`, [
      JSON_HEADER,
      `Content-Length: ${body.length}`,
    ]);
    const received = await exchange(port, `${start}${body}{"subject":"y"}\r\n\r\n`);
    expect(statusLines(received)).toEqual(['HTTP/1.1 201 Created', 'HTTP/1.1 400 Bad Request']);
    expect((await openDoors(app(), list).head()).version).toBe(1);
  });
});
