import { describe, expect, test } from 'vitest';
import { useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

describe('F6: no hint after which more or other than the meant happens', () => {
  test.each([
    [
      'task_create',
      { subject: 'x', dryRun: true },
      'dryRun is not known; nothing restricts this write or tries it first',
    ],
    [
      'task_create',
      { subject: 'x', parents: ['1'] },
      'parents is not known; tasks have no parents or children here',
    ],
    [
      'task_create',
      { subject: 'x', parent: '1' },
      'parent is not known; tasks have no parents or children here',
    ],
    [
      'task_create',
      { subject: 'x', note: 'y' },
      'note is not known; there are no notes or comments; what the task has to say',
    ],
    [
      'task_create',
      { subject: 'x', dueDate: 'friday' },
      'dueDate is not known; nothing happens at a time here',
    ],
    [
      'task_create',
      { subject: 'x', after: '2026-12-01' },
      'after is not known; blockedBy takes the ids of the tasks',
    ],
    [
      'task_create',
      { subject: 'x', status: 'done' },
      'status is not known; a new task is pending; task_update sets',
    ],
    ['task_create', { subject: 'x', id: '7' }, 'id is not known; the service gives each task its id'],
    [
      'task_create',
      { subject: 'x', title: 'y' },
      'title is not known, and subject is given with another value',
    ],
    [
      'task_history',
      { id: '1', since: '2026-01-01' },
      'since is not known; there is no such filter: without it the answer',
    ],
    ['task_list', { parent: '1' }, 'parent is not known; tasks have no parents or children here'],
    [
      'task_list',
      { after: '2026-01-01' },
      'after is not known; cursor takes nextCursor of the page before, and no time',
    ],
    [
      'task_list',
      { sessions: 's1' },
      'sessions is not known, and nothing here stands for it; send the call without it only if',
    ],
  ])('%s %j', async (tool, args, message) => {
    const issue = onlyIssue(await openDoors(app()).refused(tool, args));
    expect(issue.message).toContain(message);
    expect(issue.message).not.toMatch(/leave it out|; use |send it as/);
    expect(issue).not.toHaveProperty('suggestion');
  });

  test('a new task is pending anyway, and ids may stand under after', async () => {
    const doors = openDoors(app());
    const pending = onlyIssue(await doors.refused('task_create', { subject: 'x', status: 'pending' }));
    expect(pending.message).toContain('status is not known; leave it out; a new task is pending');
    const after = onlyIssue(await doors.refused('task_create', { subject: 'x', after: ['1'] }));
    expect(after).toMatchObject({ suggestion: 'blockedBy' });
  });

  test('a version that a create was to be held back by is not to be left out', async () => {
    const { tool } = openDoors(app());
    const { message } = onlyIssue(await tool.problem('task_create', { subject: 'x' }, { 'if-match': '"1"' }));
    expect(message).toContain('takes no If-Match');
    expect(message).toContain('send it without only if it is meant as it stands');
  });
});
