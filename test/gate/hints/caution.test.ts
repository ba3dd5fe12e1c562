import { describe, expect, it } from 'vitest';
import { requireTool } from '../../../src/registry.js';
import { issuesOf } from '../schemas.js';

const create = (key: string) => issuesOf(requireTool('task_create').admit, { subject: 'x', [key]: ['a'] });
const update = (patch: object, more = {}) =>
  issuesOf(requireTool('task_update').admit, { id: '1', patch: { priority: 'low', ...patch }, ...more });

const PATCH_KEYS =
  'patch takes status, subject, description, priority, owner, labels, addBlockedBy, removeBlockedBy';
const WHOLE_SET = 'labels sets the whole set: send all labels that the task should have';
const ADDS = 'addBlockedBy adds to the tasks that this one waits for, removeBlockedBy takes away';

describe('a key that would set what the caller means to add to', () => {
  it.each([
    'addLabels',
    'add_labels',
    'addTag',
    'appendLabels',
    'removeLabels',
    'remove_tags',
    'deleteLabel',
    'unlabel',
    'label',
    'tag',
  ])(
    'names no key for %s in a patch, nor says to leave it out, since either would do another thing',
    (key) => {
      const [issue, ...others] = update({ [key]: ['a'] });
      expect(others).toStrictEqual([]);
      expect(issue).not.toHaveProperty('suggestion');
      expect(issue?.message).toBe(`patch.${key} is not known; ${WHOLE_SET}; ${PATCH_KEYS}.`);
    },
  );

  it('says so too beside the patch and beside labels', () => {
    for (const issues of [update({}, { addLabels: ['a'] }), update({ labels: ['a'], addLabels: ['b'] })]) {
      expect(issues[0]).not.toHaveProperty('suggestion');
      expect(issues[0]?.message).toContain(`addLabels is not known; ${WHOLE_SET}; `);
    }
  });

  it('names labels on a create, where there is nothing to add to', () => {
    const [issue] = create('addLabels');
    expect(issue?.suggestion).toBe('labels');
    expect(issue?.message).toContain(`use labels; ${WHOLE_SET}; `);
  });

  it.each(['tags', 'lables'])('has nothing to add to labels for %s', (key) => {
    const [issue] = update({ [key]: ['a'] });
    expect(issue?.message).toBe(`patch.${key} is not known; use labels; ${PATCH_KEYS}.`);
  });
});

describe('a key that would add where the caller means to set', () => {
  it.each(['dependsOn', 'deps', 'blockers'])(
    'says with addBlockedBy for %s in a patch that it adds',
    (key) => {
      const [issue] = update({ [key]: ['2'] });
      expect(issue?.suggestion).toBe('addBlockedBy');
      expect(issue?.message).toBe(`patch.${key} is not known; use addBlockedBy; ${ADDS}; ${PATCH_KEYS}.`);
    },
  );

  it.each([...['blockedBy', 'blocked_by', 'setBlockedBy'], ...['unblockedBy', 'blocked', 'notBlockedBy']])(
    'names no key for %s and says what there is',
    (key) => {
      const [issue] = update({ [key]: ['2'] });
      expect(issue).not.toHaveProperty('suggestion');
      expect(issue?.message).toBe(`patch.${key} is not known; ${ADDS}; ${PATCH_KEYS}.`);
    },
  );

  it('says so too beside the patch', () => {
    const [issue] = update({}, { blockedBy: ['2'] });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain(`blockedBy does not belong here; ${ADDS}; `);
  });

  it('has nothing to add where the name says to add or to take away, nor on a create', () => {
    for (const [key, right] of [
      ['addBlockers', 'addBlockedBy'],
      ['add_dependencies', 'addBlockedBy'],
      ['removeDependency', 'removeBlockedBy'],
      ['unblock', 'removeBlockedBy'],
    ] as const) {
      const [issue] = update({ [key]: ['2'] });
      expect(issue?.message).toBe(`patch.${key} is not known; use ${right}; ${PATCH_KEYS}.`);
    }
    expect(create('dependsOn')[0]?.message).toContain('dependsOn is not known; use blockedBy; the arguments');
  });
});

it('a label that is to be left out of a page is not suggested as the one to look for', () => {
  const list = requireTool('task_list').admit;
  for (const label of ['!bug', '-bug', '!=bug']) {
    expect(issuesOf(list, { label })[0]).not.toHaveProperty('suggestion');
  }
});

describe('a page that is asked for by its number', () => {
  const list = requireTool('task_list').admit;
  const PAGES =
    'the first page needs no cursor, and the next one has nextCursor of the page before as cursor';

  it.each([
    ['page', 1],
    ['offset', 0],
    ['start', '0'],
  ])('is to be left out for the first page: %s %j', (key, value) => {
    const [issue] = issuesOf(list, { [key]: value });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain(`${key} is not known; leave it out; ${PAGES}; `);
  });

  it.each([
    ['page', 2],
    ['offset', '50'],
    ['skip', 10],
  ])('is told how pages go on otherwise: %s %j', (key, value) => {
    const [issue] = issuesOf(list, { [key]: value });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain(`${key} is not known; ${PAGES}; `);
  });
});

describe('a key that would make a call do more than was meant', () => {
  const NO_WAY_OUT = /leave it out|use |send it as/;
  const messageOf = (tool: string, args: object) => {
    const [issue] = issuesOf(requireTool(tool).admit, args);
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).not.toMatch(NO_WAY_OUT);
    return issue?.message;
  };

  it.each([{ dryRun: true }, { dry_run: true }, { confirm: false }, { ifStatus: 'pending' }, { soft: true }])(
    'is not to be left out of a write that it was to hold back: %j',
    (more) => {
      for (const [tool, args] of [
        ['task_delete', {}],
        ['task_update', { patch: { status: 'done' } }],
      ] as const) {
        const said = messageOf(tool, { id: '1', expectedVersion: 1, ...args, ...more });
        expect(said).toContain('nothing but expectedVersion restricts this write');
      }
    },
  );

  it.each([
    { filter: { status: 'done' } },
    { where: { status: 'done' } },
    { excludeStatus: 'done' },
    { search: 'x' },
    { priority: 'low' },
  ])('is not to be left out of a list that it was to narrow: %j', (more) => {
    expect(messageOf('task_list', more)).toContain('without it the answer has all there is, page by page');
  });

  it.each(['comment', 'note', 'appendDescription', 'add_note'])(
    'does not replace the description by what was to be added: %s',
    (key) => {
      const said = messageOf('task_update', { id: '1', expectedVersion: 1, patch: { [key]: 'seen' } });
      expect(said).toContain('description replaces the text there is');
    },
  );

  it.each(['blocks', 'blocking', 'before'])('is told how another task waits for this one: %s', (key) => {
    expect(messageOf('task_create', { subject: 'x', [key]: ['1'] })).toContain(
      'call task_update on that one',
    );
  });
});
