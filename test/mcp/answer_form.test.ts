import { describe, expect, test } from 'vitest';
import { send, useApp } from '../http/harness.js';

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
    expect(Object.keys(result).sort()).toEqual(['_meta', 'content']);
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
