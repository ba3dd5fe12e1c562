import { describe, expect, it } from 'vitest';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, MODERN, modern, post, toolCall } from '../support/mcp_wire.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

/** The codes of JSON-RPC. */
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;

describe('a batch of 2025-03-26', () => {
  const batch = (...messages: readonly unknown[]) => post(server().urlOf(), messages);
  const initialize = legacy('initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }).body;
  const ping = (id: unknown) => legacy('ping', undefined, id).body;

  it('gets an answer for each request, in an array, and none for a notification', async () => {
    const url = server().urlOf(freshList('batch'));
    const answer = await post(url, [
      toolCall('task_create', { subject: 'One' }, 'one').body,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      toolCall('task_create', { subjct: 'Two' }, 2).body,
      legacy('no/such', undefined, 3).body,
    ]);
    // The body of a batch is an array.
    const answers = JSON.parse(answer.text) as { id: unknown }[];
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'one', result: expect.not.objectContaining({ isError: true }) }),
        expect.objectContaining({ id: 2, result: expect.objectContaining({ isError: true }) }),
        expect.objectContaining({ id: 3, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }),
      ]),
    );
  });

  it('of one request is answered with an array of one', async () => {
    expect(JSON.parse((await batch(ping(1))).text)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('of notifications is accepted without a body', async () => {
    const answer = await batch({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each([
    ['holds what is no message', [ping(1), 5]],
    ['names an id twice', [ping(1), ping(1)]],
    ['has more than 50 messages', Array.from({ length: 51 }, (_, id) => ping(id))],
    ['holds a request of 2026-07-28', [modern('tools/list').body]],
    ['holds a batch', [[ping(1)]]],
    ['holds a handshake beside another request', [initialize, ping(1)]],
  ])('is refused whole when it %s', async (_name, messages) => {
    const answer = await batch(...messages);
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
  });

  it('names a key twice in the arguments of one call, which refuses that call alone', async () => {
    const url = server().urlOf(freshList('batch'));
    const call = (id: number, args: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"task_create","arguments":${args}}}`;
    const answer = await post(
      url,
      `[${call(1, '{"subject":"a"}')},${call(2, '{"subject":"a","subject":"b"}')}]`,
    );
    const answers = JSON.parse(answer.text) as { id: number; result: { isError?: boolean } }[];
    expect(new Map(answers.map(({ id, result }) => [id, result.isError]))).toEqual(
      new Map([
        [1, undefined],
        [2, true],
      ]),
    );
  });

  it.each(['2025-06-18', '2025-11-25', MODERN])('is refused in %s, which has none', async (version) => {
    const answer = await post(server().urlOf(), [ping(1)], { 'mcp-protocol-version': version });
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
  });
});
