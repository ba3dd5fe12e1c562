import { describe, expect, test } from 'vitest';
import { MERGE_PATCH_TYPE, send, useApp } from '../http/harness.js';
import { type Doors, forEachDoor, onlyIssue, openDoors } from '../support/doors.js';
import { nextMcpCall } from '../support/mcp_door.js';

const app = useApp();

const CALLER = { 'tasklatch-agent': 'agent-7', 'tasklatch-session': 's9' };

/** Everything that a request says outside of its arguments. */
const repeated = (list: string, tool: string) => ({
  list,
  listId: list,
  list_name: list,
  tool,
  agent: 'agent-7',
  session: 's9',
  sessionId: 's9',
});

describe('F5: what repeats the address or a header', () => {
  forEachDoor(app, (open) => {
    test('passes with its value on every tool, and changes nothing of the call', async () => {
      const client = open();
      const { list } = client;
      const call = (tool: string, args: object) =>
        client.value(tool, { ...args, ...repeated(list, tool) }, CALLER);
      expect(await call('task_create', { subject: 'Build' })).toMatchObject({
        task: { id: '1', version: 1 },
      });
      expect(await call('task_get', { id: '1' })).toMatchObject({ task: { subject: 'Build' } });
      expect(await call('task_list', {})).toMatchObject({ tasks: { length: 1 } });
      const started = { id: '1', expectedVersion: 1, patch: { status: 'done' } };
      expect(await call('task_update', started)).toMatchObject({ task: { version: 2, status: 'done' } });
      expect(await call('task_reopen', { id: '1', expectedVersion: 2, reason: 'Again' })).toMatchObject({
        task: { version: 3 },
      });
      expect(await call('task_delete', { id: '1', expectedVersion: 3 })).toMatchObject({
        task: { version: 4 },
      });
      expect(await call('task_restore', { id: '1', expectedVersion: 4 })).toMatchObject({
        task: { version: 5 },
      });
      expect(await call('task_history', { id: '1' })).toMatchObject({ entries: { length: 5 } });
    });

    test('counts as not given where it is null', async () => {
      const client = open();
      if (client.door === 'rest') return; // a query has no null
      expect(await client.value('task_list', { list: null, tool: null })).toMatchObject({ tasks: [] });
    });
  });

  test.each([
    [
      'list',
      'other',
      'list is "LIST" in the address and "other" in the arguments; the address holds: send "LIST" or no list only if that is meant, else send the call to the address of the other list.',
    ],
    [
      'tool',
      'task_delete',
      'tool is "task_create" in the call and "task_delete" in the arguments; the call holds: send "task_create" or no tool only if that is meant, else call the other tool.',
    ],
    [
      'agent',
      'agent-8',
      'agent is "agent-7" in Tasklatch-Agent and "agent-8" in the arguments; Tasklatch-Agent holds: send "agent-7" or no agent only if that is meant.',
    ],
    [
      'session',
      's10',
      'session is "s9" in Tasklatch-Session and "s10" in the arguments; Tasklatch-Session holds: send "s9" or no session only if that is meant.',
    ],
  ])('is a conflict with another value: %s', async (name, value, message) => {
    const doors = openDoors(app());
    const issue = onlyIssue(await doors.refused('task_create', { subject: 'x', [name]: value }, CALLER));
    expect(issue).toMatchObject({ path: name, code: 'conflict', received: `"${value}"` });
    expect(issue.message).toBe(message.replaceAll('LIST', doors.list));
    expect(issue).not.toHaveProperty('suggestion');
  });

  test('is a conflict also of a list, a read and a merge patch', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Build');
    for (const [tool, args] of [
      ['task_list', {}],
      ['task_get', { id: '1' }],
      ['task_update', { id: '1', expectedVersion: 1, patch: { priority: 'high' } }],
      ['task_delete', { id: '1', expectedVersion: 1 }],
    ] as const) {
      const problem = await doors.refused(tool, { ...args, list: 'other' });
      expect(onlyIssue(problem)).toMatchObject({ path: 'list', code: 'conflict' });
    }
  });
});

describe('F5: a parameter of the path', () => {
  const url = ({ list }: Doors, rest: string) => `/v1/lists/${list}/tasks/1${rest}`;

  test('passes in a merge patch, a body, and a query that takes nothing', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Build');
    const again = { list: doors.list, id: '1' };
    const patch = { ...again, status: 'in_progress', expectedVersion: 1 };
    const patched = await send(app(), 'PATCH', url(doors, ''), { body: patch, headers: MERGE_PATCH_TYPE });
    expect([patched.status, patched.json()]).toMatchObject([200, { task: { status: 'in_progress' } }]);
    const query = `?list=${doors.list}&id=1`;
    const deleted = await send(app(), 'DELETE', url(doors, query), {
      body: { ...again, expectedVersion: 2 },
    });
    expect(deleted.status).toBe(200);
    const restored = await send(app(), 'POST', url(doors, `/restore${query}`), {
      body: { ...again, expectedVersion: 3 },
    });
    expect(restored.status).toBe(200);
    for (const path of ['', '/events', '/tasks']) {
      const read = await send(app(), 'GET', `/v1/lists/${doors.list}${path}?list=${doors.list}`);
      expect([path, read.status]).toEqual([path, 200]);
    }
  });

  test('is no field, so that a merge patch that holds nothing else names none', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Build');
    const answer = await send(app(), 'PATCH', url(doors, ''), { body: { list: doors.list, id: '1' } });
    expect(onlyIssue(answer.problem())).toMatchObject({ path: 'patch', code: 'empty' });
  });

  test('is a conflict with another value, which says that the path holds', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Build');
    for (const [method, rest] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/reopen'],
      ['POST', '/restore'],
    ] as const) {
      const body = { id: '2', expectedVersion: 1, ...(rest === '/reopen' && { reason: 'Again' }) };
      const fields = method === 'PATCH' ? { priority: 'high' } : {};
      const answer = await doors.unchanged(() =>
        send(app(), method, url(doors, rest), { body: { ...body, ...fields } }),
      );
      expect(onlyIssue(answer.problem()).message).toBe(
        'id is "1" in the path and "2" in the arguments; the path holds: send "1" or no id only if that is meant, else send the call to the address of the other.',
      );
    }
  });

  test('is not taken out of a query that names another', async () => {
    const doors = openDoors(app());
    const answer = await send(app(), 'GET', `/v1/lists/${doors.list}?list=other`);
    expect(onlyIssue(answer.problem())).toMatchObject({ path: 'list', code: 'unknown_key' });
  });
});

test('F5: the list in the query of the MCP address passes where it is that of the path', async () => {
  const { list } = openDoors(app());
  const ask = (name: string) => {
    const { url, headers, body } = nextMcpCall(list, 'task_list', '{}');
    return send(app(), 'POST', `${url}?list=${name}`, { headers, raw: body });
  };
  expect((await ask(list)).text).toContain('"structuredContent"');
  const refused = await ask('other');
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('the list has its place in the path'),
  ]);
});
