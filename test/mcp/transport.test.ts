import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { JSON_TYPE } from '../http/harness.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, modern, post, postMessage, send, toolCall } from '../support/mcp_wire.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

const LIST_TOOLS = legacy('tools/list').body;
const JSON_ANSWER = 'application/json; charset=utf-8';
const MIB = 1_048_576;

const ROUTES = ['/mcp', '/mcp/core', '/v1/lists/own/mcp', '/v1/lists/own/mcp/core'];
const urlOf = (path: string) => `http://127.0.0.1:${server().port}${path}`;

describe('Accept', () => {
  it.each([
    undefined,
    '',
    'application/json',
    'APPLICATION/JSON',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'text/event-stream;q=0.9, application/json;q=0.1',
    '*/*',
    'application/*',
    'text/html',
    'image/webp,,;q=',
  ])('%j gets JSON', async (accept) => {
    for (const { body, headers } of [legacy('tools/list'), modern('tools/list')]) {
      const answer = await post(server().urlOf(), body, {
        ...headers,
        ...(accept !== undefined && { accept }),
      });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, JSON_ANSWER]);
      expect(answer.json()).toMatchObject({ id: 1, result: { tools: { length: TOOLS.length } } });
    }
  });

  it.each(['text/event-stream', 'text/event-stream; charset=utf-8', 'TEXT/EVENT-STREAM'])(
    '%j alone gets one event with the answer',
    async (accept) => {
      for (const { body, headers } of [legacy('tools/list'), modern('tools/list')]) {
        const answer = await post(server().urlOf(), body, { ...headers, accept });
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
        const [, data = ''] = /^event: message\ndata: (.*)\n\n$/.exec(answer.text) ?? [];
        expect(JSON.parse(data)).toMatchObject({ id: 1, result: { tools: { length: TOOLS.length } } });
      }
    },
  );

  it('changes nothing about an error of the protocol, which is JSON with its status', async () => {
    const answer = await post(server().urlOf(), { id: 1 }, { accept: 'text/event-stream' });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, JSON_ANSWER]);
  });
});

describe('an answer', () => {
  it('is never kept by a cache, and names no session', async () => {
    const { headers } = await postMessage(server().urlOf(), legacy('tools/list'));
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is the same for a session or an event that the caller thinks of', async () => {
    const headers = { 'mcp-session-id': 'made-up', 'last-event-id': '5' };
    const answer = await post(server().urlOf(), LIST_TOOLS, headers);
    expect(answer.text).toBe((await post(server().urlOf(), LIST_TOOLS)).text);
  });
});

describe.each(ROUTES)('%s', (path) => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'])(
    'takes no %s, and says what it takes',
    async (method) => {
      const answer = await send(urlOf(path), { method, headers: { accept: 'text/event-stream' } });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
      if (method !== 'HEAD') expect(codeOf(answer)).toBe('METHOD_NOT_ALLOWED');
    },
  );
});

describe('the type of a body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'APPLICATION/JSON',
  ])('%s is taken', async (type) => {
    const answer = await post(server().urlOf(), LIST_TOOLS, { 'content-type': type });
    expect([answer.status, codeOf(answer)]).toEqual([200, null]);
  });

  it.each([
    ['text/plain', {}],
    ['application/jsonx', {}],
    ['application/vnd.api+json', {}],
    ['application/merge-patch+json', {}],
    ['application/json; charset=latin1', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('%s with %j is refused', async (type, headers) => {
    const answer = await post(server().urlOf(), LIST_TOOLS, { 'content-type': type, ...headers });
    expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('has to be named', async () => {
    const answer = await send(server().urlOf(), { body: JSON.stringify(LIST_TOOLS) });
    expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('the size of a body', () => {
  it('is at most 1 MiB', async () => {
    const call = (units: number) =>
      JSON.stringify(toolCall('task_create', { subject: 'x', description: 'x'.repeat(units) }).body);
    const spare = MIB - call(0).length;
    const whole = await post(server().urlOf(), call(spare));
    expect([whole.status, codeOf(whole)]).toEqual([200, 'INVALID_INPUT']);
    const more = await post(server().urlOf(), call(spare + 1));
    expect([more.status, codeOf(more)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('of a message may be full of brackets, and the service goes on', async () => {
    for (const unit of ['[', '{"a":', '[[],', '"', '1,']) {
      const answer = await post(server().urlOf(), unit.repeat(Math.floor(MIB / unit.length)));
      expect([answer.status, codeOf(answer)]).toEqual([400, -32700]);
    }
    expect((await postMessage(server().urlOf(), legacy('ping'))).status).toBe(200);
  });
});

describe('200 calls at a time, from two lists, with the same id', () => {
  it('are each answered for their own list and request', async () => {
    const lists = [freshList('left'), freshList('right')];
    const calls = Array.from({ length: 200 }, (_, index) => ({
      list: `${lists[index % 2]}`,
      subject: `Subject ${index}`,
      form: index % 3 === 0 ? modern : legacy,
    }));
    const answers = await Promise.all(
      calls.map(async ({ list, subject, form }) => {
        const { body, headers } = form('tools/call', { name: 'task_create', arguments: { subject } }, 7);
        const response = await fetch(server().urlOf(list), {
          method: 'POST',
          headers: { ...JSON_TYPE, ...headers },
          body: JSON.stringify(body),
        });
        // A create answers a task.
        return (await response.json()) as {
          id: number;
          result: { structuredContent: { task: { id: string; list: string; subject: string } } };
        };
      }),
    );
    const seen = answers.map(({ id, result: { structuredContent } }) => {
      const { list, subject } = structuredContent.task;
      return [id, list, subject];
    });
    expect(seen).toEqual(calls.map(({ list, subject }) => [7, list, subject]));
    for (const list of lists) {
      const ids = answers
        .map(({ result }) => result.structuredContent.task)
        .filter((task) => task.list === list)
        .map(({ id }) => Number(id));
      expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    }
  });
});
