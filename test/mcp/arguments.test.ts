import { describe, expect, it } from 'vitest';
import { useMcpServer } from '../support/mcp_server.js';
import {
  codeOf,
  legacy,
  modern,
  post,
  postMessage,
  rawToolCall,
  toolCall,
  type WireAnswer,
} from '../support/mcp_wire.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

/** Code and path of each issue of a refused call. */
function issuesOf(answer: WireAnswer): string[] {
  // A refused call has a problem.
  const { _meta } = answer.json().result as {
    _meta: { 'tasklatch/problem': { issues?: { code: string; path: string }[] } };
  };
  return (_meta['tasklatch/problem'].issues ?? []).map(({ code, path }) => `${code} ${path}`);
}

describe('arguments', () => {
  it.each([
    ['absent', undefined],
    ['null', null],
    ['an empty object', {}],
  ])('that are %s are those of a call without any', async (_name, args) => {
    for (const form of [legacy, modern]) {
      const params = { name: 'task_list', ...(args !== undefined && { arguments: args }) };
      const answer = await postMessage(server().urlOf(freshList()), form('tools/call', params));
      expect(answer.json().result).toMatchObject({ structuredContent: { version: 0, tasks: [] } });
    }
  });

  it.each([
    ['text', '"{\\"subject\\":\\"x\\"}"'],
    ['an array', '[{"subject":"x"}]'],
    ['a number', '5'],
    ['true', 'true'],
    ['a lone surrogate', '{"subject":"a\\ud800"}'],
    ['a lone surrogate in a key', '{"subject":"a","\\ud800":1}'],
    ['NUL', '{"subject":"a\\u0000"}'],
    ['__proto__', '{"subject":"a","__proto__":{"owner":"x"}}'],
    ['constructor', '{"subject":"a","constructor":{}}'],
    ['a number that JSON cannot carry', '{"subject":1e400}'],
    ['10,000 levels', `{"subject":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, key) => `"k${key}":1`).join()}}`],
  ])('that are or hold %s are refused by the gate, and nothing is stored', async (_name, args) => {
    const url = server().urlOf(freshList('refused'));
    const answer = await post(url, rawToolCall('task_create', args));
    expect([answer.status, codeOf(answer)]).toEqual([200, 'INVALID_INPUT']);
    expect(answer.json().result).toMatchObject({ isError: true, content: [{ type: 'text' }] });
    expect(issuesOf(answer).length).toBeGreaterThan(0);
    const list = await postMessage(url, toolCall('task_list'));
    expect(list.json().result).toMatchObject({ structuredContent: { version: 0 } });
  });

  it('that name a key twice are refused by the name of the key', async () => {
    const answer = await post(server().urlOf(), rawToolCall('task_create', '{"subject":"a","subject":"b"}'));
    expect([answer.status, codeOf(answer)]).toEqual([200, 'MALFORMED_BODY']);
    expect(issuesOf(answer)).toEqual(['duplicate subject']);
  });

  it('that name a nested key twice are refused by its path', async () => {
    const args = '{"id":"1","expectedVersion":1,"patch":{"status":"done","status":"pending"}}';
    expect(issuesOf(await post(server().urlOf(), rawToolCall('task_update', args)))).toEqual([
      'duplicate patch.status',
    ]);
  });

  it('that look like what the service puts in their place are judged as they came', async () => {
    const answer = await post(
      server().urlOf(freshList()),
      rawToolCall('task_create', '{"raw":{"subject":"x"},"refusal":null}'),
    );
    expect(issuesOf(answer)).toEqual(expect.arrayContaining(['unknown_key raw', 'unknown_key refusal']));
  });

  it('of other methods are not touched', async () => {
    const answer = await postMessage(
      server().urlOf(),
      legacy('prompts/get', { name: 'work_protocol', arguments: { list: 'a' } }),
    );
    expect([answer.status, codeOf(answer)]).toEqual([200, null]);
  });

  it('with the text of every script come back byte for byte', async () => {
    const subject = '👩‍👩‍👧‍👦 plan می‌خواهم e\u0301';
    const answer = await postMessage(server().urlOf(freshList()), toolCall('task_create', { subject }));
    expect(answer.json().result).toMatchObject({ structuredContent: { task: { subject } } });
  });
});

describe('the _meta of a call', () => {
  const withMeta = (meta: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"task_list","_meta":${meta}}}`;

  it.each([
    ['__proto__', '{"__proto__":{"toolCallId":"x","isAdmin":true}}'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['900 kB', `{"a":"${'x'.repeat(900_000)}"}`],
    ['10,000 levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, key) => `"k${key}":1`).join()}}`],
    ['lone surrogates', '{"\\ud800":"\\udfff"}'],
    ['NUL', '{"toolCallId":"a\\u0000"}'],
  ])('may hold %s and changes nothing', async (_name, meta) => {
    const answer = await post(server().urlOf(freshList()), withMeta(meta));
    expect([answer.status, codeOf(answer)]).toEqual([200, null]);
    expect(answer.text.length).toBeLessThan(2_000);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('that names a key twice is refused, since one of the two would be lost', async () => {
    const answer = await post(server().urlOf(), withMeta('{"a":1,"a":2}'));
    expect([answer.status, codeOf(answer)]).toEqual([400, -32700]);
  });
});
