import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { useMcpServer } from '../support/mcp_server.js';
import {
  codeOf,
  envelope,
  legacy,
  MODERN,
  modern,
  post,
  postMessage,
  toolCall,
} from '../support/mcp_wire.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

/** The codes of JSON-RPC. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const MODERN_META = JSON.stringify(envelope(MODERN));
const MODERN_HEADERS = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' };

describe('the id of a request', () => {
  it.each([
    ['text', '"a"', 'a'],
    ['empty text', '""', ''],
    ['text of digits', '"1"', '1'],
    ['an integer', '1', 1],
    ['zero', '0', 0],
    ['a negative integer', '-1', -1],
    ['an integer with an exponent', '1e3', 1_000],
    ['the largest integer', '9007199254740991', 9_007_199_254_740_991],
    ['text of 4,000 characters', `"${'x'.repeat(4_000)}"`, 'x'.repeat(4_000)],
    ['a lone surrogate', '"\\ud800"', '\ud800'],
    ['the name of a prototype', '"__proto__"', '__proto__'],
  ])('that is %s comes back with the answer', async (_name, written, id) => {
    const body = `{"jsonrpc":"2.0","id":${written},"method":"tools/list"`;
    const old = await post(server().urlOf(), `${body}}`);
    const now = await post(server().urlOf(), `${body},"params":{"_meta":${MODERN_META}}}`, MODERN_HEADERS);
    for (const answer of [old, now]) {
      expect([answer.status, answer.json().id]).toEqual([200, id]);
      expect(answer.json().result).toMatchObject({ tools: { length: TOOLS.length } });
    }
  });

  it.each([
    ['null', 'null'],
    ['a fraction', '1.5'],
    ['an integer that JSON cannot carry', '9007199254740993'],
    ['a number beyond every number', '1e400'],
    ['an integer of 30 digits', '123456789012345678901234567890'],
    ['true', 'true'],
    ['an array', '[]'],
    ['an object', '{}'],
    ['10,000 arrays in each other', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('that is %s is refused, and nothing is done', async (_name, written) => {
    const list = freshList('ids');
    const url = server().urlOf(list);
    const call = `"method":"tools/call","params":{"name":"task_create","arguments":{"subject":"x"}`;
    const old = await post(url, `{"jsonrpc":"2.0","id":${written},${call}}}`);
    const headers = { ...MODERN_HEADERS, 'mcp-method': 'tools/call', 'mcp-name': 'task_create' };
    const now = await post(url, `{"jsonrpc":"2.0","id":${written},${call},"_meta":${MODERN_META}}}`, headers);
    for (const answer of [old, now]) {
      expect(answer.status).toBe(400);
      expect([INVALID_REQUEST, PARSE_ERROR]).toContain(codeOf(answer));
    }
    const { result } = (await postMessage(url, toolCall('task_list'))).json();
    expect(result).toMatchObject({ structuredContent: { version: 0 } });
  });
});

describe('a message', () => {
  it.each([
    ['without jsonrpc', { id: 1, method: 'tools/list' }],
    ['of another jsonrpc', { ...LIST_TOOLS, jsonrpc: '1.0' }],
    ['whose params are an array', { ...LIST_TOOLS, params: [] }],
    ['whose params are text', { ...LIST_TOOLS, params: 'x' }],
    ['without method', { jsonrpc: '2.0', id: 1 }],
    ['whose method is a number', { jsonrpc: '2.0', id: 1, method: 5 }],
    ['that is null', null],
    ['that is a number', 5],
    ['that is true', true],
    ['that is an empty object', {}],
    ['that is an empty batch', []],
    ['whose _meta is an array', legacy('tools/call', { name: 'task_list', _meta: [] }).body],
    ['whose _meta is text', legacy('tools/call', { name: 'task_list', _meta: 'x' }).body],
    [
      'whose progress token is an object',
      legacy('tools/call', { name: 'task_list', _meta: { progressToken: {} } }).body,
    ],
  ])('%s is refused as no request', async (_name, body) => {
    const answer = await post(server().urlOf(), JSON.stringify(body));
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
  });

  it.each([
    ['cut in half', '{"jsonrpc":"2.0","id":1,"method":'],
    ['that is not JSON', 'tools/list'],
    ['that is JSON twice', `${JSON.stringify(LIST_TOOLS)}${JSON.stringify(LIST_TOOLS)}`],
    ['that names its id twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}'],
    ['that names its method twice', '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"ping"}'],
    ['in UTF-16', Buffer.from(`\ufeff${JSON.stringify(LIST_TOOLS)}`, 'utf16le')],
    ['of the bytes FF FE', Buffer.from([0xff, 0xfe])],
  ])('%s is refused with the problem of every door', async (_name, body) => {
    const answer = await post(server().urlOf(), body);
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: PARSE_ERROR, data: { problem: { code: 'MALFORMED_BODY', status: 400 } } },
      },
    ]);
  });

  it('without a body is refused', async () => {
    const answer = await post(server().urlOf(), '');
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
  });

  it('with a byte order mark is read', async () => {
    const answer = await post(server().urlOf(), Buffer.from(`\ufeff${JSON.stringify(LIST_TOOLS)}`));
    expect([answer.status, codeOf(answer)]).toEqual([200, null]);
  });

  it('of a method that there is not is refused as such', async () => {
    for (const method of [
      'no/such',
      'tools/call/',
      'TOOLS/LIST',
      '',
      '__proto__',
      'constructor',
      'logging/setLevel',
    ]) {
      const old = await postMessage(server().urlOf(), legacy(method));
      expect([method, old.status, codeOf(old)]).toEqual([method, 200, METHOD_NOT_FOUND]);
      if (method === '') continue; // a header cannot be empty
      const now = await postMessage(server().urlOf(), modern(method));
      expect([method, now.status, codeOf(now)]).toEqual([method, 404, METHOD_NOT_FOUND]);
    }
  });

  it('of the extension for tasks is refused, since these tasks are records', async () => {
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/list', 'tasks/result']) {
      expect(
        codeOf(
          await postMessage(server().urlOf(), {
            ...modern(method, { taskId: '1' }),
            headers: { ...modern(method).headers, 'mcp-name': '1' },
          }),
        ),
      ).toBe(METHOD_NOT_FOUND);
      expect(codeOf(await postMessage(server().urlOf(), legacy(method, { taskId: '1' })))).toBe(
        METHOD_NOT_FOUND,
      );
    }
  });

  it('that subscribes is told at once that there is nothing to be told of', async () => {
    const subscribe = modern('subscriptions/listen', {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['tasklatch://lists/default'] },
    });
    const answer = await postMessage(server().urlOf(), subscribe);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
    const events = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 };
    expect(events).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta } },
      { id: 1, result: { resultType: 'complete', _meta } },
    ]);
  });
});

describe('a notification', () => {
  it.each(['notifications/initialized', 'notifications/cancelled', 'notifications/nothing', 'tools/list'])(
    '%s is accepted without a body',
    async (method) => {
      const { body, headers } = modern(method);
      const { id: _id, ...notification } = body;
      const answers = [
        await post(server().urlOf(), { jsonrpc: '2.0', method }),
        await post(server().urlOf(), notification, headers),
      ];
      expect(answers.map(({ status, text }) => [status, text])).toEqual([
        [202, ''],
        [202, ''],
      ]);
    },
  );

  it('that looks like a call changes nothing, since nobody would read its answer', async () => {
    const url = server().urlOf(freshList('notified'));
    const { id: _id, ...notification } = toolCall('task_create', { subject: 'x' }).body;
    expect((await post(url, notification)).status).toBe(202);
    const { result } = (await postMessage(url, toolCall('task_list'))).json();
    expect(result).toMatchObject({ structuredContent: { version: 0 } });
  });

  it('is not a response, which is accepted and forgotten too', async () => {
    expect((await post(server().urlOf(), { jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202);
  });
});

describe('the params of a tools/call', () => {
  it.each([
    ['absent', undefined],
    ['without a name', { arguments: {} }],
    ['whose name is a number', { name: 5 }],
    ['whose name is null', { name: null }],
  ])('%s are refused, and say which one is wrong', async (_name, params) => {
    const answer = await postMessage(server().urlOf(), legacy('tools/call', params));
    expect([answer.status, codeOf(answer)]).toEqual([200, INVALID_PARAMS]);
    const { message } = answer.json().error as { message: string };
    expect(message).toMatch(/^Invalid params: params(?:\.name)?: [^{}[\]\n]+\.$/);
  });

  it.each([
    ['empty', ''],
    ['of 4,000 characters', 'x'.repeat(4_000)],
    ['that of a prototype', '__proto__'],
    ['a lone surrogate', '\ud800'],
    ['one with a line break', 'task_get\n'],
    ['one in capitals', 'TASK_GET'],
  ])('whose name is %s answer with a refusal that lists the tools', async (_name, name) => {
    const answer = await postMessage(server().urlOf(), toolCall(name));
    expect([answer.status, codeOf(answer)]).toEqual([200, 'UNKNOWN_TOOL']);
    expect(answer.text).toContain('task_create, task_get, task_list');
    expect(answer.text.length).toBeLessThan(3_000);
  });

  it('may hold more than the protocol knows', async () => {
    const params = { name: 'task_list', task: { ttl: 5 }, foo: 1, _meta: { progressToken: 'a', other: [1] } };
    const answer = await postMessage(server().urlOf(), legacy('tools/call', params));
    expect([answer.status, codeOf(answer)]).toEqual([200, null]);
  });
});

describe('an id that is rounded as it is read', () => {
  const create = (id: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"task_create","arguments":{"subject":"x"}}}`;

  it.each([
    ['one too large', create('9007199254740993')],
    ['one too small', create('-9007199254740993')],
    ['one without end', create('1e400')],
    ['one in a batch', `[${create('1')},${create('9007199254740993')}]`],
  ])('is refused with no id, and nothing is stored: %s', async (_what, body) => {
    const list = freshList();
    const answer = await post(server().urlOf(list), body);
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
    expect(answer.json()).toMatchObject({
      id: null,
      error: { message: expect.stringContaining('id is a number beyond ±9007199254740991') },
    });
    expect((await server().instance.service.head(list)).version).toBe(0);
  });

  it('is taken up to the largest that is kept', async () => {
    const answer = await post(server().urlOf(freshList()), create('9007199254740991'));
    expect([answer.status, answer.json().id]).toEqual([200, 9_007_199_254_740_991]);
  });
});
