import { describe, expect, it } from 'vitest';
import { requireTool } from '../../../src/registry.js';
import { MERGE_PATCH_TYPE, send, useApp } from '../../http/harness.js';
import { onlyIssue, openDoors } from '../../support/doors.js';
import { issuesOf } from '../schemas.js';

const app = useApp();

const judge = (tool: string, args: unknown) => issuesOf(requireTool(tool).admit, args);
const patched = (patch: unknown, more: object = {}) =>
  judge('task_update', { id: '1', expectedVersion: 1, patch, ...more });
const WHOLE = 'labels sets the whole set: send all labels that the task should have';
const NO_EXCLUSION = 'there is no filter that excludes';

describe('F6: labels that are to be added or taken away', () => {
  it.each([
    [['+urgent']],
    ['+urgent -ui'],
    ['+urgent, -ui'],
    [['...existing', 'urgent']],
    [['remove ui']],
    [['add: urgent']],
    [['-ui']],
    [['urgent +ui']],
    [{ add: ['urgent'] }],
    [{ $push: 'urgent' }],
    [[{ op: 'add', value: 'urgent' }]],
  ])('%j are not suggested as the whole set', (labels) => {
    const issues = patched({ labels });
    for (const issue of issues) expect(issue).not.toHaveProperty('suggestion');
    expect(issues[0]?.message).toContain(WHOLE);
  });

  it.each(['C++', 'C#', 'a*', 'москва api', 'straße'])(
    '%j is not suggested without what tells it',
    (label) => {
      expect(patched({ labels: [label] })[0]).not.toHaveProperty('suggestion');
    },
  );

  it.each([
    ['#Bug', 'bug'],
    ['Needs Review', 'needs-review'],
    ['Café', 'cafe'],
    ['Add-on', 'add-on'],
  ])('but %j is a label: %j', (label, suggestion) => {
    expect(patched({ labels: [label] })[0]).toMatchObject({ suggestion });
  });

  it.each(['labels[0]', 'labels.api', 'labels/0', 'labels: api'])(
    'clear takes no part of a field: %j',
    (field) => {
      const [issue] = patched({}, { clear: [field] });
      expect(issue).not.toHaveProperty('suggestion');
      expect(issue?.message).toContain('clear empties a field whole');
    },
  );
});

describe('F22: operations in place of fields', () => {
  const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });

  it.each([
    [[replace('/owner', null)], {}, ['owner']],
    [[{ op: 'remove', path: '/owner' }], {}, ['owner']],
    [{ op: 'remove', path: '/labels' }, {}, ['labels']],
    [[replace('/status', 'done'), { op: 'remove', path: '/owner' }], { status: 'done' }, ['owner']],
  ])('%j lead to clear where they take away', (operations, fields, clear) => {
    const [patch, means, ...others] = patched(operations);
    expect(others).toEqual([]);
    expect(patch).toMatchObject({ path: 'patch', suggestion: fields });
    expect(means).toMatchObject({ path: 'clear', suggestion: clear });
  });

  it.each([
    [[{ op: 'add', path: '/labels', value: 'x' }], WHOLE],
    [[{ op: 'add', path: '/labels/-', value: 'x' }], WHOLE],
    [{ op: 'remove', path: '/labels/0' }, WHOLE],
    [[{ op: 'add', path: '/blockedBy/-', value: '5' }], 'addBlockedBy adds'],
    [[{ op: 'test', path: '/status', value: 'pending' }, replace('/status', 'done')], 'expectedVersion'],
    [[{ op: 'remove', path: '/priority' }], 'to empty it name it in clear'],
  ])('%j are not guessed where no field says the same', (operations, says) => {
    const [issue, ...others] = patched(operations);
    expect(others).toEqual([]);
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain(says);
  });
});

