import { describe, expect, it } from 'vitest';
import { requireTool } from '../../src/registry.js';
import { issuesOf } from './schemas.js';

const issues = (tool: string, raw: unknown) => issuesOf(requireTool(tool).admit, raw);

const WRAPS = (key: string) => `The input wraps the arguments in ${key}; send the arguments themselves`;
const EACH = 'one call is for one task: make one call for each';

/** That the call is refused with these arguments, and with nothing else to send. */
function expectUnwrapped(tool: string, key: string, raw: unknown, args: unknown): void {
  expect(issues(tool, raw)).toMatchObject([{ path: '', suggestion: args }]);
  expect(issues(tool, raw)[0]?.message).toContain(WRAPS(key));
}

describe('arguments in an object under one key', () => {
  const ARGS = { subject: 'w', priority: 'high' };

  it.each([
    ...['task', 'title', 'content', 'todo', 'name', 'text', 'body', 'description', 'subject'],
    ...['data', 'item', 'payload', 'new_task', 'newTask', 'task_data', 'task_info'],
  ])('%s of task_create is unwrapped, also as a string', (key) => {
    for (const value of [ARGS, JSON.stringify(ARGS), "{'subject': 'w', 'priority': 'high'}"])
      expectUnwrapped('task_create', key, { [key]: value }, ARGS);
  });

  it.each(['task', 'data', 'update', 'updates', 'changes', 'fields', 'title'])(
    '%s of task_update is unwrapped where it holds the id, also as a string',
    (key) => {
      const flat = { id: '5', status: 'done' };
      const whole = { id: '5', expectedVersion: 2, patch: { status: 'done' } };
      for (const args of [flat, whole]) {
        for (const value of [args, JSON.stringify(args)])
          expectUnwrapped('task_update', key, { [key]: value }, args);
      }
    },
  );

  it('with other words for them is unwrapped', () => {
    expectUnwrapped('task_create', 'task', { task: '{"title":"w"}' }, { title: 'w' });
    expectUnwrapped('task_delete', 'task', { task: '{"id":"5","version":3}' }, { id: '5', version: 3 });
  });

  it('beside others is unwrapped with them, and without a suggestion where they differ', () => {
    const task = '{"subject":"w","priority":"high"}';
    const all = { subject: 'w', priority: 'high', owner: 'ann' };
    expectUnwrapped('task_create', 'task', { task, owner: 'ann' }, all);
    expectUnwrapped('task_create', 'task', { task, owner: 'ann', priority: 'high' }, all);
    const added = { subject: 'w', priority: 'high', sessionId: 's' };
    expectUnwrapped('task_create', 'task', { task, sessionId: 's' }, added);
    const [issue, ...more] = issues('task_create', { task, priority: 'low' });
    expect([issue?.path, issue?.suggestion, more]).toEqual(['', undefined, []]);
  });

  it('that is too large to be repeated is told to be unwrapped, and is no subject', () => {
    const task = JSON.stringify({ subject: 'w', description: 'x'.repeat(3_000) });
    const found = issues('task_create', { task });
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(WRAPS('task'));
    expect(found[0]).not.toHaveProperty('suggestion');
  });

  it('as JSON in place of the patch, with the id in it, is no patch', () => {
    const args = { id: '5', status: 'done' };
    expectUnwrapped('task_update', 'patch', { patch: JSON.stringify(args) }, args);
    const fields = issues('task_update', { id: '5', expectedVersion: 2, task: '{"status":"done"}' });
    expect(fields).toContainEqual(expect.objectContaining({ path: 'patch', suggestion: { status: 'done' } }));
  });

  it.each([
    ['task_create', { subject: 'x', description: '{"subject":"w"}' }],
    ['task_create', { subject: '{"subject":"w"}', priority: 'low' }],
    ['task_create', { subject: '{"a":"b"}' }],
    ['task_create', { subject: '{"title":"w"}' }],
    ['task_reopen', { id: '5', expectedVersion: 1, reason: '{"id":"5"}' }],
    ['task_update', { id: '5', expectedVersion: 1, patch: { description: '{"status":"done"}' } }],
  ])('that may be meant as a text is taken: %s %j', (tool, raw) => {
    expect(requireTool(tool).admit(raw)).toEqual(raw);
  });
});

describe('the arguments of several calls under one key', () => {
  const UPDATES = [
    { id: '5', status: 'done' },
    { id: '6', status: 'done' },
  ];

  it.each([
    ['task_create', 'tasks', [{ subject: 'x' }, { title: 'y' }]],
    ['task_create', 'task', '[{"subject":"x"},{"subject":"y"}]'],
    ['task_create', 'title', [{ subject: 'x' }, { subject: 'y' }]],
    ['task_update', 'updates', UPDATES],
    ['task_update', 'updates', JSON.stringify(UPDATES)],
    ['task_update', 'tasks', UPDATES],
    ['task_update', 'patch', UPDATES],
    ['task_update', 'changes', [{ task_id: '5', patch: {} }, { id: 6 }]],
    ['task_delete', 'tasks', [{ id: '5' }, { id: '6' }]],
  ])('%s: %s is told to be one call for each', (tool, key, value) => {
    const [issue, ...more] = issues(tool, { [key]: value });
    expect([issue?.path, more]).toEqual([key, []]);
    expect(issue?.message).toContain(EACH);
    expect(issue).not.toHaveProperty('suggestion');
  });

  it.each([
    ['task_create', { subject: 'x', tags: [{ name: 'a' }, { name: 'b' }] }],
    ['task_create', { subject: 'x', depends_on: [{ task: '1' }, { task: '2' }] }],
    ['task_create', { subject: 'x', comments: [{ text: 'a' }, { text: 'b' }] }],
    ['task_update', { id: '5', expectedVersion: 1, updates: [{ status: 'done' }, { priority: 'high' }] }],
    [
      'task_update',
      { id: '5', expectedVersion: 1, patch: [{ op: 'replace', path: '/status', value: 'done' }] },
    ],
  ])('is not seen in a list of other things: %s %j', (tool, raw) => {
    expect(JSON.stringify(issues(tool, raw))).not.toContain(EACH);
  });
});
