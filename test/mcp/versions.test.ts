import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { exchange, statusLines } from '../http/harness.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, envelope, legacy, MODERN, modern, post, postMessage } from '../support/mcp_wire.js';

const server = useMcpServer();

/** The protocol's own codes. */
const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;
/** What the revisions of 2025 leave to the server. */
const SERVER_ERROR = -32000;

const LEGACY = ['2025-03-26', '2025-06-18', '2025-11-25'];
/** What an old or a made-up revision is refused with. */
const OLD = ['2024-10-07', '2025-11-26', '', '1', '0000-00-00'];
const NEW = ['2026-07-27x', '2026-07-29', '2027-01-01', '2099-01-01', 'draft', 'DRAFT-2026-v1'];

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const MODERN_HEADERS = { 'mcp-method': 'tools/list' };

async function outcome(body: unknown, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const answer = await post(server().urlOf(), body, headers);
  return [answer.status, codeOf(answer)];
}

describe('the revision in the header alone', () => {
  it.each(LEGACY)('%s is served', async (version) => {
    expect(await outcome(list, { 'mcp-protocol-version': version })).toEqual([200, null]);
  });

  it('is not needed', async () => {
    expect(await outcome(list)).toEqual([200, null]);
  });

  it.each(OLD)('%j is refused', async (version) => {
    expect(await outcome(list, { 'mcp-protocol-version': version })).toEqual([400, SERVER_ERROR]);
  });

  it.each([MODERN, ...NEW.slice(1)])('%j is refused, since it wants an envelope', async (version) => {
    const headers = { ...MODERN_HEADERS, 'mcp-protocol-version': version };
    expect(await outcome(list, headers)).toEqual([400, INVALID_PARAMS]);
  });
});