describe('F22: null and the blockers in a patch', () => {
  it('null under another name leads to clear, and keeps what else is to be emptied', () => {
    const issues = patched({ assignee: null, details: null, status: 'done' }, { clear: ['labels'] });
    expect(issues.filter(({ path }) => path !== 'clear').map(({ suggestion }) => suggestion)).toEqual([
      undefined,
      undefined,
    ]);
    expect(issues.find(({ path }) => path === 'clear')).toMatchObject({
      suggestion: ['labels', 'owner', 'description'],
    });
  });

  it('null under another name of owner lists neither all tasks nor some', () => {
    const [issue] = judge('task_list', { assignee: null });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain('send unowned: true');
  });

  it('null under another name empties the field of a merge patch', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One', { owner: 'ann' });
    const answer = await send(app(), 'PATCH', `/v1/lists/${doors.list}/tasks/1`, {
      headers: { ...MERGE_PATCH_TYPE, 'if-match': '"1"' },
      raw: JSON.stringify({ assignee: null }),
    });
    expect(onlyIssue(answer.problem())).toMatchObject({ path: 'patch.assignee', suggestion: 'owner' });
  });

  it.each([
    { blockedBy: ['5'] },
    { setBlockedBy: ['5'] },
    { blockedBy: [] },
    { dependsOn: [] },
    { dependsOn: null },
    { blockers: null },
  ])('%j names what adds and what takes away, and suggests neither', (patch) => {
    const [issue] = patched(patch);
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toMatch(/addBlockedBy adds .*, removeBlockedBy takes away/);
    expect(issue?.message).not.toContain('leave it out');
  });
});

describe('F6: a sign that excludes', () => {
  const keys = ['status!', 'owner!', 'label!', 'ready!', 'status~', 'status-', 'status<>done', '!status'];
  it.each([...keys, 'status_ne', 'owner[not]', 'limit<'])('is no key of a filter: %j', (key) => {
    const [issue] = judge('task_list', { [key]: 'done' });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain(NO_EXCLUSION);
    expect(issue?.message).not.toContain('leave it out');
  });

  it('is no key of a write', () => {
    expect(patched({ 'status!': 'done' })[0]).not.toHaveProperty('suggestion');
  });

  it.each([
    ['status', '!done'],
    ['label', '-ui'],
  ])('is no value of %s: %j', async (key, value) => {
    const issue = onlyIssue(await openDoors(app()).refused('task_list', { [key]: value }));
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue.message).toContain(NO_EXCLUSION);
  });

  it.each(['status!=done', 'owner!=ann', 'status<>done', 'status~=done', 'status-=done'])(
    'is said of the query %s',
    async (query) => {
      const { list } = openDoors(app());
      const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks?${query}`);
      const issue = onlyIssue(answer.problem());
      expect(issue).not.toHaveProperty('suggestion');
      expect(issue.message).toContain(NO_EXCLUSION);
    },
  );
});

describe('F6: what is about another task', () => {
  it.each([
    { type: 'blocks', id: '1' },
    { id: '1', list: 'other' },
    { id: '1', direction: 'outward' },
  ])('the id in %j is not suggested', (object) => {
    for (const [tool, args] of [
      ['task_create', { subject: 'x', blockedBy: [object] }],
      ['task_get', { id: object }],
    ] as const)
      expect(judge(tool, args)[0]).not.toHaveProperty('suggestion');
  });

  it('but the id in an object that only describes the task is', () => {
    const blockedBy = [{ id: '1', subject: 'One', status: 'done' }];
    expect(judge('task_create', { subject: 'x', blockedBy })[0]).toMatchObject({ suggestion: '1' });
  });

  it('the version of another task is not suggested', () => {
    const update = (id: string) =>
      judge('task_update', { id, expectedVersion: '#4 v3 [pending] Four', patch: { status: 'done' } })[0];
    expect(update('1')).not.toHaveProperty('suggestion');
    expect(update('1')?.message).toContain('about #4');
    expect(update('4')).toMatchObject({ suggestion: 3 });
  });
});
