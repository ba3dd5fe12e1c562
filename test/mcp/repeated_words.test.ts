import { describe, expect, it } from 'vitest';
import { useMcpServer } from '../support/mcp_server.js';
import { envelope, legacy, type Message, modern, postMessage } from '../support/mcp_wire.js';

const server = useMcpServer();

/** What hides, reorders or breaks the text around it, and no end. */
const HIDDEN = `\u202e\n\u001b[31m${'z'.repeat(300_000)}`;
const LONG = 'z'.repeat(3_000);
const UNSAFE = /(?!\n)\p{Cc}|\u202e/u;
const MAX_CHARACTERS = 2_000;

const withHeaders = ({ body }: Message, headers: Message['headers']): Message => ({ body, headers });
const VERSION = { 'mcp-protocol-version': '2026-07-28' };

interface Shown {
  readonly error: { readonly message: string; readonly data?: { readonly uri?: string } };
}

describe('F28: an error of the protocol repeats what came cut, and nothing hidden of it', () => {
  it.each([
    ['the address of a resource', legacy('resources/read', { uri: HIDDEN })],
    ['the address of a task', legacy('resources/read', { uri: `tasklatch://lists/default/tasks/${HIDDEN}` })],
    ['the name of a prompt', legacy('prompts/get', { name: HIDDEN })],
    ['a cursor', legacy('resources/list', { cursor: HIDDEN })],
    ['a method', legacy(HIDDEN)],
    ['a method that no header names', withHeaders(modern(HIDDEN), VERSION)],
    ['a revision in the envelope', legacy('tools/list', { _meta: envelope(HIDDEN) })],
    [
      'another revision than in the header',
      withHeaders(modern('tools/list', { _meta: envelope(HIDDEN) }), VERSION),
    ],
    ['the header of the revision', withHeaders(legacy('tools/list'), { 'mcp-protocol-version': LONG })],
    ['the header of the method', withHeaders(modern('tools/list'), { ...VERSION, 'mcp-method': LONG })],
    [
      'the header of the name',
      withHeaders(modern('prompts/get', { name: 'work_protocol' }), {
        ...VERSION,
        'mcp-method': 'prompts/get',
        'mcp-name': LONG,
      }),
    ],
  ])('%s', async (_what, message) => {
    const answer = await postMessage(server().urlOf(), message);
    const { error } = answer.json() as unknown as Shown;
    expect(error.message).not.toMatch(UNSAFE);
    expect(error.data?.uri ?? '').not.toMatch(/\p{Cc}|\u202e/u);
    expect(error.message.length).toBeLessThan(MAX_CHARACTERS);
    expect(answer.text.length).toBeLessThan(2 * MAX_CHARACTERS);
  });

  it('the address of a resource is quoted and cut', async () => {
    const { body } = legacy('resources/read', { uri: HIDDEN });
    const { error } = (await postMessage(server().urlOf(), { body, headers: {} })).json() as unknown as Shown;
    expect(error.message).toMatch(/^Resource not found: "\\u202e\\u000a\\u001b\[31mz+…"$/);
    expect(error.data?.uri).toMatch(/^\\u202e\\u000a\\u001b\[31mz+…$/);
  });

  it('one that is short and hides nothing comes back as it is', async () => {
    const uri = 'tasklatch://lists/other/tasks/1';
    const answer = await postMessage(server().urlOf(), legacy('resources/read', { uri }));
    expect(answer.json()).toMatchObject({
      error: { message: `Resource not found: "${uri}"`, data: { uri } },
    });
  });
});
