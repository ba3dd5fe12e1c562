import { describe, expect, it } from 'vitest';
import { requireTool } from '../../../src/registry.js';
import { issuesOf } from '../schemas.js';

const { admit: create } = requireTool('task_create');
const { admit: update } = requireTool('task_update');
const { admit: list } = requireTool('task_list');

describe('a suggestion never means more or other than what was meant', () => {
  it.each(['{"new": true, "b": false}', "{'new': True}", '{label}', 'api v1/x', 'api and not web', 'a b, c'])(
    'none is made of labels that may be several, or none: %s',
    (labels) => {
      const [issue, ...others] = issuesOf(create, { subject: 'x', labels });
      expect(others).toEqual([]);
      expect(issue).toMatchObject({ path: 'labels', code: 'type' });
      expect(issue).not.toHaveProperty('suggestion');
    },
  );

  it.each(['api and not web', 'api or web', 'api AND web'])('nor of such a filter: %s', (label) => {
    expect(issuesOf(list, { label })[0]).not.toHaveProperty('suggestion');
  });

  it.each([
    ['Needs Review', ['needs-review']],
    ['api, ui', ['api', 'ui']],
    ['{"name": "api"}', ['api']],
  ])('what is clear stays: %s', (labels, suggestion) => {
    expect(issuesOf(create, { subject: 'x', labels })).toMatchObject([{ suggestion }]);
  });

  it.each(['not done', 'not_done', 'notDone', 'NOT DONE', 'not finished', 'all but done', '!done'])(
    'a status that is excluded is no filter: %s',
    (status) => {
      const [issue] = issuesOf(list, { status });
      expect(issue).not.toHaveProperty('suggestion');
      expect(issue?.message).toContain('there is no filter that excludes or compares');
    },
  );

  it.each(['null', 'none', ''])('a version that must be there is not left out: %j', (expectedVersion) => {
    const [issue] = issuesOf(update, { id: '1', expectedVersion, patch: { status: 'done' } });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toContain('send the version of the task that you saw last');
  });
});

describe('arguments on the lines behind a text of one line', () => {
  it.each([
    ['Write tests\npriority: high', { priority: 'high' }],
    ['Write tests\n\n- **Priority**: high\n', { priority: 'high' }],
    ['Write tests\r\n"priority": "high",\nowner = bob', { priority: 'high', owner: 'bob' }],
    ['Write tests\nlabels: api, ui', { labels: ['api', 'ui'] }],
  ])('are named: %j', (subject, inner) => {
    const [holder, ...lost] = issuesOf(create, { subject });
    expect(holder).toMatchObject({ path: 'subject', code: 'swallowed', suggestion: 'Write tests' });
    expect(Object.fromEntries(lost.map(({ path, suggestion }) => [path, suggestion]))).toEqual(inner);
  });

  it('are named in a patch too', () => {
    const patch = { subject: 'Write tests\npriority: high' };
    const issues = issuesOf(update, { id: '1', expectedVersion: 1, patch });
    expect(issues.map(({ path, suggestion }) => [path, suggestion])).toEqual([
      ['patch.subject', 'Write tests'],
      ['patch.priority', 'high'],
    ]);
  });

  it.each([
    ['Write tests\nthen note: it', {}, 'Write tests then note: it'],
    ['Write tests\nand run them', {}, 'Write tests and run them'],
    ['Write tests\npriority: high', { priority: 'low' }, 'Write tests priority: high'],
  ])('are none that are no arguments, or are given: %j', (subject, more, suggestion) => {
    expect(issuesOf(create, { subject, ...more })).toMatchObject([
      { path: 'subject', code: 'characters', suggestion },
    ]);
  });

  it('are what a description may hold', () => {
    const description = 'As it is:\npriority: high';
    expect(create({ subject: 'x', description })).toMatchObject({ description });
  });
});
