import { describe, expect, test } from 'vitest';
import { MERGE_PATCH_TYPE, send, useApp } from '../http/harness.js';
import { type Arguments, openDoors } from '../support/doors.js';

const app = useApp();
const MANY = 60_000;

/** Far above what any refusal has, and far below what came. */
const ANSWER_MAX_CHARACTERS = 100_000;

function members(value: unknown): Arguments {
  return Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`k${index}`, value]));
}

const items = (item: unknown) => Array.from({ length: MANY }, () => item);
const queryOf = (member: (index: number) => string) =>
  Array.from({ length: MANY }, (_, i) => member(i)).join('&');

describe('F31: 60,000 faults of one call are refused by every door with their true count', () => {
  test.each<[string, Arguments, number]>([
    ['unknown keys', { subject: 'x', ...members(1) }, MANY],
    ['unknown keys with objects', { subject: 'x', ...members({}) }, MANY],
    ['wrong labels', { subject: 'x', labels: items('A B') }, MANY + 1],
    ['wrong ids', { subject: 'x', blockedBy: items('#1') }, MANY + 1],
    ['ids that are arrays', { subject: 'x', blockedBy: items([]) }, MANY + 1],
    ['labels too many', { subject: 'x', labels: items('a') }, 1],
    ['an array for a text', { subject: items('a') }, 1],
    ['an object for a text', { subject: members(1) }, 1],
  ])('%s', async (_, args, count) => {
    const problem = await openDoors(app()).refused('task_create', args);
    const detail = count === 1 ? 'One argument is not valid.' : `${count} arguments are not valid.`;
    expect(problem).toMatchObject({ code: 'INVALID_INPUT', detail, issuesCount: count });
    expect(JSON.stringify(problem).length).toBeLessThan(ANSWER_MAX_CHARACTERS);
  });

  test('fields of a patch, also as a merge patch', async () => {
    const doors = openDoors(app());
    const problem = await doors.refused('task_update', { id: '1', expectedVersion: 1, patch: members(1) });
    expect(problem.issuesCount).toBe(MANY);
    const headers = { ...MERGE_PATCH_TYPE, 'if-match': '"1"' };
    const body = { status: null, patch: {}, ...members(null) };
    const url = `/v1/lists/${doors.list}/tasks/1?a=1`;
    const patched = (await send(app(), 'PATCH', url, { headers, body })).problem();
    expect(patched.issuesCount).toBe(MANY + 3);
    expect(patched.issues?.slice(0, 3).map(({ path, code }) => `${code} ${path}`)).toEqual([
      'unknown_key a',
      'null patch.status',
      'unknown_key patch.patch',
    ]);
  });

  test.each<[string, 'GET' | 'POST' | 'PATCH' | 'DELETE', string]>([
    ['GET', 'GET', '/v1/lists/a/tasks'],
    ['GET of a list', 'GET', '/v1/lists/a'],
    ['GET of lists', 'GET', '/v1/lists'],
    ['GET of events', 'GET', '/v1/lists/a/events'],
    ['GET of definitions', 'GET', '/v1/tools'],
    ['POST', 'POST', '/v1/lists/a/tasks'],
    ['tool call', 'POST', '/v1/lists/a/tools/task_create'],
    ['PATCH', 'PATCH', '/v1/lists/a/tasks/1'],
    ['DELETE', 'DELETE', '/v1/lists/a/tasks/1'],
  ])('members of the query of a %s', async (_, method, path) => {
    const unknown = await send(app(), method, `${path}?${queryOf((index) => `k${index}=1`)}`);
    expect(unknown.problem().issuesCount).toBeGreaterThanOrEqual(MANY);
    expect(unknown.problem().issuesCount).toBeLessThanOrEqual(MANY + 2);
    const unread = await send(app(), method, `${path}?${queryOf((index) => `k${index}=%ff`)}`);
    expect(unread.problem()).toMatchObject({ code: 'INVALID_INPUT', issuesCount: MANY });
    for (const { status, text } of [unknown, unread]) {
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(ANSWER_MAX_CHARACTERS);
    }
  });

  test('names of tools are one fault where so many cannot all be tools', async () => {
    const answer = await send(app(), 'GET', `/v1/tools?tools=${items('updaet').join(',')}`);
    expect(answer.problem().issues).toMatchObject([
      {
        path: 'tools',
        code: 'items',
        message: expect.stringContaining('tools has 60000 names; send at most 8'),
      },
    ]);
  });
});

describe('F31: a message of MCP', () => {
  const post = (message: unknown) =>
    send(app(), 'POST', '/v1/lists/a/mcp', {
      headers: { accept: 'application/json, text/event-stream' },
      body: message,
    });
  const call = (params: unknown, method = 'tools/call') => ({ jsonrpc: '2.0', id: 1, method, params });

  test.each<[string, unknown]>([
    ['parameters', call(members(1))],
    ['parameters of another method', call(members(1), 'initialize')],
    ['messages', items({})],
    ['messages that are none', items(1)],
  ])('with 60,000 %s is refused before the protocol reads it', async (_, message) => {
    const answer = await post(message);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining('more than 2000 members beside arguments') },
    });
  });

  test('may hold any number in its arguments, which the tool judges, and a batch of 50 calls', async () => {
    const answer = await post(call({ name: 'task_list', arguments: members(1) }));
    expect(answer.json()).toMatchObject({ id: 1, result: { isError: true } });
    const batch = Array.from({ length: 50 }, (_, id) => ({
      ...call({ name: 'task_list', arguments: {}, _meta: { progressToken: id, note: 'n' } }),
      id,
    }));
    expect(await post(batch).then(({ text }) => JSON.parse(text))).toHaveLength(50);
  });
});
