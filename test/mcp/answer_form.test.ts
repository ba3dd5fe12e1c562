import { describe, expect, test } from 'vitest';
import { JSON_TYPE, send, useApp } from '../http/harness.js';

const app = useApp();

const rpc = (url: string, method: string, params = {}) =>
  send(app(), 'POST', url, { body: { jsonrpc: '2.0', id: 1, method, params } });

describe.each(['/v1/lists/forms/mcp', '/v1/lists/forms/mcp/core', '/mcp', '/mcp/core'])('%s', (url) => {
  test('answers text alone when its address says so, and then promises no structured content', async () => {
    const listed = await rpc(`${url}?answer=text`, 'tools/list');
    const { tools } = listed.json<{ result: { tools: Record<string, unknown>[] } }>().result;
    expect(tools.map((tool) => 'outputSchema' in tool)).toEqual(tools.map(() => false));
    const called = await rpc(`${url}?answer=text`, 'tools/call', { name: 'task_list' });
    const { result } = called.json<{ result: Record<string, unknown> }>();
    expect(Object.keys(result)).toEqual(['content']);
    expect(JSON.stringify(result.content)).toContain('0 pending');
  });

  test('answers the value too when it says so, or nothing, or something of its own', async () => {
    for (const query of ['', '?answer=value', '?key=1']) {
      const called = await rpc(`${url}${query}`, 'tools/call', { name: 'task_list' });
      expect(called.json()).toMatchObject({ result: { structuredContent: { tasks: [] } } });
    }
  });

  test('refuses a form that there is not, naming those that there are', async () => {
    const answer = await rpc(`${url}?answer=Text`, 'tools/list');
    expect(answer.status).toBe(400);
    expect(answer.problem()).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'answer', code: 'enum', expected: 'one of value, text', suggestion: 'text' }],
    });
  });
});

describe('the text alone', () => {
  const URL = '/v1/lists/texts/mcp?answer=text';

  test('F9: comes without card and problem, of a success, a replay and a refusal', async () => {
    const create = { name: 'task_create', arguments: { subject: 'x', idempotencyKey: 'k' } };
    const [made, again] = [await rpc(URL, 'tools/call', create), await rpc(URL, 'tools/call', create)];
    for (const answer of [made, again])
      expect(Object.keys(Object(answer.json().result))).toEqual(['content']);
    const refused = await rpc(URL, 'tools/call', { name: 'task_create', arguments: { subjct: 'x' } });
    expect(refused.json().result).toMatchObject({
      isError: true,
      _meta: { 'tasklatch/code': 'INVALID_INPUT' },
    });
    expect(Object.keys(Object(Object(refused.json().result)._meta))).toEqual(['tasklatch/code']);
    const unknown = await rpc(URL, 'tools/call', { name: 'no_tool' });
    expect(Object(unknown.json().result)._meta).toEqual({ 'tasklatch/code': 'UNKNOWN_TOOL' });
  });

  test('F9: is all of a resource and of an error of the protocol', async () => {
    const read = await rpc(URL, 'resources/read', { uri: 'tasklatch://lists/texts' });
    expect(read.json().result).toMatchObject({ contents: [{ mimeType: 'text/plain' }] });
    expect(Object(read.json().result).contents).toHaveLength(1);
    const missing = await rpc(URL, 'resources/read', { uri: 'tasklatch://lists/texts/tasks/99' });
    expect(Object(missing.json().error).data).toEqual({
      uri: 'tasklatch://lists/texts/tasks/99',
      code: 'TASK_NOT_FOUND',
    });
    const cursor = await rpc(URL, 'resources/list', { cursor: 'made-up' });
    expect(Object(cursor.json().error).data).toEqual({ code: 'INVALID_INPUT' });
    const named = await rpc('/v1/lists/Texts/mcp?answer=text', 'tools/list');
    expect(Object(named.json().error).data).toEqual({ code: 'INVALID_INPUT' });
    const broken = await send(app(), 'POST', URL, { headers: JSON_TYPE, raw: '{"jsonrpc"' });
    expect(Object(broken.json().error).data).toEqual({ code: 'MALFORMED_BODY' });
  });
});

describe('the core', () => {
  test('names in a refusal only tools that it serves', async () => {
    const url = '/v1/lists/served/mcp/core';
    const call = async (name: string, args: object) => {
      const answer = await rpc(url, 'tools/call', { name, arguments: args });
      const { content } = answer.json<{ result: { content: { text: string }[] } }>().result;
      return content[0]?.text ?? '';
    };
    await call('task_create', { subject: 'x' });
    await call('task_update', { id: '1', expectedVersion: 1, patch: { status: 'done' } });
    const texts = [
      await call('task_update', { id: '1', expectedVersion: 2, patch: { status: 'pending' } }),
      await call('task_update', { id: '1', expectedVersion: 2, patch: { status: 'deleted' } }),
      await call('task_update', { id: '1', expectedVersion: 2, patch: { deleted: true } }),
      await call('task_reopen', { id: '1' }),
      await call('task_get', { id: '1', history: true }),
    ];
    for (const text of texts) {
      expect(text).toMatch(/^[A-Z_]+: /);
      expect(text.replace('"task_reopen"', '')).not.toMatch(/task_(?:reopen|delete|restore|history)/);
    }
  });
});
