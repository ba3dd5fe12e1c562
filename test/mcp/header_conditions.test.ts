import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, modern, post, toolCall } from '../support/mcp_wire.js';
import { CALLER, call, freshList } from '../support/service.js';

const server = useMcpServer();

const CREATE = { name: 'task_create', arguments: { subject: 'Once' } };
const UPDATE = {
  name: 'task_update',
  arguments: { id: '1', expectedVersion: 1, patch: { priority: 'high' } },
};

const versionOf = async (list: string) => (await server().instance.service.head(list)).version;

describe('F30: the headers that hold a call back on other doors', () => {
  it.each([
    ['Idempotency-Key', 'k-1', CREATE, 'send idempotencyKey among the arguments'],
    ['If-Match', '"9"', UPDATE, 'send expectedVersion among the arguments'],
    [
      'If-Match',
      '"9"',
      CREATE,
      'task_create has no expectedVersion either, so send it without only if it is meant as it stands',
    ],
    [
      'Idempotency-Key',
      'k-1',
      { name: 'task_list', arguments: {} },
      'task_list has no idempotencyKey either, so send it without only if it is meant as it stands',
    ],
  ])(
    '%s: %s is refused as the result of a call, and nothing is stored',
    async (name, value, params, instead) => {
      const list = freshList();
      await call(server().instance.service, list, 'task_create', { subject: 'First' }, CALLER);
      for (const form of [legacy, modern]) {
        const { body, headers } = form('tools/call', params);
        const answer = await post(server().urlOf(list), body, { ...headers, [name]: value });
        const { result } = answer.json() as {
          result: { isError: boolean; _meta: { 'tasklatch/problem': { issues: unknown[] } } };
        };
        expect([answer.status, result.isError, codeOf(answer)]).toEqual([200, true, 'INVALID_INPUT']);
        const message = `The MCP address takes no ${name}; ${instead}.`;
        expect(result._meta['tasklatch/problem'].issues).toEqual([
          { path: name, code: 'unknown_key', message },
        ]);
      }
      expect(await versionOf(list)).toBe(1);
    },
  );

  it('are named with every other fault of the call', async () => {
    const { body } = toolCall('task_create', { subjekt: 'Once' });
    const answer = await post(server().urlOf(freshList()), body, { 'idempotency-key': 'k-1' });
    expect(answer.text).toContain('The MCP address takes no Idempotency-Key;');
    expect(answer.text).toContain('subjekt is not known');
  });

  it.each([
    ['a message that is no call', legacy('tools/list').body],
    ['a batch', [legacy('tools/call', CREATE).body]],
  ])('refuse %s before the protocol reads it', async (_what, body) => {
    const list = freshList();
    const answer = await post(server().urlOf(list), body, { 'idempotency-key': 'k-1' });
    expect([answer.status, codeOf(answer)]).toEqual([400, -32602]);
    expect(answer.json()).toMatchObject({
      error: {
        message: expect.stringContaining(
          'The MCP address takes no Idempotency-Key; a tools/call that writes takes idempotencyKey among its arguments.',
        ),
      },
    });
    expect(await versionOf(list)).toBe(0);
  });
});

