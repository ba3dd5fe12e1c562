import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../src/refusals/catalog.js';
import { TOOLS } from '../../../src/registry.js';
import { freshList } from '../../support/service.js';
import { issuesOf, send, useApp } from '../harness.js';

const app = useApp();

async function listWithTask(subject = 'Write tests'): Promise<string> {
  const list = freshList();
  await send(app(), 'POST', `/v1/lists/${list}/tasks`, { body: { subject } });
  return list;
}

/** The tag of a list at version 1: with the mark of its history. */
const MARKED = expect.stringMatching(/^"1-[0-9a-f]{8}"$/);

describe('a resource', () => {
  it('answers a create with 201, where it is, and its version', async () => {
    const list = freshList();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tasks`, { body: { subject: 'First' } });
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({
      location: `/v1/lists/${list}/tasks/1`,
      etag: '"1"',
      vary: 'Origin, Accept',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.json()).toMatchObject({ task: { id: '1', list, subject: 'First', version: 1 } });
    const read = await send(app(), 'GET', String(answer.headers.location));
    expect(read.json()).toEqual(answer.json());
  });

  it('is there for every tool, by its binding', async () => {
    const list = await listWithTask();
    const url = `/v1/lists/${list}/tasks`;
    const steps = [
      await send(app(), 'GET', url),
      await send(app(), 'PATCH', `${url}/1`, { body: { status: 'done', expectedVersion: 1 } }),
      await send(app(), 'POST', `${url}/1/reopen`, { body: { expectedVersion: 2, reason: 'It fails.' } }),
      await send(app(), 'DELETE', `${url}/1`, { body: { expectedVersion: 3 } }),
      await send(app(), 'POST', `${url}/1/restore`, { headers: { 'if-match': '"4"' } }),
      await send(app(), 'GET', `${url}/1/history`),
    ];
    expect(steps.map(({ status, headers }) => [status, headers.etag])).toEqual([
      [200, MARKED],
      [200, '"2"'],
      [200, '"3"'],
      [200, '"4"'],
      [200, '"5"'],
      [200, undefined],
    ]);
  });

  it('answers HEAD as GET without the body', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'HEAD', `/v1/lists/${list}/tasks/1`);
    const whole = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`);
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([200, '', '"1"']);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
  });

  it('keeps what it is given byte for byte', async () => {
    const list = await listWithTask('👩‍👩‍👧‍👦 plan می‌خواهم e\u0301');
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`);
    expect(answer.json()).toMatchObject({ task: { subject: '👩‍👩‍👧‍👦 plan می‌خواهم e\u0301' } });
  });
});

describe('Accept', () => {
  it('leaves a refusal JSON, whose text a model reads', async () => {
    const list = freshList();
    const headers = { accept: 'text/plain' };
    for (const url of [`/v1/lists/${list}/tasks`, `/v1/lists/${list}/tools/task_create`]) {
      const answer = await send(app(), 'POST', url, { headers, body: {} });
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.problem().text).toMatch(/^INVALID_INPUT: .*\n- subject .*\nNext: /);
    }
  });

  it.each([
    'text/plain',
    'text/*',
    'application/json;q=0.1, text/plain;q=0.5',
    'TEXT/PLAIN',
    'text/plain, */*;q=0.1',
    'text/plain; charset=utf-8',
    'text/plain;charset="UTF-8"',
    'Text/Plain; Charset=UTF-8; Q=0.9',
    'text/plain;format=flowed;delsp=yes',
    'text/plain; note="a;b, c/d"; q=0.5, application/json; q=0.2',
    'text/plain; q=0.3; level=1, application/json; charset=utf-8; q=0.2',
    'text/* ; charset=utf-8',
  ])('gets the text when it prefers it: %s', async (accept) => {
    const list = await listWithTask();
    const page = await send(app(), 'GET', `/v1/lists/${list}/tasks`, { headers: { accept } });
    expect(page.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      vary: 'Origin, Accept',
      etag: expect.stringMatching(/^"1-[0-9a-f]{8}-text"$/),
    });
    expect(page.text.split('\n')[1]).toBe('#1 v1 [pending] Write tests');
  });

  it.each([
    '*/*',
    'application/json',
    'text/html,*/*;q=0.8',
    'application/json, text/plain',
    'text/plain;q=0',
    'text/plain; charset=utf-8; q=0',
    'application/json; charset=utf-8, text/plain',
    'application/json, text/plain; charset=utf-8',
    'application/json, text/plain;  q=0.5',
    'nonsense',
    '',
  ])('gets JSON else: %s', async (accept) => {
    const list = await listWithTask();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, { headers: { accept } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.vary).toBe('Origin, Accept');
  });

  it('gets the receipt of a write as text, through both doors', async () => {
    const headers = { accept: 'text/plain' };
    const list = freshList();
    const resource = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers,
      body: { subject: 'One' },
    });
    expect([resource.status, resource.text]).toEqual([201, 'Created #1 v1 [pending] One']);
    expect(resource.headers.location).toBe(`/v1/lists/${list}/tasks/1`);
    const tool = await send(app(), 'POST', `/v1/lists/${list}/tools/task_create`, {
      headers,
      body: { subject: 'Two' },
    });
    expect([tool.status, tool.text]).toEqual([200, 'Created #2 v1 [pending] Two']);
  });

  it('gets a refusal as a problem all the same', async () => {
    const answer = await send(app(), 'GET', '/v1/lists/a/tasks/1', { headers: { accept: 'text/plain' } });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});

describe('the tool route', () => {
  it('answers value, text, card and replayed', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tools/task_get`, { body: { id: '1' } });
    const resource = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`);
    const text = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, { headers: { accept: 'text/plain' } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['value', 'text', 'card', 'replayed']);
    expect(answer.json()).toMatchObject({ value: resource.json(), text: text.text, replayed: false });
    expect(answer.json()).toMatchObject({ card: { card: 'task' } });
  });

  it.each(['taskUpdate', 'task.update', 'TaskCreate', '__proto__', 'x'.repeat(500)])(
    'refuses the tool %s and lists the tools there are',
    async (name) => {
      const answer = await send(app(), 'POST', `/v1/lists/a/tools/${name}`, { body: {} });
      expect([answer.status, answer.problem().code]).toEqual([404, 'UNKNOWN_TOOL']);
      expect(answer.problem().tools).toEqual(TOOLS.map((tool) => tool.name));
    },
  );

  it('refuses with the same problem as the resource does', async () => {
    const list = await listWithTask();
    const tool = await send(app(), 'POST', `/v1/lists/${list}/tools/task_get`, { body: { id: '7' } });
    const resource = await send(app(), 'GET', `/v1/lists/${list}/tasks/7`);
    expect({ ...tool.problem(), instance: '' }).toEqual({ ...resource.problem(), instance: '' });
    expect(tool.status).toBe(CATALOG.TASK_NOT_FOUND.status);
  });
});

describe('the definitions', () => {
  it('are listed in the canonical form', async () => {
    const answer = await send(app(), 'GET', '/v1/tools');
    const same = await send(app(), 'GET', '/v1/tools?format=mcp');
    expect(answer.json<{ tools: { name: string }[] }>().tools.map(({ name }) => name)).toEqual(
      TOOLS.map((tool) => tool.name),
    );
    expect(Object.keys(answer.json<{ tools: object[] }>().tools[0] ?? {})).toEqual([
      'name',
      'title',
      'description',
      'inputSchema',
      'outputSchema',
      'annotations',
    ]);
    expect(same.text).toBe(answer.text);
  });

  it('refuse a form that is not there, and a query that nobody reads', async () => {
    const form = await send(app(), 'GET', '/v1/tools?format=yaml');
    expect(issuesOf(form)).toEqual(['enum format']);
    expect(form.problem().issues?.[0]?.expected).toContain('mcp');
    expect(issuesOf(await send(app(), 'GET', '/v1/tools?form=mcp'))).toEqual(['unknown_key form']);
  });
});

describe('who calls', () => {
  it('stands in the audit log as the headers claim', async () => {
    const list = freshList();
    const created = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers: { 'tasklatch-agent': 'planner 2', 'tasklatch-session': 's/1' },
      body: { subject: 'Claimed' },
    });
    const events = await send(app(), 'GET', `/v1/lists/${list}/events`);
    expect(events.json().events).toMatchObject([
      {
        principal: 'anonymous',
        agent: 'planner 2',
        session: 's/1',
        requestId: created.headers['x-request-id'],
      },
    ]);
  });

  it('is refused by header when it is not printable or too long', async () => {
    const answer = await send(app(), 'POST', '/v1/lists/a/tasks', {
      headers: { 'tasklatch-agent': 'é', 'tasklatch-session': 's'.repeat(101) },
      body: { subject: 'Claimed' },
    });
    expect(issuesOf(answer)).toEqual(['characters Tasklatch-Agent', 'characters Tasklatch-Session']);
  });
});
