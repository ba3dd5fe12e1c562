import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/database/database.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, modern, postMessage } from '../support/mcp_wire.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

const KEPT_ID: Statement = {
  name: 'kept_id',
  text: 'SELECT tool_call_id FROM audit_log WHERE list = $1',
  lane: 'quick',
};

/** The column of the only audit row of a list. */
async function keptId(list: string): Promise<unknown> {
  const rows = await server().instance.engine.query<{ tool_call_id: string | null }>(KEPT_ID, [list]);
  expect(rows).toHaveLength(1);
  return rows[0]?.tool_call_id;
}

async function createWith(meta: object, form: typeof legacy | typeof modern = legacy): Promise<string> {
  const list = freshList('called');
  const params = { name: 'task_create', arguments: { subject: 'x' }, _meta: meta };
  expect(codeOf(await postMessage(server().urlOf(list), form('tools/call', params)))).toBeNull();
  return list;
}

describe("the runtime's id of a tool call", () => {
  it.each([
    ['Claude Code', 'claudecode/toolUseId', 'toolu_015VQ8vk2C7pJ9'],
    ['an adapter of Claude', 'claude/toolUseId', 'toolu_01'],
    ['a runtime in the words of Anthropic', 'tool_use_id', 'toolu_02'],
    ['a runtime in the words of OpenAI', 'tool_call_id', 'call_9f'],
    ['Codex', 'callId', 'call_abc'],
    ['Codex for its own apps', 'call_id', 'call_def'],
    ['a Copilot', 'copilot/toolCallId', 'call-1'],
    ['a runtime in the words of the AI SDK', 'toolCallId', 'call-2'],
    ['a gateway', 'redpanda.com/llm-tool-call-id', 'call-3'],
    ['somebody with a domain', 'com.example/tool-use-id', 'call-4'],
    ['somebody with a dot', 'example.toolCallID', 'call-5'],
  ])('of %s, %s, is kept with the change', async (_name, key, id) => {
    for (const form of [legacy, modern]) {
      expect(await keptId(await createWith({ progressToken: 1, [key]: id }, form))).toBe(id);
    }
  });

  it.each([
    ['another key', { 'vscode.conversationId': 'a', 'vscode.requestId': 'b', callIdentity: 'c' }],
    ['the trace', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }],
    ['a number', { toolCallId: 5 }],
    ['null', { toolCallId: null }],
    ['an object', { toolCallId: { id: 'x' } }],
    ['empty text', { toolCallId: '' }],
    ['text with a line break', { toolCallId: 'a\nb' }],
    ['text with a blank', { toolCallId: 'a b' }],
    ['more than 200 characters', { toolCallId: 'x'.repeat(201) }],
    ['nothing', {}],
  ])('is not found in %s, and the call goes on without it', async (_name, meta) => {
    expect(await keptId(await createWith(meta))).toBeNull();
  });

  it('F31: is kept of a _meta that is too large to be handed on', async () => {
    const others = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, [index]]));
    const meta = { ...others, 'vendor/toolCallId': 'call-7', progressToken: 1 };
    for (const form of [legacy, modern]) expect(await keptId(await createWith(meta, form))).toBe('call-7');
  });

  it('of 200 characters is kept whole', async () => {
    const id = '~'.repeat(200);
    expect(await keptId(await createWith({ toolCallId: id }))).toBe(id);
  });
});
