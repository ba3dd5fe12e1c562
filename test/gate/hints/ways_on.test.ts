import { describe, expect, it } from 'vitest';
import { requireTool } from '../../../src/registry.js';
import { MERGE_PATCH_TYPE, send, useApp } from '../../http/harness.js';
import { onlyIssue, openDoors } from '../../support/doors.js';
import { issuesOf } from '../schemas.js';

const app = useApp();

const judge = (tool: string, args: unknown) => issuesOf(requireTool(tool).admit, args);
const change = (patch: object, more: object = {}) => ({ id: '1', expectedVersion: 1, patch, ...more });

describe('a flag in place of the status', () => {
  it.each([
    ['done', 'done'],
    ['is_completed', 'done'],
    ['started', 'in_progress'],
    ['cancelled', 'cancelled'],
    ['blocked', 'blocked'],
  ])('%s: true leads to status %s', (key, status) => {
    for (const args of [change({ [key]: true }), change({ status, [key]: true })]) {
      expect(judge('task_update', args)).toMatchObject([
        { path: `patch.${key}`, code: 'unknown_key' },
        { path: 'patch.status', code: 'implied', suggestion: status },
      ]);
    }
  });

  it.each([
    { open: true },
    { closed: true },
    { done: false },
    { done: true, status: 'pending' },
    { done: true, started: true },
  ])('%j leads to none, since another one may be meant', (patch) => {
    for (const issue of judge('task_update', change(patch))) {
      expect(issue.message).toContain('send as status the one that is meant');
      expect(issue.message).not.toContain('leave it out');
      expect(issue).not.toHaveProperty('suggestion');
    }
  });

  it('is told alike at every door', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    await doors.refused('task_update', change({ open: true }));
    const answer = await send(app(), 'PATCH', `/v1/lists/${doors.list}/tasks/1`, {
      headers: { ...MERGE_PATCH_TYPE, 'if-match': '"1"' },
      raw: JSON.stringify({ done: true }),
    });
    expect(answer.problem().issues).toMatchObject([
      { path: 'patch.done' },
      { path: 'patch.status', suggestion: 'done' },
    ]);
  });
});

describe('several tasks in one call', () => {
  it.each<[string, unknown]>([
    ['task_update', { ids: ['1', '2'], patch: { status: 'done' } }],
    ['task_update', { id: ['1', '2'], expectedVersion: 1, patch: { status: 'done' } }],
    ['task_delete', { ids: ['1', '2'] }],
    ['task_get', { id: 'all' }],
    ['task_create', { tasks: [{ subject: 'a' }, { subject: 'b' }] }],
    ['task_create', { subject: ['a', 'b'] }],
    ['task_create', [{ subject: 'a' }, { subject: 'b' }]],
  ])('%s %j is told to be one call for each', (tool, args) => {
    const [issue] = judge(tool, args);
    expect(issue?.message).toContain('one call is for one task: make one call for each');
    expect(issue).not.toHaveProperty('suggestion');
  });
});

describe('all blockers of a task', () => {
  it.each(['blockedBy', 'dependencies'])('cannot be cleared: %s', async (field) => {
    const { tool, mcp } = openDoors(app());
    await tool.create('One');
    for (const client of [tool, mcp]) {
      const problem = await client.problem('task_update', change({}, { clear: [field] }));
      expect(onlyIssue(problem).message).toContain('name each of its blockers in patch.removeBlockedBy');
    }
  });

  it.each(['all', ['all'], ['*']])('are named one by one: removeBlockedBy %j', async (removeBlockedBy) => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    const issue = onlyIssue(await doors.refused('task_update', change({ removeBlockedBy })));
    expect(issue.message).toContain('name each id (task_get shows what the task waits for)');
    expect(issue).not.toHaveProperty('suggestion');
  });
});
