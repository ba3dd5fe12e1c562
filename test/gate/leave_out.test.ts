import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import { TOOLS } from '../../src/registry.js';
import { EventsQuery } from '../../src/routes/events.js';
import { ListsQuery } from '../../src/routes/lists.js';
import { runs } from '../support/property_runs.js';
import { issuesOf } from './schemas.js';

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
      // A tool that takes a reason is told so.
      if (suggestion === undefined) expect(message).toContain('leave it out');
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