describe('members of ours beside arguments, in _meta and in the query', () => {
  const beside = { ...CREATE, idempotencyKey: 'k' };

  it.each([
    ['idempotencyKey', beside, '', 'idempotencyKey stands beside arguments; send it in arguments.'],
    [
      'idempotency_key',
      { ...CREATE, idempotency_key: 'k' },
      '',
      'idempotency_key stands beside arguments; send idempotencyKey in arguments.',
    ],
    ['dryRun', { ...CREATE, dryRun: true }, '', 'dryRun stands beside arguments and asks for a dry run'],
    ['owner', { ...CREATE, owner: 'ann' }, '', 'owner stands beside arguments; send it in arguments.'],
    [
      'expectedVersion of a create',
      { ...CREATE, expectedVersion: 3 },
      '',
      'expectedVersion stands beside arguments, and task_create has no expectedVersion; send it without',
    ],
    ['list', { ...CREATE, list: 'other' }, '', 'list stands beside arguments, where no list is read;'],
    [
      '_meta',
      { ...CREATE, _meta: { 'tasklatch/idempotencyKey': 'k' } },
      '',
      'stands in _meta; send idempotencyKey in arguments.',
    ],
    [
      'a large _meta',
      {
        ...CREATE,
        _meta: {
          ...Object.fromEntries(
            Array(1_100)
              .fill(0)
              .map((_, i) => [`x${i}`, 1]),
          ),
          dryRun: 1,
        },
      },
      '',
      'dryRun stands in _meta and asks for a dry run',
    ],
    ['the key in the query', CREATE, '?idempotencyKey=k', 'idempotencyKey stands in the query; send it in'],
    ['a dry run in the query', CREATE, '?dry_run=true', 'dry_run stands in the query and asks for a dry run'],
    ['an argument in the query', CREATE, '?labels=a', 'labels stands in the query; send it in arguments.'],
    ['a version in the query', CREATE, '?expectedVersion=1', 'expectedVersion stands in the query, and'],
  ])(
    '%s is refused as the result of a call, and nothing is stored',
    async (_what, params, query, message) => {
      const list = freshList();
      const { body, headers } = legacy('tools/call', params);
      const answer = await post(server().urlOf(list) + query, body, headers);
      expect([answer.status, codeOf(answer)]).toEqual([200, 'INVALID_INPUT']);
      expect(answer.text).toContain(message);
      expect(await versionOf(list)).toBe(0);
    },
  );

  it('are refused in the revision with an envelope and in each call of a batch', async () => {
    const list = freshList();
    const { body, headers } = modern('tools/call', beside);
    expect(codeOf(await post(server().urlOf(list), body, headers))).toBe('INVALID_INPUT');
    const batch = [legacy('tools/call', beside).body, legacy('tools/call', CREATE, 2).body];
    const answer = await post(server().urlOf(list), batch);
    expect(answer.text).toContain('idempotencyKey stands beside arguments; send it in arguments.');
    expect(await versionOf(list)).toBe(1);
  });

  it('refuse a message that is no call where the query would hold a call back', async () => {
    const { body } = legacy('tools/list');
    const answer = await post(`${server().urlOf(freshList())}?dryRun=true`, body);
    expect([answer.status, codeOf(answer)]).toEqual([400, -32602]);
    expect(answer.text).toContain('dryRun stands in the query and asks for a dry run');
  });

  it('leave alone what is not ours, what is null, and what asks for nothing else', async () => {
    const list = freshList();
    const _meta = { progressToken: 1, sessionId: 's', id: 'call', 'acme.com/dryRun': true, dryRun: false };
    const params = { ...CREATE, _meta, task: { ttl: 1 }, owner: null, list };
    const { body, headers } = legacy('tools/call', params);
    const answer = await post(`${server().urlOf(list)}?key=1&id=2&dryRun=false`, body, headers);
    expect(answer.text).toContain('Once');
    expect(await versionOf(list)).toBe(1);
  });

  it.each(['Answer', 'ANSWER', 'anwser', 'answers', 'answer_form'])(
    '?%s is refused by answer',
    async (name) => {
      const answer = await post(`${server().urlOf(freshList())}?${name}=text`, legacy('tools/list').body);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({
        code: 'INVALID_INPUT',
        issues: [{ path: name, code: 'unknown_key', expected: 'answer' }],
      });
    },
  );
});

