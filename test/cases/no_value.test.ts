import { describe, expect, it } from 'vitest';
import { requireTool } from '../../src/registry.js';
import { issuesOf } from '../gate/schemas.js';
import { MERGE_PATCH_TYPE, send, useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const judge = (tool: string, args: unknown) => issuesOf(requireTool(tool).admit, args);
const change = (patch: object, more: object = {}) => ({ id: '1', expectedVersion: 1, patch, ...more });

const WORDS = ['none', 'None', '"null"', 'N/A', 'n/a', 'nil', '-', '—', '(none)'];
const TEXT_WORDS = [...WORDS, 'TBD', 'to be determined', 'no description'];
const LOST = ['undefined', '[object Object]', 'NaN', '"undefined"'];
/** Texts that hold such a word and say something. */
const TEXTS = ['none of it works', 'TBD by ann', 'undefined is not a function', 'Null pointer', '[object]'];

describe('a word for nothing', () => {
  it.each(TEXT_WORDS)('%j is no description: it leads to what means that there is none', (description) => {
    expect(judge('task_create', { subject: 'x', description })).toMatchObject([
      { path: 'description', code: 'echo', suggestion: null },
    ]);
    expect(judge('task_update', change({ description }, { clear: ['labels'] }))).toMatchObject([
      { path: 'patch.description', suggestion: null },
      { path: 'clear', suggestion: ['labels', 'description'] },
    ]);
  });

  it.each(WORDS)('%j is no label, alone or in a set', (word) => {
    for (const labels of [word, [word], [word, 'none']]) {
      expect(judge('task_create', { subject: 'x', labels })).toMatchObject([
        { path: 'labels', code: 'echo', suggestion: null },
      ]);
      expect(judge('task_update', change({ labels }))).toMatchObject([
        { path: 'patch.labels', suggestion: null },
        { path: 'clear', suggestion: ['labels'] },
      ]);
    }
    expect(judge('task_create', { subject: 'x', labels: ['api', word] })).toMatchObject([
      { path: 'labels[1]', code: 'echo', suggestion: null },
    ]);
    const [issue] = judge('task_list', { label: word });
    expect(issue?.message).toContain('no filter finds the tasks without labels');
    expect(issue).not.toHaveProperty('suggestion');
  });

  it.each(TEXT_WORDS)('%j is no reason: an optional one is left out, a needed one is asked for', (reason) => {
    expect(judge('task_delete', { id: '1', expectedVersion: 1, reason })).toMatchObject([
      { path: 'reason', code: 'echo', suggestion: null },
    ]);
    const [issue] = judge('task_reopen', { id: '1', expectedVersion: 1, reason });
    expect(issue?.message).toMatch(/; say in a few words what is the case\.$/);
    expect(issue).not.toHaveProperty('suggestion');
  });

  it.each(TEXTS)('is not what a text says that holds one: %j', (text) => {
    const patch = { description: text, owner: text };
    expect(requireTool('task_update').admit(change(patch))).toMatchObject({ patch });
    expect(requireTool('task_reopen').admit({ id: '1', reason: text })).toMatchObject({ reason: text });
  });

  it.each([...TEXT_WORDS, ...LOST])('is never judged of a subject: %j', (subject) => {
    expect(requireTool('task_create').admit({ subject })).toEqual({ subject });
  });

  it('is said alike at every door but for the merge patch, which has null', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One', { description: 'Kept', labels: ['kept'] });
    await doors.refused('task_create', { subject: 'x', description: 'none' });
    await doors.refused('task_delete', { id: '1', expectedVersion: 1, reason: 'n/a' });
    for (const patch of [{ description: 'TBD' }, { labels: ['null'] }]) {
      const answer = await send(app(), 'PATCH', `/v1/lists/${doors.list}/tasks/1`, {
        headers: { ...MERGE_PATCH_TYPE, 'if-match': '"1"' },
        raw: JSON.stringify(patch),
      });
      expect(onlyIssue(answer.problem()).message).toMatch(/to empty it send it as null\.$/);
    }
    expect(await doors.tool.task('task_get', { id: '1' })).toMatchObject({
      description: 'Kept',
      labels: ['kept'],
    });
  });
});

describe('a value that a program lost', () => {
  it.each(LOST)('%j is refused, and neither left out nor emptied', (lost) => {
    for (const [tool, args] of [
      ['task_create', { subject: 'x', description: lost }],
      ['task_create', { subject: 'x', owner: lost }],
      ['task_create', { subject: 'x', labels: [lost] }],
      ['task_create', { subject: 'x', labels: lost }],
      ['task_create', { subject: 'x', priority: lost }],
      ['task_update', change({ description: lost })],
      ['task_update', change({ owner: lost })],
      ['task_update', change({ labels: [lost, 'none'] })],
      ['task_list', { owner: lost }],
      ['task_list', { label: lost }],
      ['task_list', { status: lost }],
      ['task_delete', { id: '1', expectedVersion: 1, reason: lost }],
      ['task_reopen', { id: '1', expectedVersion: 1, reason: lost }],
    ] as const) {
      const [issue] = judge(tool, args);
      expect(issue?.code).toBe('lost');
      expect(issue?.message).toMatch(/a program lost the value; send the value itself\.$/);
      expect(issue).not.toHaveProperty('suggestion');
    }
  });

  it('is no name of an agent', async () => {
    const { tool } = openDoors(app());
    const problem = await tool.problem('task_list', {}, { 'tasklatch-agent': 'undefined' });
    expect(onlyIssue(problem)).toMatchObject({ path: 'Tasklatch-Agent', code: 'lost' });
  });
});
