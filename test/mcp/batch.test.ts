import { describe, expect, it } from 'vitest';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, MODERN, modern, post, toolCall } from '../support/mcp_wire.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();
const limited = useMcpServer({ rateLimitPerMinute: 4 });

/** The codes of JSON-RPC. */
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;

describe('the calls of a batch', () => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, id) => toolCall(id === 0 ? 'task_list' : 'task_get', {}, id).body);

  it('F39: have a line in the log each, and a count each', async () => {
    const { app, lines } = server();
    const countOf = async (name: string) => {
      const { body } = await app.inject('/metrics');
      return Number(new RegExp(`^${name}\\S* (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
    };
    const refusals = 'tasklatch_refusals_total\\{code="INVALID_INPUT"\\}';
    const before = await countOf(refusals);
    const start = lines.length;
    const answer = await post(server().urlOf(freshList('batch')), calls(3));
    expect(JSON.parse(answer.text)).toHaveLength(3);
    expect(lines.slice(start).map(({ tool, code }) => [tool, code])).toEqual([
      ['task_get', 'INVALID_INPUT'],
      ['task_get', 'INVALID_INPUT'],
      ['task_list', undefined],
    ]);
    expect(new Set(lines.slice(start).map(({ requestId }) => requestId)).size).toBe(1);
    expect((await countOf(refusals)) - before).toBe(2);
  });

  it('F39: count for the rate limit each, and none runs when they are too many together', async () => {
    const url = limited().urlOf(freshList('batch'));
    const create = (id: number) => toolCall('task_create', { subject: 'x' }, id).body;
    expect((await post(url, [create(1), create(2)])).status).toBe(200);
    const refused = await post(url, [create(3), create(4), create(5)]);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { instance } = limited();
    expect((await instance.service.head(url.split('/').at(-2) ?? '')).version).toBe(2);
  });
});

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

  const call = (id: number, name: string, args: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
  const storedIn = async (url: string) => (await post(url, toolCall('task_list', {}, 9).body)).text;

  it.each([
    ['twice in one call', call(2, 'task_create', '{"subject":"a","subject":"b"}')],
    [
      'twice in two calls',
      `${call(2, 'task_create', '{"subject":"a","subject":"b"}')},${call(3, 'task_create', '{"subject":"c","subject":"d"}')}`,
    ],
    [
      'twice in a call and once as a name',
      `${call(2, 'task_create', '{"subject":"a","subject":"b"}')},${call(3, 'task_list","name":"task_create', '{"subject":"c"}')}`,
    ],
  ])('that names a key %s is refused whole, since another may stand behind it', async (_what, others) => {
    const url = server().urlOf(freshList('batch'));
    const answer = await post(url, `[${call(1, 'task_create', '{"subject":"x"}')},${others}]`);
    expect([answer.status, codeOf(answer)]).toEqual([400, -32700]);
    expect(await storedIn(url)).toContain('0 pending');
  });

  it('that cancels a call of its own is refused before anything of it runs', async () => {
    const url = server().urlOf(freshList('batch'));
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const answer = await post(url, [toolCall('task_create', { subject: 'c' }, 1).body, cancel]);
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
    expect(await storedIn(url)).toContain('0 pending');
  });

  it('of one request and a notification is answered by an array too', async () => {
    const answer = await batch({ jsonrpc: '2.0', method: 'notifications/initialized' }, ping(5));
    expect(JSON.parse(answer.text)).toEqual([expect.objectContaining({ id: 5, result: {} })]);
  });

  it.each(['2025-06-18', '2025-11-25', MODERN])('is refused in %s, which has none', async (version) => {
    const answer = await post(server().urlOf(), [ping(1)], { 'mcp-protocol-version': version });
    expect([answer.status, codeOf(answer)]).toEqual([400, INVALID_REQUEST]);
  });
});
