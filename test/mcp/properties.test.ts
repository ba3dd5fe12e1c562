import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { useMcpServer } from '../support/mcp_server.js';
import {
  codeOf,
  envelope,
  MODERN,
  post,
  postMessage,
  toolCall,
  type WireAnswer,
} from '../support/mcp_wire.js';
import { runs } from '../support/property_runs.js';
import { CALLER, call, freshList } from '../support/service.js';

const server = useMcpServer();

/** Enough to come by every method and every kind of value; more would only take longer. */
const RUNS = 300;

const METHODS = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'subscriptions/listen',
  'completion/complete',
  'notifications/cancelled',
];
const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', MODERN, '2099-01-01', 'x'];

const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const version = fc.constantFrom(...VERSIONS);
const params = fc.oneof(
  json,
  fc.record(
    {
      name: fc.oneof(fc.constantFrom(...TOOLS.map(({ name }) => name), 'work_protocol'), json),
      arguments: json,
      uri: fc.oneof(fc.constant('tasklatch://lists/default'), fc.webUrl(), json),
      cursor: json,
      protocolVersion: fc.oneof(version, json),
      notifications: json,
      _meta: fc.oneof(json, version.map(envelope)),
    },
    { requiredKeys: [] },
  ),
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, json),
    id: fc.oneof({ weight: 5, arbitrary: fc.integer() }, fc.string(), json),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, json),
    params,
  },
  { requiredKeys: [] },
);
const headers = fc.record(
  {
    'mcp-protocol-version': version,
    'mcp-method': fc.constantFrom(...METHODS),
    'mcp-name': fc.constantFrom(...TOOLS.map(({ name }) => name), 'work_protocol'),
    accept: fc.constantFrom('application/json', 'text/event-stream', '*/*'),
  },
  { requiredKeys: [] },
);

/** The messages of an answer, whichever form it took. */
function messagesOf({ text, headers: { 'content-type': type } }: WireAnswer): Record<string, unknown>[] {
  if (text === '') return [];
  const isStream = type === 'text/event-stream';
  const parts = isStream ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data) : [text];
  return parts.flatMap((part) => JSON.parse(part));
}

/** What holds of every answer: it is the protocol's, and nothing broke. */
function check(answer: WireAnswer): void {
  expect([200, 202, 400, 404]).toContain(answer.status);
  const messages = messagesOf(answer);
  expect(messages.length === 0).toBe(answer.status === 202);
  for (const said of messages) {
    expect(said).toMatchObject({ jsonrpc: '2.0' });
    expect(said).not.toMatchObject({ error: { code: -32603 } });
  }
  expect(answer.text).not.toContain('INTERNAL');
  expect(answer.text).not.toMatch(/\bat .*\.m?[jt]s:\d/);
}

describe('whatever comes', () => {
  it('as one message is answered in the words of the protocol', async () => {
    await fc.assert(
      fc.asyncProperty(message, headers, async (body, sent) => {
        check(await post(server().urlOf(), JSON.stringify(body), sent));
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('as JSON of any kind, or as a batch, is answered in the words of the protocol', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, fc.array(message, { maxLength: 5 })), async (body) => {
        check(await post(server().urlOf(), JSON.stringify(body)));
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('as the arguments of a tool comes to what the service says to the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TOOLS), json, async ({ name }, args) => {
        // The same text on both ways: a value that JSON cannot carry would be another after it.
        const sent = JSON.parse(JSON.stringify(args));
        const answer = await postMessage(server().urlOf(freshList()), toolCall(name, sent));
        const own = await call(server().instance.service, freshList(), name, sent ?? undefined, CALLER);
        expect([answer.status, codeOf(answer)]).toEqual([200, own.ok ? null : own.code]);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('leaves no error in the log', () => {
    expect(server().lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
