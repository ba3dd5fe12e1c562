import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGate } from '../../../src/gate/gate.js';
import { requireTool, TOOLS } from '../../../src/registry.js';
import { EventsQuery, ListsQuery } from '../../../src/routes/lists.js';
import { useApp } from '../../http/harness.js';
import { onlyIssue, openDoors } from '../../support/doors.js';
import { runs } from '../../support/property_runs.js';
import { issuesOf } from '../schemas.js';

const app = useApp();

const GATES = [
  ...TOOLS.map(({ name, admit, examples }) => [name, admit, examples[0]?.arguments ?? {}] as const),
  ['GET /v1/lists', compileGate(ListsQuery), {}] as const,
  ['GET events', compileGate(EventsQuery), {}] as const,
];

const said = (admit: (raw: unknown) => unknown, args: object, key: string, value: unknown) => {
  const issue = issuesOf(admit, { ...args, [key]: value }).find(({ path }) => path === key);
  return { message: issue?.message ?? '', suggestion: issue?.suggestion };
};

/** By which callers narrow, place in time, guard or try what they ask for. */
const RESTRICTING = [
  ...[
    'dryRun',
    'dry_run',
    'preview',
    'validateOnly',
    'confirm',
    'requireConfirmation',
    'onlyIf',
    'ifUnchanged',
  ],
  ...['expiresAt', 'ttl', 'dueDate', 'deadline', 'scheduledFor', 'startAt', 'remindAt', 'repeat', 'timeout'],
  ...[
    'since',
    'until',
    'createdAfter',
    'updatedBefore',
    'dateRange',
    'query',
    'search',
    'where',
    'assignedBy',
  ],
  ...['parent', 'parentId', 'parents', 'subtasks', 'project', 'milestone', 'board', 'maxAttempts', 'unique'],
  ...['upsert', 'overwrite', 'atomic', 'private', 'visibility', 'locked', 'estimate', 'fields', 'include'],
];

describe.each(GATES)('F6: an argument that %s does not have', (_name, admit, args) => {
  it.each(RESTRICTING)('is not to be left out nor renamed where it restricts: %s', (key) => {
    for (const value of ['2026-01-01', true, 5]) {
      const { message, suggestion } = said(admit, args, key, value);
      expect(message).toContain('not known');
      expect(message).not.toMatch(/leave it out|; use |send it as/);
      expect(suggestion).toBeUndefined();
    }
  });

  it('is to be left out only where it says nothing, remarks on the call, or says what is done anyway', () => {
    for (const value of [null, '', [], {}])
      expect(said(admit, args, 'zebra', value).message).toContain('leave it out');
    for (const key of ['_comment', '$schema', 'thought', 'explanation']) {
      const { message, suggestion } = said(admit, args, key, 'Because.');
      // A tool that takes a reason is told so, and one that keeps text where that belongs.
      if (/comment/.test(key) && message.includes('description'))
        expect(message).not.toContain('leave it out');
      else if (suggestion === undefined) expect(message).toContain('leave it out');
      else expect(suggestion).toBe('reason');
    }
    expect(said(admit, args, 'includeDeleted', false).message).toContain('leave it out');
    expect(said(admit, args, 'includeCompleted', false).message).not.toContain('leave it out');
  });

  it('is never to be left out whatever its name, where it holds something', () => {
    const name = fc.stringMatching(/^zq[a-z]{8,20}$/);
    const value = fc.oneof(fc.boolean(), fc.integer(), fc.string({ minLength: 1 }), fc.constant(['a']));
    fc.assert(
      fc.property(name, value, (key, held) => {
        const { message } = said(admit, args, key, held);
        expect(message).toContain('send the call without it only if that is still meant');
        expect(message).not.toContain('leave it out');
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('what is meant to be kept is not said to be left out', () => {
  const admitOf = (name: string) => requireTool(name).admit;
  const change = (patch: object) => ({ id: '1', expectedVersion: 1, patch });
  const messageOf = (tool: string, args: object) => issuesOf(admitOf(tool), args)[0]?.message ?? '';

  it.each(['meta', 'metadata', 'customFields', '$comment', '_comment', 'comment'])(
    '%s with content',
    (key) => {
      for (const value of ['Call Ann first.', { sprint: 4 }]) {
        const created = messageOf('task_create', { subject: 'x', [key]: value });
        const changed = messageOf('task_update', change({ [key]: value }));
        for (const message of [created, changed]) {
          expect(message).not.toContain('leave it out');
          expect(message).toContain('description');
        }
      }
      expect(messageOf('task_create', { subject: 'x', [key]: {} })).toContain('leave it out');
    },
  );

  it.each(['completedAt', 'completed_at', 'closedAt', 'finishedAt'])('%s, which completes a task', (key) => {
    const alone = messageOf('task_update', change({ [key]: '2026-01-01' }));
    expect(alone).not.toContain('leave it out');
    expect(alone).toContain('to complete the task send status done; the service sets completedAt itself');
    const created = messageOf('task_create', { subject: 'x', [key]: '2026-01-01' });
    expect(created).not.toMatch(/leave it out|send status done/);
  });

  it('but is where the rest of the call says it, or a whole task came back', () => {
    const completedAt = '2026-01-01T00:00:00.000Z';
    expect(messageOf('task_update', change({ status: 'done', completedAt }))).toContain(
      'leave it out; the service sets completedAt itself',
    );
    const whole = { completedAt, openBlockers: [], createdAt: completedAt, subject: 'x' };
    expect(messageOf('task_update', change(whole))).toContain('leave it out');
    expect(messageOf('task_update', change({ createdAt: completedAt }))).toContain(
      'leave it out; the service sets it, and no call changes it',
    );
  });

  it('at every door alike', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    await doors.refused('task_create', { subject: 'x', metadata: { sprint: 4 } });
    const issue = onlyIssue(await doors.refused('task_update', change({ completedAt: '2026-01-01' })));
    expect(issue).not.toHaveProperty('suggestion');
  });
});
