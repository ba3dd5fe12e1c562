import { describe, expect, it } from 'vitest';
import { requireTool } from '../../../src/registry.js';
import { useApp } from '../../http/harness.js';
import { openDoors } from '../../support/doors.js';
import { issuesOf } from '../schemas.js';

const app = useApp();

const UPDATE = { id: '1', expectedVersion: 1 };

const judge = (tool: string, args: object) => issuesOf(requireTool(tool).admit, args);

/** The tool, the arguments, the argument that two of them stand for, and the two. */
const CONTESTS: readonly (readonly [tool: string, args: object, path: string, keys: readonly string[]])[] = [
  ['task_delete', { taskId: '1', number: '2', expectedVersion: 1 }, 'id', ['taskId', 'number']],
  ['task_get', { taskId: '1', task: '2' }, 'id', ['taskId', 'task']],
  ['task_create', { title: 'Fix login', summary: 'Users cannot log in' }, 'subject', ['title', 'summary']],
  ['task_create', { subject: 'x', tags: ['a'], categories: ['b'] }, 'labels', ['tags', 'categories']],
  [
    'task_create',
    { subject: 'x', dependsOn: ['1'], requires: ['2'] },
    'blockedBy',
    ['dependsOn', 'requires'],
  ],
  ['task_create', { subject: 'x', body: 'a', notes: 'b' }, 'description', ['body', 'notes']],
  ['task_create', { subject: 'x', content: 'a', text: 'b' }, 'description', ['content', 'text']],
  ['task_create', { subject: 'x', assignee: 'ann', assignedTo: 'bob' }, 'owner', ['assignee', 'assignedTo']],
  ['task_list', { assignee: 'ann', user: 'bob' }, 'owner', ['assignee', 'user']],
  ['task_reopen', { ...UPDATE, why: 'a', note: 'b' }, 'reason', ['why', 'note']],
  [
    'task_update',
    { ...UPDATE, changes: { status: 'in_progress' }, fields: { priority: 'low' } },
    'patch',
    ['changes', 'fields'],
  ],
  [
    'task_update',
    { ...UPDATE, patch: { title: 'a', name: 'b' } },
    'patch.subject',
    ['patch.title', 'patch.name'],
  ],
  [
    'task_update',
    { ...UPDATE, assignee: 'ann', patch: { priority: 'low', assigned_to: 'bob' } },
    'patch.owner',
    ['assignee', 'patch.assigned_to'],
  ],
  [
    'task_update',
    { ...UPDATE, status: 'done', fields: { status: 'cancelled' } },
    'patch.status',
    ['status', 'fields'],
  ],
];

describe('F6: two keys that stand for one argument with different values', () => {
  it.each(CONTESTS)('of %s %j are told that both do: %s', (tool, args, path, keys) => {
    const issues = judge(tool, args);
    const found = issues.filter(({ code }) => code === 'unknown_key');
    expect(found.map((issue) => issue.path).sort()).toEqual([...keys].sort());
    for (const issue of found) {
      const both = `is not known; ${keys.join(', ')} stand for ${path} and differ: send what is meant as ${path}; `;
      expect(issue.message.startsWith(`${issue.path} ${both}`)).toBe(true);
    }
    expect(issues.filter((issue) => 'suggestion' in issue)).toEqual([]);
  });

  it('are refused alike at every door', async () => {
    for (const client of openDoors(app()).all) {
      const { issues = [] } = await client.problem('task_create', {
        subject: 'x',
        tags: ['a'],
        categories: ['b'],
      });
      expect(issues.map(({ path, suggestion }) => [path, suggestion])).toEqual([
        ['tags', undefined],
        ['categories', undefined],
      ]);
    }
  });

  it('let no part of the object be suggested in which one of them stands', () => {
    const issues = judge('task_update', { ...UPDATE, priority: 'low', tags: ['a'], categories: ['b'] });
    expect(issues.map(({ path, suggestion }) => [path, suggestion])).toEqual([
      ['priority', 'patch.priority'],
      ['tags', undefined],
      ['categories', undefined],
      ['patch', undefined],
    ]);
  });

  it('are named as far as a message has room', () => {
    const args = { title: 'a', name: 'b', summary: 'c', heading: 'd', task: 'e' };
    expect(judge('task_create', args)[0]?.message).toContain(
      'title, name, summary, heading stand for subject',
    );
  });
});

describe('F6: two keys that stand for one argument', () => {
  it.each<[string, object, string, unknown]>([
    ['task_get', { taskId: '1', number: 1 }, 'id', '1'],
    ['task_create', { title: 'A', summary: 'A' }, 'subject', 'A'],
    [
      'task_update',
      { ...UPDATE, set: { status: 'done' }, fields: { status: 'done' } },
      'patch',
      { status: 'done' },
    ],
  ])('and say the same are each renamed: %s %j', (tool, args, path, value) => {
    const issues = judge(tool, args);
    expect(issues.map(({ suggestion }) => suggestion)).toEqual([path, path, value]);
  });

  it('of which one says nothing are the other one', () => {
    for (const summary of [null, '']) {
      const [title, idle, subject] = judge('task_create', { title: 'A', summary });
      expect(title?.suggestion).toBe('subject');
      expect(idle).not.toHaveProperty('suggestion');
      expect(idle?.message).toContain('summary is not known; leave it out; ');
      expect(subject?.suggestion).toBe('A');
    }
  });

  it('of which one can stand for another argument stand for both', () => {
    for (const args of [
      { title: 'A', content: 'B' },
      { text: 'B', name: 'A' },
    ]) {
      const found = judge('task_create', args).map(({ path, suggestion }) => [path, suggestion]);
      const right = { title: 'subject', name: 'subject', content: 'description', text: 'description' };
      const keys = Object.keys(args) as (keyof typeof right)[];
      expect(found).toEqual([...keys.map((key) => [key, right[key]]), ['subject', 'A']]);
    }
  });

  it('are told that the argument is given where it is', () => {
    const issues = judge('task_create', { subject: 'A', title: 'B', heading: 'C' });
    for (const { message } of issues) expect(message).toContain('subject is given with another value');
  });
});