describe('members beside the params of a message', () => {
  const outside = (params: unknown, beside: Readonly<Record<string, unknown>>) => ({
    ...legacy('tools/call', params).body,
    ...beside,
  });

  it.each([
    ['idempotencyKey', CREATE, { idempotencyKey: 'k' }, '; send it in arguments.'],
    ['idempotency_key', CREATE, { idempotency_key: 'k' }, '; send idempotencyKey in arguments.'],
    ['expectedVersion', UPDATE, { expectedVersion: 2 }, '; send it in arguments.'],
    ['expectedVersion', CREATE, { expectedVersion: 2 }, ', and task_create has no expectedVersion;'],
    ['owner', CREATE, { owner: 'ann' }, '; send it in arguments.'],
    ['dryRun', CREATE, { dryRun: true }, ' and asks for a dry run'],
    ['list', CREATE, { list: 'other' }, ', where no list is read;'],
    ['name', CREATE, { name: 'task_list' }, '; send it in params.'],
    ['arguments', CREATE, { arguments: { subject: 'Twice' } }, '; send it in params.'],
    ['arguments', { name: 'task_list' }, { arguments: { owner: 'ann' } }, '; send it in params.'],
  ])('%s is refused as the result of the call, with its place', async (name, params, beside, instead) => {
    const list = freshList();
    const answer = await post(server().urlOf(list), outside(params, beside));
    expect([answer.status, codeOf(answer)]).toEqual([200, 'INVALID_INPUT']);
    expect(answer.text).toContain(`${name} stands beside params${instead}`);
    expect(await versionOf(list)).toBe(0);
  });

  it('are refused in the revision with an envelope, in _meta, and in each call of a batch', async () => {
    const list = freshList();
    const { body, headers } = modern('tools/call', CREATE);
    const answer = await post(server().urlOf(list), { ...body, idempotencyKey: 'k' }, headers);
    expect(answer.text).toContain('idempotencyKey stands beside params; send it in arguments.');
    const inMeta = await post(server().urlOf(list), outside(CREATE, { _meta: { idempotencyKey: 'k' } }));
    expect(inMeta.text).toContain('idempotencyKey stands in _meta; send it in arguments.');
    const batch = [outside(CREATE, { idempotencyKey: 'k' }), legacy('tools/call', CREATE, 2).body];
    expect((await post(server().urlOf(list), batch)).text).toContain('idempotencyKey stands beside params;');
    expect(await versionOf(list)).toBe(1);
  });

  it.each([
    ['tools/call', { name: 'task_create', arguments: { subject: 'x' } }, ['name', 'arguments']],
    ['resources/read', { uri: 'tasklatch://lists/x' }, ['uri']],
    ['resources/list', { cursor: 'abc' }, ['cursor']],
    ['prompts/get', { name: 'work_protocol' }, ['name']],
  ])('that %s asks for are refused by the protocol, each with its place', async (method, beside, names) => {
    const list = freshList();
    const message = { ...legacy(method).body, ...beside };
    for (const body of [message, [message, legacy('tools/call', CREATE, 2).body]]) {
      const answer = await post(server().urlOf(list), body);
      expect([answer.status, codeOf(answer)]).toEqual([400, -32602]);
      for (const name of names)
        expect(answer.text).toContain(`${name} stands beside params; send it in params.`);
    }
    expect(await versionOf(list)).toBe(0);
  });

  it.each([
    ['args', { name: 'task_list', args: { owner: 'ann' } }, {}, 'params.args'],
    [
      'tool_input',
      { name: 'task_list', arguments: {}, tool_input: { owner: 'ann' } },
      {},
      'params.tool_input',
    ],
    ['parameters', { name: 'task_list' }, { parameters: { owner: 'ann' } }, 'parameters'],
  ])('%s, where a call has no arguments, is refused by their name', async (_what, params, beside, path) => {
    const answer = await post(server().urlOf(freshList()), outside(params, beside));
    expect(codeOf(answer)).toBe('INVALID_INPUT');
    expect(answer.text).toContain(`${path} is not read; send what it holds as arguments, in params.`);
  });

  it('leave a message alone that are not ours, repeat it, or are null', async () => {
    const list = freshList();
    const own = { _meta: { traceparent: 'x' }, sessionId: 's', 'acme.com/x': 1, owner: null, dryRun: false };
    const same = { ...CREATE, list };
    for (const method of [legacy, modern]) {
      const { body, headers } = method('tools/call', CREATE);
      const answer = await post(server().urlOf(list), { ...body, ...own, ...same }, headers);
      expect([answer.status, codeOf(answer)]).toEqual([200, null]);
    }
    const listed = await post(server().urlOf(list), { ...legacy('tools/list').body, ...own, name: 'x' });
    expect(listed.json()).toMatchObject({ result: { tools: { length: TOOLS.length } } });
    expect(await versionOf(list)).toBe(2);
  });
});
