import { describe, expect, it } from 'vitest';
import { connectClient } from '../support/mcp_client.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, modern, post, toolCall } from '../support/mcp_wire.js';

const open = useMcpServer();
const KEYS = [
  { principal: 'planner', key: 'planner-key-0123456789', lists: ['*'] },
  { principal: 'worker', key: 'worker-key-0123456789', lists: ['own', 'shared-*'] },
];
const locked = useMcpServer({ keys: KEYS });
const named = useMcpServer({ allowedHosts: ['tasks.example.org'] });
const any = useMcpServer({ allowedHosts: null });
const limited = useMcpServer({ rateLimitPerMinute: 2 });

const ROUTES = ['/mcp', '/mcp/core', '/v1/lists/own/mcp', '/v1/lists/own/mcp/core'];
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const PLANNER = bearer('planner-key-0123456789');
const WORKER = bearer('worker-key-0123456789');

/** Status and code of a list of the tools, for the headers that say who calls from where. */
async function outcome(
  { port }: { readonly port: number },
  path: string,
  headers: Record<string, string>,
): Promise<[number, unknown]> {
  const answer = await post(`http://127.0.0.1:${port}${path}`, legacy('tools/list').body, headers);
  if (answer.status !== 200) expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  return [answer.status, codeOf(answer)];
}

describe.each(ROUTES)('%s', (path) => {
  it.each([
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://evil.example/127.0.0.1',
    'http://evil.example#localhost',
    'http://localhost@evil.example',
    'null',
    'file://',
    'chrome-extension://abcdefgh',
    'not an origin',
  ])('refuses the origin %s', async (origin) => {
    expect(await outcome(open(), path, { origin })).toEqual([403, 'FORBIDDEN']);
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example:3000',
    '169.254.169.254',
    '0.0.0.0',
    'tasks.example.org',
    '[::2]',
  ])('refuses the host %s', async (host) => {
    expect(await outcome(open(), path, { host })).toEqual([403, 'FORBIDDEN']);
  });

  it.each([
    {},
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://[::1]:8080' },
    { host: 'localhost' },
    { host: 'LOCALHOST:3000' },
    { host: '[::1]:3000', origin: 'https://localhost' },
  ])('lets what is local pass: %j', async (headers) => {
    expect(await outcome(open(), path, headers)).toEqual([200, null]);
  });

  it('lets the names of its operator pass, and no other', async () => {
    const host = 'tasks.example.org';
    expect(await outcome(named(), path, { host, origin: `https://${host}` })).toEqual([200, null]);
    expect(await outcome(named(), path, { host: `other.${host}` })).toEqual([403, 'FORBIDDEN']);
    expect(await outcome(named(), path, { host, origin: 'https://evil.example' })).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('checks the origin also where it goes by any name', async () => {
    expect(await outcome(any(), path, { host: 'evil.example' })).toEqual([200, null]);
    expect(await outcome(any(), path, { origin: 'https://evil.example' })).toEqual([403, 'FORBIDDEN']);
  });

  it.each([undefined, 'Bearer', 'Bearer wrong-key-0123456789', 'Basic planner-key-0123456789'])(
    'asks for a key, which %j is not',
    async (authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const url = `http://127.0.0.1:${locked().port}${path}`;
      const { body, headers: own } = modern('server/discover');
      const answer = await post(url, body, { ...own, ...headers });
      expect([answer.status, answer.headers['www-authenticate'], codeOf(answer)]).toEqual([
        401,
        'Bearer',
        'UNAUTHENTICATED',
      ]);
    },
  );

  it('refuses a stranger before it reads what the stranger says', async () => {
    const answer = await post(`http://127.0.0.1:${locked().port}${path}`, '{"jsonrpc"');
    expect(answer.status).toBe(401);
  });

  it('lets a key reach its own lists only, and default is one like any other', async () => {
    expect(await outcome(locked(), path, PLANNER)).toEqual([200, null]);
    const isOwn = path.startsWith('/v1/lists/own/');
    expect(await outcome(locked(), path, WORKER)).toEqual(isOwn ? [200, null] : [403, 'FORBIDDEN']);
  });
});

describe('a key', () => {
  it.each([
    ['own', 200],
    ['shared-1', 200],
    ['owner', 403],
    ['shared', 403],
    ['default', 403],
  ])('that is kept to some lists gets from %s the status %i', async (list, status) => {
    expect((await outcome(locked(), `/v1/lists/${list}/mcp`, WORKER))[0]).toBe(status);
  });

  it('signs what is done with it, beside the agent that is claimed', async () => {
    const headers = { ...WORKER, 'tasklatch-agent': 'agent-9', 'tasklatch-session': 's-9' };
    const client = await connectClient(locked().urlOf('own'), {}, headers);
    const { structuredContent } = await client.callTool({ name: 'task_create', arguments: { subject: 'x' } });
    expect(structuredContent).toMatchObject({ task: { createdBy: 'worker/agent-9' } });
    const { id } = (structuredContent as { task: { id: string } }).task;
    const history = await client.callTool({ name: 'task_history', arguments: { id } });
    expect(history.structuredContent).toMatchObject({
      entries: [{ principal: 'worker', agent: 'agent-9', session: 's-9' }],
    });
    await client.close();
  });

  it('does not read the resources of another list by naming them', async () => {
    const url = `http://127.0.0.1:${locked().port}/v1/lists/own/mcp`;
    const read = legacy('resources/read', { uri: 'tasklatch://lists/default' });
    expect(codeOf(await post(url, read.body, WORKER))).toBe(-32602);
  });
});

describe('a claim that is not valid', () => {
  it('refuses the call, as every door does', async () => {
    const { body } = toolCall('task_list', {});
    const answer = await post(open().urlOf('own'), body, { 'tasklatch-agent': 'x'.repeat(101) });
    expect(codeOf(answer)).toBe('INVALID_INPUT');
    expect(answer.text).toContain('Tasklatch-Agent');
  });
});

describe('a caller that calls too often', () => {
  it('is refused before the protocol, and is told when to come again', async () => {
    const answers = [];
    for (let call = 0; call < 3; call += 1) {
      answers.push(await post(limited().urlOf(), legacy('ping').body));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const last = answers.at(-1);
    expect(last && codeOf(last)).toBe('RATE_LIMITED');
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
