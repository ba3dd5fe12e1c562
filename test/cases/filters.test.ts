import { describe, expect, it } from 'vitest';
import { requireTool } from '../../src/registry.js';
import { issuesOf } from '../gate/schemas.js';
import { useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const judge = (tool: string, args: unknown) => issuesOf(requireTool(tool).admit, args);

describe('a filter that is to let everything through', () => {
  it.each(['*', 'all', 'ANY', '@all', '"all"', 'everyone', 'anybody'])('owner %j', async (owner) => {
    const issue = onlyIssue(await openDoors(app()).refused('task_list', { owner }));
    expect(issue).toMatchObject({ path: 'owner', code: 'all', suggestion: null });
    expect(issue.message).toContain('leave owner out for all');
  });

  it.each(['*', 'all', 'any', 'Any'])('label, status and ready %j', async (word) => {
    const doors = openDoors(app());
    for (const path of ['label', 'status', 'ready']) {
      const issue = onlyIssue(await doors.refused('task_list', { [path]: word }));
      expect(issue).toMatchObject({ path, suggestion: null });
      expect(issue.message).toContain(`leave ${path} out for all`);
    }
  });
});

describe('a filter that is no one exact owner', () => {
  it.each(['!ann', '-ann', 'not ann', 'owner != ann', '!none'])('excludes: %j', async (owner) => {
    const issue = onlyIssue(await openDoors(app()).refused('task_list', { owner }));
    expect(issue).toMatchObject({ path: 'owner', code: 'owner' });
    expect(issue.message).toContain('one exact owner is taken; unowned says whether there is one');
    expect(issue).not.toHaveProperty('suggestion');
  });

  it.each(['a,b', 'ann, bob', 'a OR b', 'ann or bob', 'ann|bob', '["ann","bob"]', 'agent-*'])(
    'means several: %j',
    async (owner) => {
      const issue = onlyIssue(await openDoors(app()).refused('task_list', { owner }));
      expect(issue.message).toContain(
        'one exact owner is taken: one call for each; for nobody send unowned: true',
      );
      expect(issue).not.toHaveProperty('suggestion');
    },
  );

  it.each(['Smith, John', 'R&D', 'agent-7', 'all-hands', 'Ann Or', 'not', 'Tom and Jerry', 'a-b'])(
    'is not what a name is: %j',
    (owner) => {
      expect(requireTool('task_list').admit({ owner })).toEqual({ owner });
    },
  );
});

it.each(['me', 'self', '@me', 'Myself', '"me"'])(
  '%j is no name of an owner, nor of an agent',
  async (owner) => {
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['task_list', { owner }],
      ['task_create', { subject: 'x', owner }],
      ['task_update', { id: '1', expectedVersion: 1, patch: { owner } }],
    ];
    for (const [tool, args] of calls) {
      const [issue, ...others] = judge(tool, args);
      expect(others).toEqual([]);
      expect(issue?.message).toContain('send the name by which others know the one that is meant');
      expect(issue).not.toHaveProperty('suggestion');
    }
    const problem = await openDoors(app()).tool.problem('task_list', {}, { 'tasklatch-agent': owner });
    expect(onlyIssue(problem).message).toContain('by which others know the agent');
  },
);

it.each(['ready', 'unblocked', 'not blocked', 'available'])(
  'status %j leads to ready: true',
  async (status) => {
    const issue = onlyIssue(await openDoors(app()).refused('task_list', { status }));
    expect(issue.message).toContain('leave status out and send ready: true');
    expect(issue).not.toHaveProperty('suggestion');
  },
);
