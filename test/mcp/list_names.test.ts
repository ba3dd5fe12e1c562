import { describe, expect, it } from 'vitest';
import { connectClient } from '../support/mcp_client.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, modern, post, postMessage } from '../support/mcp_wire.js';

const server = useMcpServer();
const urlOf = (name: string, rest = '/mcp') => `http://127.0.0.1:${server().port}/v1/lists/${name}${rest}`;

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
};
const METHODS = [
  legacy('initialize', INITIALIZE),
  legacy('ping'),
  legacy('tools/list'),
  legacy('resources/list'),
  legacy('prompts/list'),
  modern('server/discover'),
  modern('tools/list'),
];

describe('an address of MCP with a list name that is not valid', () => {
  it.each([
    ['Home', 'home'],
    ['My%20List', 'my-list'],
    ['a%2Fb', 'a-b'],
    ['%7Blist%7D', null],
    ['a'.repeat(101), null],
    ['..%2F', null],
  ])('F10: %s is refused before anything works, with the likely name %j', async (name, likely) => {
    for (const rest of ['/mcp', '/mcp/core']) {
      for (const message of METHODS) {
        const answer = await postMessage(urlOf(name, rest), message);
        expect([answer.status, codeOf(answer)]).toEqual([400, -32602]);
        const { id, error } = answer.json() as { id: number; error: { message: string; data: object } };
        expect([id, error.message.startsWith('INVALID_INPUT: ')]).toEqual([1, true]);
        expect(error.message).toContain('list must be a list name');
        if (likely !== null) expect(error.message).toContain(`send "${likely}".`);
        expect(error.data).toMatchObject({ problem: { code: 'INVALID_INPUT', issues: [{ path: 'list' }] } });
      }
    }
  });

  it('F10: is refused to a client as it connects, in words that it shows', async () => {
    for (const versionNegotiation of [{ mode: 'legacy' }, { mode: 'auto' }] as const) {
      await expect(connectClient(urlOf('My%20List'), { versionNegotiation })).rejects.toThrow(/my-list/);
    }
  });

  it('F10: is a refusal that a model reads where a tool is called', async () => {
    const answer = await postMessage(
      urlOf('Home'),
      legacy('tools/call', { name: 'task_list', arguments: {} }),
    );
    expect([answer.status, codeOf(answer)]).toEqual([200, 'INVALID_INPUT']);
    expect(answer.text).toContain('send \\"home\\"');
  });

  it('F10: is refused in a batch and where it is empty', async () => {
    const batch = await post(urlOf('Home'), [legacy('ping').body, legacy('ping', undefined, 2).body]);
    expect([batch.status, codeOf(batch)]).toEqual([400, -32602]);
    expect((await post(urlOf(''), legacy('ping').body)).status).toBe(400);
  });

  it.each([
    ['list=home', 'the list has its place in the path: /v1/lists/{list}/mcp'],
    ['tier=core', 'the core has an address of its own, which ends with /mcp/core'],
  ])('F10: is not taken from the query: %s', async (query, instead) => {
    const answer = await post(`http://127.0.0.1:${server().port}/mcp?${query}`, legacy('tools/list').body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT']);
    expect(answer.text).toContain(instead);
  });
});
