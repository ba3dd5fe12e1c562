import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/refusals/refusal.js';
import { requireTool, TOOLS } from '../../../src/registry.js';
import { runs } from '../../support/property_runs.js';

function issuesOf(tool: string, raw: unknown): string[] {
  try {
    requireTool(tool).admit(raw);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_INPUT')
      return (error.extras.issues ?? []).map(({ path, code }) => `${code} ${path}`);
    throw error;
  }
  return [];
}

describe('all issues at once', () => {
  test('a create names values that stand twice beside arguments that are faulty', () => {
    expect(issuesOf('task_create', { subject: '', labels: ['a', 'a'], blockedBy: ['1', '1'] })).toEqual([
      'length subject',
      'duplicate labels[1]',
      'duplicate blockedBy[1]',
    ]);
    expect(issuesOf('task_create', { labels: ['a', 'a'], zebra: 1 })).toEqual([
      'unknown_key zebra',
      'required subject',
      'duplicate labels[1]',
    ]);
  });

  test('an update names conflicts beside fields of patch that are faulty', () => {
    const raw = {
      id: 1,
      patch: { status: 'Done', owner: 'o', addBlockedBy: ['1', '1'], removeBlockedBy: ['1'] },
      clear: ['owner', 'labels', 'labels'],
    };
    expect(issuesOf('task_update', raw)).toEqual([
      'type id',
      'enum patch.status',
      'duplicate patch.addBlockedBy[1]',
      'duplicate clear[2]',
      'conflict clear[0]',
      'conflict patch.removeBlockedBy[0]',
    ]);
  });

  test.each<[string, unknown, string[]]>([
    ['a field', { id: '1', patch: { status: 'Done' } }, ['enum patch.status']],
    ['a key', { id: '1', patch: { zebra: 1 } }, ['unknown_key patch.zebra']],
    ['the whole patch', { id: '1', patch: 'done' }, ['type patch']],
    ['an entry of clear', { id: '1', patch: {}, clear: ['status'] }, ['enum clear[0]']],
    ['a key beside the patch', { id: '1', patch: {}, status: 'done' }, ['unknown_key status']],
    ['the id', { id: 1, patch: {} }, ['type id']],
    ['a missing patch', { id: '1' }, ['required patch']],
    ['a field that clear names', { id: '1', patch: { owner: 5 }, clear: ['owner'] }, ['type patch.owner']],
  ])('says nothing of what is missing where %s was left out', (_, raw, issues) => {
    expect(issuesOf('task_update', raw)).toEqual(issues);
  });

  test('still says of a patch that is empty and otherwise right that it names no field', () => {
    expect(issuesOf('task_update', { id: '1', patch: {} })).toEqual(['empty patch']);
    expect(issuesOf('task_update', { id: '1', patch: { owner: null }, clear: [] })).toEqual(['empty patch']);
  });

  test('whatever arguments come, each path is named once and nothing else is thrown', () => {
    const list = fc.array(fc.constantFrom('a', 'a', '1', '1', 'owner', 'Bad One', 5), { maxLength: 4 });
    const value = fc.oneof(list, fc.constantFrom('x', '', null, 5, {}, 'done', '1'));
    const keys = [
      'id',
      'subject',
      'owner',
      'labels',
      'blockedBy',
      'addBlockedBy',
      'removeBlockedBy',
      'clear',
    ];
    const fields = fc.dictionary(fc.constantFrom(...keys, 'status', 'zebra'), value);
    const args = fc
      .tuple(fields, fc.option(fc.oneof(fields, value), { nil: undefined }))
      .map(([top, patch]) => (patch === undefined ? top : { ...top, patch }));
    fc.assert(
      fc.property(args, fc.constantFrom(...TOOLS), (raw, { name }) => {
        const paths = issuesOf(name, raw).map((issue) => issue.split(' ')[1]);
        expect(new Set(paths).size).toBe(paths.length);
      }),
      { numRuns: runs(1000) },
    );
  });
});
