import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROMPTS } from '../../src/definitions/instructions.js';
import { connectClient } from '../support/mcp_client.js';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, modern, postMessage } from '../support/mcp_wire.js';
import { CALLER, call, freshList } from '../support/service.js';

const server = useMcpServer();

const INVALID_PARAMS = -32602;
/** Two pages of 200 and some more. */
const TASKS = 430;
const LIST = freshList('resources');
const ROOT = `tasklatch://lists/${LIST}`;

const create = (list: string, args: object) =>
  call(server().instance.service, list, 'task_create', args, CALLER);

beforeAll(async () => {
  for (let from = 1; from <= TASKS; from += 50) {
    const batch = Array.from({ length: Math.min(50, TASKS - from + 1) }, (_, index) => from + index);
    await Promise.all(batch.map((number) => create(LIST, { subject: `Task ${number}` })));
  }
});

/** The URIs of each page, walked with the cursor of the page before. */
async function walk(form: typeof legacy | typeof modern): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const answer = await postMessage(
      server().urlOf(LIST),
      form('resources/list', cursor === undefined ? {} : { cursor }),
    );
    const { result } = answer.json() as { result: { resources: { uri: string }[]; nextCursor?: string } };
    pages.push(result.resources.map(({ uri }) => uri));
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

describe.each([
  ['legacy', legacy],
  ['modern', modern],
])('the pages of the resources, in a %s request', (_name, form) => {
  it('hold the list and each task once, in their order', async () => {
    const pages = await walk(form);
    expect(pages.map((page) => page.length)).toEqual([201, 200, 30]);
    const tasks = Array.from({ length: TASKS }, (_, index) => `${ROOT}/tasks/${index + 1}`);
    expect(pages.flat()).toEqual([ROOT, ...tasks]);
  });

  it.each([
    ['resources/list', { cursor: 'made-up' }],
    ['resources/templates/list', { cursor: 'made-up' }],
    ['tools/list', { cursor: 'made-up' }],
    ['prompts/list', { cursor: 'made-up' }],
    ['resources/list', { cursor: 5 }],
    ['resources/read', {}],
    ['resources/read', { uri: 5 }],
    ['resources/read', { uri: 'file:///etc/passwd' }],
    ['resources/read', { uri: `${ROOT}/` }],
    ['resources/read', { uri: `${ROOT}/tasks/` }],
    ['resources/read', { uri: `${ROOT}/tasks/01` }],
    ['resources/read', { uri: `${ROOT}/tasks/1/2` }],
    ['resources/read', { uri: `${ROOT}/tasks/999999999` }],
    ['resources/read', { uri: `${ROOT}x/tasks/1` }],
    ['prompts/get', {}],
    ['prompts/get', { name: 'made_up' }],
    ['prompts/get', { name: 'work_protocol', arguments: { a: 5 } }],
  ])('refuse %s with %j as parameters that are not valid', async (method, params) => {
    const answer = await postMessage(server().urlOf(LIST), form(method, params));
    expect([codeOf(answer), answer.json().id]).toEqual([INVALID_PARAMS, 1]);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/invalid_type|\\n {2}/);
  });

  it('say how long their answers keep', async () => {
    const hints = await Promise.all(
      ['tools/list', 'prompts/list', 'resources/templates/list', 'resources/list'].map(async (method) => {
        const answer = await postMessage(server().urlOf(LIST), modern(method));
        const { ttlMs, cacheScope } = (answer.json() as { result: { ttlMs: number; cacheScope: string } })
          .result;
        return [method, ttlMs, cacheScope];
      }),
    );
    expect(hints).toEqual([
      ['tools/list', 3_600_000, 'public'],
      ['prompts/list', 3_600_000, 'public'],
      ['resources/templates/list', 3_600_000, 'private'],
      ['resources/list', 0, 'private'],
    ]);
  });
});

describe.each([
  ['legacy', {}],
  ['negotiating', { versionNegotiation: { mode: 'auto' as const } }],
])('the official client, %s', (_name, options) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectClient(server().urlOf(LIST), options);
  });
  afterAll(() => client.close());

  it('gathers every page of the resources', async () => {
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(TASKS + 1);
    expect(resources[0]).toEqual({
      uri: ROOT,
      name: 'tasks',
      title: `Tasks of ${LIST}`,
      mimeType: 'text/plain',
    });
    expect(resources[TASKS]).toMatchObject({
      uri: `${ROOT}/tasks/${TASKS}`,
      title: expect.stringMatching(/^Task \d+$/),
      annotations: { lastModified: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  it('reads a task by the template, as text and as JSON', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([`${ROOT}/tasks/{id}`]);
    const uri = `${resourceTemplates[0]?.uriTemplate}`.replace('{id}', '7');
    const { contents } = await client.readResource({ uri });
    const { structuredContent, content } = await client.callTool({
      name: 'task_get',
      arguments: { id: '7' },
    });
    expect(contents).toEqual([
      { uri, mimeType: 'text/plain', text: (content[0] as { text: string }).text },
      { uri, mimeType: 'application/json', text: JSON.stringify(structuredContent) },
    ]);
  });

  it('reads the list, as text that names the cursor and as JSON', async () => {
    const { contents } = await client.readResource({ uri: ROOT });
    expect(contents.map(({ mimeType }) => mimeType)).toEqual(['text/plain', 'application/json']);
    const [text = '', json = ''] = contents.map((part) => ('text' in part ? part.text : ''));
    expect(text.split('\n')[0]).toBe(
      `${LIST} v${TASKS}: ${TASKS} pending, 0 in_progress, 0 blocked, 0 done, 0 cancelled`,
    );
    expect(JSON.parse(json)).toMatchObject({ list: LIST, version: TASKS, tasks: { length: 200 } });
  });

  it('reads a change at once, since nothing of a list is kept', async () => {
    const list = freshList('fresh');
    await create(list, { subject: 'Before' });
    const own = await connectClient(server().urlOf(list), options);
    const uri = `tasklatch://lists/${list}/tasks/1`;
    const text = async () => JSON.stringify((await own.readResource({ uri })).contents);
    expect(await text()).toContain('#1 v1 [pending] Before');
    await own.callTool({
      name: 'task_update',
      arguments: { id: '1', expectedVersion: 1, patch: { subject: 'After' } },
    });
    expect(await text()).toContain('#1 v2 [pending] After');
    await own.close();
  });

  it('lists the prompts and gets their text', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts).toEqual(PROMPTS.map(({ name, title, description }) => ({ name, title, description })));
    for (const { name, text, description } of PROMPTS) {
      expect(await client.getPrompt({ name })).toMatchObject({
        description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      });
    }
  });

  it('is told which task there is not, in the words of every door', async () => {
    const uri = `${ROOT}/tasks/999999999`;
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: INVALID_PARAMS,
      message: expect.stringContaining('TASK_NOT_FOUND: There is no task #999999999'),
      data: { uri, problem: { code: 'TASK_NOT_FOUND', status: 404 } },
    });
  });
});

describe('a list that has an invalid name', () => {
  it('has no resources and takes no calls', async () => {
    const url = server().urlOf('NO!');
    expect(codeOf(await postMessage(url, legacy('resources/list')))).toBe(INVALID_PARAMS);
    expect(codeOf(await postMessage(url, legacy('tools/call', { name: 'task_list' })))).toBe('INVALID_INPUT');
  });
});
