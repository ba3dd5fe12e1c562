import { describe, expect, it } from 'vitest';
import { requireTool } from '../../../src/registry.js';
import { issuesOf } from '../schemas.js';

const { admit: update } = requireTool('task_update');
const CALL = { id: '1', expectedVersion: 1, patch: { status: 'done' } };

describe('fillers beside a patch', () => {
  it.each([
    [{ labels: null, owner: null }],
    [{ subject: null, description: null, priority: null, status: null }],
    [{ addBlockedBy: null, removeBlockedBy: null }],
  ])('null under the name of a field says that it is not given: %j', (more) => {
    expect(update({ ...CALL, ...more })).toEqual(CALL);
    const cleared = { ...CALL, patch: {}, clear: ['owner'] };
    expect(update({ ...cleared, ...more })).toEqual(cleared);
  });

  it('is passed over beside other faults', () => {
    const issues = issuesOf(update, { ...CALL, labels: null, zebra: 1 });
    expect(issues.map(({ path }) => path)).toEqual(['zebra']);
  });

  it.each([
    [{ id: '1', expectedVersion: 1, patch: {}, owner: null }],
    [{ id: '1', expectedVersion: 1, patch: { status: null }, owner: null }],
    [{ ...CALL, assignee: null }],
  ])('is none where the patch gives nothing, or by another name: %j', (args) => {
    expect(issuesOf(update, args)).toMatchObject([
      { code: 'unknown_key', message: expect.stringContaining('send clear: ["owner"]') },
      { path: 'clear', code: 'implied', suggestion: ['owner'] },
    ]);
  });

  it.each([[{ addBlockedBy: [] }], [{ removeBlockedBy: [] }]])('no edges are left out: %j', (more) => {
    const [issue, ...others] = issuesOf(update, { ...CALL, ...more });
    expect(others).toEqual([]);
    expect(issue?.message).toContain('does not belong here; leave it out; the arguments are');
    expect(issue).not.toHaveProperty('suggestion');
  });

  it.each([[{ labels: [] }], [{ tags: [] }]])('of no labels both meanings are named: %j', (more) => {
    const [issue, ...others] = issuesOf(update, { ...CALL, ...more });
    expect(others).toEqual([]);
    expect(issue?.message).toContain(
      '; leave it out to keep the labels there are, or send it as patch.labels',
    );
    expect(issue).not.toHaveProperty('suggestion');
  });
});
