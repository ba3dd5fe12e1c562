import { describe, expect, it } from 'vitest';
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
