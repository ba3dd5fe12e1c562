import { describe, expect, it } from 'vitest';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, envelope, MODERN, post } from '../support/mcp_wire.js';

const server = useMcpServer();

const ask = (method: string, rest: object, headers = {}) =>
  post(server().urlOf('nulls'), { jsonrpc: '2.0', id: 1, method, ...rest }, headers);

const CLIENT = { name: 'test', version: '1' };
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT };

describe('null on a parameter of the protocol', () => {
  it.each([
    ['tools/list', { params: null }],
    ['tools/list', { params: { cursor: null } }],
    ['tools/list', { params: { cursor: '' } }],
    ['tools/list', { params: { cursor: null, _meta: null } }],
    ['tools/list', { params: { _meta: { progressToken: null } } }],
    ['tools/list', { params: null, result: null, error: null }],
    ['prompts/list', { params: { cursor: null } }],
    ['prompts/list', { params: { cursor: '' } }],
    ['prompts/get', { params: { name: 'work_protocol', arguments: null, _meta: null } }],
    ['prompts/get', { params: { name: 'work_protocol', arguments: { list: null } } }],
    ['resources/list', { params: null }],
    ['resources/list', { params: { cursor: '' } }],
    ['resources/templates/list', { params: { cursor: null } }],
    ['resources/read', { params: { uri: 'tasklatch://lists/nulls', _meta: null } }],
    ['tools/call', { params: { name: 'task_list', arguments: null, _meta: null, task: null } }],
    ['tools/call', { params: { name: 'task_list', _meta: { progressToken: null } } }],
    ['ping', { params: null }],
    ['initialize', { params: { ...INITIALIZE, _meta: null } }],
    ['initialize', { params: { ...INITIALIZE, capabilities: { experimental: null, roots: null } } }],
    ['initialize', { params: { ...INITIALIZE, capabilities: { roots: { listChanged: null } } } }],
    ['initialize', { params: { ...INITIALIZE, capabilities: [] } }],
    [
      'initialize',
      {
        params: {
          ...INITIALIZE,
          clientInfo: { ...CLIENT, title: null, websiteUrl: null, icons: null, description: null },
        },
      },
    ],
    [
      'initialize',
      {
        params: {
          ...INITIALIZE,
          clientInfo: { ...CLIENT, icons: [{ src: 'a:b', sizes: null, mimeType: null }] },
        },
      },
    ],
  ])('F7: is absent, of %s with %j', async (method, rest) => {
    const answer = await ask(method, rest);
    expect([answer.status, codeOf(answer)]).toEqual([200, null]);
    expect(answer.json().result).toBeDefined();
  });

  it('F7: is absent in a message of the newest revision and in each of a batch', async () => {
    const meta = { ...envelope(MODERN), progressToken: null, 'io.modelcontextprotocol/clientInfo': null };
    const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' };
    expect(codeOf(await ask('tools/list', { params: { cursor: null, _meta: meta } }, headers))).toBe(null);
    const batch = await post(server().urlOf('nulls'), [
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: null } },
      { jsonrpc: '2.0', id: 2, method: 'ping', params: null },
    ]);
    expect(JSON.parse(batch.text)).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
    ]);
  });

  it('F7: is absent as the id of a notification, and none of a request, which could not be answered', async () => {
    const told = await post(server().urlOf(), {
      jsonrpc: '2.0',
      id: null,
      method: 'notifications/initialized',
      params: null,
    });
    expect([told.status, told.text]).toEqual([202, '']);
    const asked = await post(server().urlOf(), { jsonrpc: '2.0', id: null, method: 'tools/list' });
    expect([asked.status, codeOf(asked)]).toEqual([400, -32600]);
  });

  it('F7: stays in the arguments of a tool, for the gate to judge', async () => {
    const args = { subject: null, description: null };
    const answer = await ask('tools/call', { params: { name: 'task_create', arguments: args } });
    expect(answer.json()).toMatchObject({
      result: { _meta: { 'tasklatch/problem': { issues: [{ path: 'subject', received: 'null' }] } } },
    });
  });

  it('F7: is refused where the protocol needs a value, by its name', async () => {
    const answer = await ask('resources/read', { params: { uri: null } });
    expect(answer.json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('params.uri') },
    });
  });
});
