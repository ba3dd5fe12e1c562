import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/refusals/refusal.js';
import type { Service } from '../../src/service.js';
import { appOn, deferred, type Line, listen, stubService } from '../http/harness.js';
import { codeOf, legacy, modern, postMessage } from '../support/mcp_wire.js';

const opened: FastifyInstance[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

/** An app whose tools do what a test says. */
async function open(call: Service['call']): Promise<{ url: string; port: number; lines: readonly Line[] }> {
  const { app, lines } = await appOn(stubService({ call }));
  opened.push(app);
  const port = await listen(app);
  return { url: `http://127.0.0.1:${port}/mcp`, port, lines };
}

const SECRET = 'password=hunter2 at 10.0.0.7';
/** What may be thrown where nobody foresaw it. */
const THROWN: readonly (readonly [string, unknown])[] = [
  ['an error', new Error(SECRET)],
  ['an error with a cause', new Error('outer', { cause: new Error(SECRET) })],
  [
    'an error with a code of the database',
    Object.assign(new Error(SECRET), { code: '23505', detail: SECRET }),
  ],
  ['an error with a status', Object.assign(new Error(SECRET), { statusCode: 500, expose: true })],
  ['text', SECRET],
  ['undefined', undefined],
  ['null', null],
  [
    'an object that cannot be shown',
    {
      toString: () => {
        throw new Error(SECRET);
      },
    },
  ],
];

const INTERNAL_ERROR = -32603;
const forms = [
  ['legacy', legacy],
  ['modern', modern],
] as const;

describe.each(forms)('what a tool throws, in a %s request', (_name, form) => {
  it.each(THROWN)('%s is a result with INTERNAL, and its words stay in the log', async (_thrown, thrown) => {
    const { url, lines } = await open(async () => {
      throw thrown;
    });
    const answer = await postMessage(url, form('tools/call', { name: 'task_list' }));
    expect([answer.status, codeOf(answer)]).toEqual([200, 'INTERNAL']);
    const { result } = answer.json();
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^INTERNAL: /) }],
      _meta: { 'tasklatch/card': { card: 'problem', code: 'INTERNAL' } },
    });
    expect(answer.text).not.toMatch(/hunter2|10\.0\.0\.7|23505|\bat .*\.ts/);
    expect(lines.filter(({ code }) => code === 'INTERNAL')).toHaveLength(1);
  });

  it('says of a refusal that can be tried again when, and says it in the result', async () => {
    const { url } = await open(async () => {
      throw new Refusal('STORE_UNAVAILABLE', 'The database did not answer in time.');
    });
    const answer = await postMessage(url, form('tools/call', { name: 'task_list' }));
    expect(answer.json().result).toMatchObject({
      isError: true,
      _meta: { 'tasklatch/problem': { code: 'STORE_UNAVAILABLE', status: 503, retryable: true } },
    });
  });

  it.each([
    ['resources/list', {}],
    ['resources/read', { uri: 'tasklatch://lists/default' }],
    ['resources/read', { uri: 'tasklatch://lists/default/tasks/1' }],
  ])('%s %j answers with an error of the protocol and no word of it', async (method, params) => {
    const { url, lines } = await open(async () => {
      throw new Error(SECRET);
    });
    const answer = await postMessage(url, form(method, params));
    expect(answer.status).toBeLessThan(500);
    expect(answer.json()).toMatchObject({
      id: 1,
      error: { code: INTERNAL_ERROR, data: { problem: { code: 'INTERNAL', status: 500 } } },
    });
    expect(answer.text).not.toContain('hunter2');
    const logged = lines.filter(({ code }) => code === 'INTERNAL');
    expect(JSON.stringify(logged)).toContain('hunter2');
  });

  it('a reply that cannot be shown is INTERNAL too', async () => {
    const { url } = await open(
      async () =>
        ({
          value: {},
          replayed: false,
          text: () => {
            throw new Error(SECRET);
          },
          card: () => {
            throw new Error(SECRET);
          },
        }) as unknown as Awaited<ReturnType<Service['call']>>,
    ); // only these members are read
    const answer = await postMessage(url, form('tools/call', { name: 'task_list' }));
    expect([answer.status, codeOf(answer)]).toEqual([200, 'INTERNAL']);
    expect(answer.text).not.toContain('hunter2');
  });
});

describe('a client that is gone in the middle of a call', () => {
  it('leaves the call to finish and the service as it was', async () => {
    const called = deferred();
    const answer = deferred();
    let finished = 0;
    const { url, port, lines } = await open(async () => {
      called.resolve();
      await answer.promise;
      finished += 1;
      throw new Refusal('TASK_NOT_FOUND', 'There is no task #1.');
    });
    const text = JSON.stringify(legacy('tools/call', { name: 'task_get', arguments: { id: '1' } }).body);
    const socket = connect(port, '127.0.0.1');
    const head = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json';
    socket.write(`${head}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    await called.promise;
    socket.destroy();
    await once(socket, 'close');
    answer.resolve();
    const next = await postMessage(url, legacy('tools/call', { name: 'task_get', arguments: { id: '1' } }));
    expect([codeOf(next), finished]).toEqual(['TASK_NOT_FOUND', 2]);
    expect(lines.filter(({ level }) => level === 50)).toEqual([]);
  });
});
