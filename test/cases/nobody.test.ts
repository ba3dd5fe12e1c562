import { describe, expect, it } from 'vitest';
import { requireTool } from '../../src/registry.js';
import { issuesOf } from '../gate/schemas.js';
import { MERGE_PATCH_TYPE, send, useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const judge = (tool: string, args: unknown) => issuesOf(requireTool(tool).admit, args);

const WORDS = [
  ...[
    'none',
    'None',
    '@none',
    '"none"',
    '“none”',
    'nobody',
    'no one',
    'No-One',
    'null',
    '(none)',
    '<none>',
    'nil',
  ],
  ...[
    'TBD',
    'to be assigned',
    'unassign',
    'unassigned',
    'not assigned',
    'n/a',
    'N/A',
    '-',
    '--',
    '—',
    '@',
    '""',
    '[]',
    'unowned',
  ],
];
const NAMES = [
  'agent-7',
  'Nan',
  'Noah',
  'none-1',
  'nobody@example.com',
  'Null Island',
  'user@host',
  'na',
  'a',
];

describe('F2: a word for nobody', () => {
  it.each(WORDS)('%j is no owner: it leads to what means that there is none', (owner) => {
    expect(judge('task_create', { subject: 'x', owner })).toMatchObject([
      { path: 'owner', code: 'owner', suggestion: null },
    ]);
    expect(judge('task_list', { owner })).toMatchObject([
      { path: 'owner', suggestion: null },
      { path: 'unowned', suggestion: true },
    ]);
    const args = { id: '1', expectedVersion: 1, patch: { owner }, clear: ['labels'] };
    expect(judge('task_update', args)).toMatchObject([
      { path: 'patch.owner', suggestion: null },
      { path: 'clear', suggestion: ['labels', 'owner'] },
    ]);
  });

  it.each(NAMES)('is not what a name is: %j', (owner) => {
    expect(requireTool('task_list').admit({ owner })).toEqual({ owner });
  });

  it('is said alike at every door but for the merge patch, which has null', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One', { owner: 'ann' });
    await doors.refused('task_create', { subject: 'x', owner: '@none' });
    await doors.refused('task_list', { owner: 'none' });
    const answer = await send(app(), 'PATCH', `/v1/lists/${doors.list}/tasks/1`, {
      headers: { ...MERGE_PATCH_TYPE, 'if-match': '"1"' },
      raw: JSON.stringify({ owner: 'none' }),
    });
    const issue = onlyIssue(answer.problem());
    expect(issue).toMatchObject({ path: 'patch.owner', suggestion: null });
    expect(issue.message).toMatch(/to empty it send it as null\.$/);
  });
});

describe('F2: the name of an owner as a text shows it', () => {
  it.each([
    ['@agent-8', 'agent-8'],
    [' @ agent-8', 'agent-8'],
    ['@@agent-8', 'agent-8'],
    ['＠agent-8', 'agent-8'],
    ['@"agent 8"', 'agent 8'],
    ['"agent 8"', 'agent 8'],
    ['`agent-8`', 'agent-8'],
  ])('%j is refused, and the name alone suggested', async (owner, name) => {
    for (const [tool, args] of [
      ['task_create', { subject: 'x', owner }],
      ['task_list', { owner }],
    ] as const) {
      const problem = await openDoors(app()).refused(tool, args);
      expect(onlyIssue(problem)).toMatchObject({ path: 'owner', suggestion: name });
    }
    expect(judge('task_update', { id: '1', patch: { owner } })).toMatchObject([{ suggestion: name }]);
  });

  it('is refused where a text cut it, since it names somebody else', () => {
    const [issue] = judge('task_list', { owner: 'a-very-long-name-of-an-ag…' });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain('task_get shows the whole name');
  });
});

describe('F2: tasks without an owner', () => {
  it('are listed at every door, page by page, and so are the others', async () => {
    const doors = openDoors(app());
    for (const owner of [null, 'ann', null, 'bob', null])
      await doors.tool.create('One', owner ? { owner } : {});
    for (const client of doors.all) {
      const idsOf = async (args: object) => {
        const { tasks } = await client.value<{ tasks: { id: string }[] }>('task_list', { ...args });
        return tasks.map(({ id }) => id);
      };
      expect(await idsOf({ unowned: true })).toEqual(['1', '3', '5']);
      expect(await idsOf({ unowned: false })).toEqual(['2', '4']);
      for (const order of ['number', 'priority']) {
        const { nextCursor: cursor } = await client.value('task_list', {
          unowned: true,
          ready: true,
          order,
          limit: 2,
        });
        expect(await idsOf({ unowned: true, ready: true, order, limit: 2, cursor })).toEqual(['5']);
        expect((await client.problem('task_list', { ready: true, order, limit: 2, cursor })).code).toBe(
          'INVALID_INPUT',
        );
      }
    }
    const problem = await doors.refused('task_list', { unowned: true, owner: 'ann' });
    expect(onlyIssue(problem)).toMatchObject({ path: 'unowned', code: 'conflict' });
  });
});