describe('the revision in the envelope', () => {
  const inEnvelope = (version: unknown) => ({ ...list, params: { _meta: envelope(version) } });

  it(`${MODERN} is served`, async () => {
    const headers = { ...MODERN_HEADERS, 'mcp-protocol-version': MODERN };
    expect(await outcome(inEnvelope(MODERN), headers)).toEqual([200, null]);
  });

  it.each([...LEGACY, ...OLD, ...NEW])('%j is refused, with the one that there is', async (version) => {
    for (const headers of [{}, { ...MODERN_HEADERS, 'mcp-protocol-version': version }]) {
      const answer = await post(server().urlOf(), inEnvelope(version), headers);
      expect([answer.status, answer.json()]).toMatchObject([
        400,
        {
          id: 1,
          error: { code: UNSUPPORTED_VERSION, data: { supported: [MODERN], requested: version } },
        },
      ]);
    }
  });

  it.each([5, null, true, [], {}])('%j is refused as no revision', async (version) => {
    const headers = { ...MODERN_HEADERS, 'mcp-protocol-version': MODERN };
    expect(await outcome(inEnvelope(version), headers)).toEqual([400, INVALID_PARAMS]);
  });

  it.each([
    ['no headers', {}],
    ['no method', { 'mcp-protocol-version': MODERN }],
    ['no revision', { 'mcp-method': 'tools/list' }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list' }],
    ['another method', { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call' }],
  ])('is refused beside %s', async (_name, headers) => {
    expect(await outcome(inEnvelope(MODERN), headers)).toEqual([400, HEADER_MISMATCH]);
  });

  it.each([
    ['missing', undefined, 400, HEADER_MISMATCH],
    ['of another tool', 'task_get', 400, HEADER_MISMATCH],
    ['the name', 'task_list', 200, null],
    ['the name in base64', `=?base64?${Buffer.from('task_list').toString('base64')}?=`, 200, null],
  ])('takes a call whose Mcp-Name is %s, or not', async (_name, name, status, code) => {
    const { body, headers } = modern('tools/call', { name: 'task_list' });
    const { 'mcp-name': _own, ...others } = headers;
    expect(await outcome(body, { ...others, ...(name !== undefined && { 'mcp-name': name }) })).toEqual([
      status,
      code,
    ]);
  });
});

describe('the revision in initialize', () => {
  const initialize = (protocolVersion: unknown) =>
    legacy('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

  it.each(LEGACY)('%s is agreed to', async (version) => {
    const answer = await postMessage(server().urlOf(), initialize(version));
    expect(answer.json()).toMatchObject({ result: { protocolVersion: version } });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  it.each(['2025-11-26', '', '1', MODERN, ...NEW])(
    '%j is answered with the newest that has a handshake',
    async (version) => {
      const answer = await postMessage(server().urlOf(), initialize(version));
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        { result: { protocolVersion: '2025-11-25' } },
      ]);
    },
  );

  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2024-10-07', '2024-11-05'],
    ['0000-00-00', '2024-11-05'],
    ['2025-01-01', '2024-11-05'],
    ['2025-05-01', '2025-03-26'],
    ['2025-09-01', '2025-06-18'],
  ])('F8: %s is answered with %s, the newest that is not newer', async (version, offered) => {
    const answer = await postMessage(server().urlOf(), initialize(version));
    expect(answer.json()).toMatchObject({ result: { protocolVersion: offered } });
  });

  it.each([5, null, true, {}, undefined])('%j is refused as no revision', async (version) => {
    const answer = await postMessage(server().urlOf(), initialize(version));
    expect([answer.status, codeOf(answer)]).toEqual([200, INVALID_PARAMS]);
  });
});

describe('the first revision', () => {
  const FIRST = { 'mcp-protocol-version': '2024-11-05' };
  const ask = async (method: string, params?: object) => {
    const answer = await post(server().urlOf('first'), legacy(method, params).body, FIRST);
    return answer.json() as { result: Record<string, unknown> };
  };

  it('F8: is answered without what it does not have', async () => {
    const { result: agreed } = (
      await postMessage(
        server().urlOf('first'),
        legacy('initialize', {
          protocolVersion: '2024-11-05',
          capabilities: {},
          clientInfo: { name: 't', version: '1' },
        }),
      )
    ).json() as { result: Record<string, unknown> };
    expect(agreed.serverInfo).toEqual({ name: 'tasklatch', version: expect.any(String) });
    const { tools } = (await ask('tools/list')).result as { tools: object[] };
    for (const tool of tools)
      expect(Object.keys(tool).sort()).toEqual(['description', 'inputSchema', 'name']);
    const made = await ask('tools/call', { name: 'task_create', arguments: { subject: 'Old' } });
    expect(Object.keys(made.result).sort()).toEqual(['_meta', 'content']);
    expect(made.result.content).toEqual([{ type: 'text', text: 'Created #1 v1 [pending] Old' }]);
    const { resources } = (await ask('resources/list')).result as { resources: object[] };
    for (const resource of resources)
      expect(Object.keys(resource).sort()).toEqual(['mimeType', 'name', 'uri']);
    const { prompts } = (await ask('prompts/list')).result as { prompts: object[] };
    for (const prompt of prompts) expect(Object.keys(prompt).sort()).toEqual(['description', 'name']);
    const refused = await ask('tools/call', { name: 'task_create', arguments: {} });
    expect(refused.result).toMatchObject({ isError: true });
    const read = await ask('resources/read', { uri: 'tasklatch://lists/first' });
    expect(read.result.contents).toHaveLength(2);
  });
});

describe('server/discover', () => {
  it('names what the server can do, in the newest revision only', async () => {
    const answer = await postMessage(server().urlOf(), modern('server/discover'));
    expect(answer.json()).toMatchObject({
      result: {
        resultType: 'complete',
        supportedVersions: [MODERN],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: expect.stringContaining('# Tasks'),
        ttlMs: 3_600_000,
        cacheScope: 'public',
      },
    });
    expect(codeOf(await postMessage(server().urlOf(), legacy('server/discover')))).toBe(-32601);
  });
});

describe('one connection', () => {
  it('carries requests of both eras in turn, and nothing of one shows in the next', async () => {
    const inHttp = ({ body, headers }: ReturnType<typeof legacy>, last = false) => {
      const text = JSON.stringify(body);
      const lines = Object.entries({ ...headers, 'content-type': 'application/json' }).map((pair) =>
        pair.join(': '),
      );
      return [
        'POST /mcp HTTP/1.1',
        'Host: 127.0.0.1',
        ...lines,
        `Content-Length: ${Buffer.byteLength(text)}`,
        ...(last ? ['Connection: close'] : []),
        '',
        text,
      ].join('\r\n');
    };
    const received = await exchange(
      server().port,
      inHttp(modern('server/discover', {}, 'a')),
      inHttp(legacy('ping', undefined, 'b')),
      inHttp(modern('ping', {}, 'c')),
      inHttp(legacy('tools/call', { name: 'task_list' }, 'd')),
      inHttp(modern('tools/call', { name: 'task_list' }, 'e'), true),
    );
    expect(statusLines(received).map((line) => line.slice(9, 12))).toEqual([
      '200',
      '200',
      '404',
      '200',
      '200',
    ]);
    expect(received.match(/"id":"\w"/g)).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `"id":"${id}"`));
    // Only the newest revision says whether a result is complete.
    expect(received.match(/"resultType":"complete"/g)).toHaveLength(2);
  });

  it('may end in the middle of a call, and the service goes on', async () => {
    const text = JSON.stringify(legacy('tools/call', { name: 'task_list' }).body);
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(server().port, '127.0.0.1');
      socket.on('error', () => {}); // the reset is its own
      const head = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json';
      socket.write(`${head}\r\nContent-Length: ${text.length}\r\n\r\n${text}`, () =>
        socket.resetAndDestroy(),
      );
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect(await outcome(list)).toEqual([200, null]);
    expect(server().lines.filter(({ level }) => level === 50)).toEqual([]);
  });
});
