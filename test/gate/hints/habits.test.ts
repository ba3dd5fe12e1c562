import { describe, expect, it } from 'vitest';
import { compileGate } from '../../../src/gate/gate.js';
import { Create, issuesOf, List, Update } from '../schemas.js';

const create = compileGate(Create);
const update = compileGate(Update);
const list = compileGate(List);

const brief = (issues: readonly { path: string; code: string; suggestion?: unknown }[]) =>
  issues.map(({ path, code, suggestion }) => [path, code, suggestion]);
const DONE = { id: '5', expectedVersion: 1, patch: { status: 'done' } };

describe('words for nothing and for all', () => {
  it.each(['', 'null', 'None', 'undefined', 'N/A', '"null"'])(
    '%j in an optional argument means none',
    (word) => {
      expect(brief(issuesOf(list, { limit: word }))).toStrictEqual([['limit', 'type', null]]);
      expect(list({ limit: null })).toStrictEqual({});
    },
  );

  it('are no value of a required argument, and mean nothing certain inside a patch', () => {
    expect(issuesOf(create, { subject: '' })[0]).not.toHaveProperty('suggestion');
    expect(issuesOf(update, { ...DONE, patch: { labels: '' } })[0]).not.toHaveProperty('suggestion');
    expect(issuesOf(update, { ...DONE, patch: { labels: [''] } })[0]).not.toHaveProperty('suggestion');
  });

  it.each(['all', 'Any', '*', 'everything'])('%j in a filter means none', (status) => {
    expect(brief(issuesOf(list, { status }))).toStrictEqual([['status', 'enum', null]]);
  });

  it('are looked for in short words only', () => {
    const [issue] = issuesOf(list, { limit: ' '.repeat(100_000) });
    expect(issue).not.toHaveProperty('suggestion');
  });
});

describe('words with something around them', () => {
  it.each([
    ['Status: done', 'done'],
    ['TaskStatus.DONE', 'done'],
    ['status=in_progress', 'in_progress'],
    ['working on it', 'in_progress'],
    ['status != done', undefined],
    ['Status: not done', undefined],
    ['!done', undefined],
  ])('the status %j is read as %j', (status, suggestion) => {
    expect(issuesOf(update, { ...DONE, patch: { status } })[0]?.suggestion).toBe(suggestion);
  });

  it('a priority is read with the mark that a text puts before it', () => {
    expect(issuesOf(create, { subject: 'x', priority: '!high' })[0]?.suggestion).toBe('high');
  });

  it.each([
    [['done', 'cancelled'], 'closed'],
    [['pending', 'In Progress', 'blocked'], 'open'],
    [['pending', 'in_progress', 'blocked', 'done', 'cancelled'], null],
    [['pending', 'done'], undefined],
    [Array.from({ length: 100 }, () => 'done'), undefined],
  ])('of the statuses %j the filter is %j', (status, suggestion) => {
    expect(issuesOf(list, { status })[0]?.suggestion).toBe(suggestion);
  });

  it('a word that is an argument of its own is no status', () => {
    const [issue] = issuesOf(list, { status: 'Ready' });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.message).toBe('status has no word "Ready"; leave status out and send ready: true.');
  });
});

describe('arrays whose items hold several, or nothing', () => {
  it.each([
    [['api,db'], 'labels', ['api', 'db']],
    [['api; db', 'ui'], 'labels', ['api', 'db', 'ui']],
    [[['api', 'db']], 'labels', ['api', 'db']],
    [['api', null], 'labels[1]', null],
    [['api', ' '], 'labels[1]', null],
    [[{ name: 'API' }], 'labels[0]', 'api'],
    [['Needs Review'], 'labels[0]', 'needs-review'],
    [['api,🔥'], 'labels[0]', undefined],
  ])('labels %j: at %s %j is suggested', (labels, path, suggestion) => {
    const [issue, ...others] = issuesOf(create, { subject: 'x', labels });
    expect(others).toStrictEqual([]);
    expect([issue?.path, issue?.suggestion]).toStrictEqual([path, suggestion]);
  });
});

describe('fields in another shape', () => {
  it.each([
    [{ patch: { status: 'done' } }],
    [{ task: { status: 'done' } }],
    [{ op: 'replace', path: '/status', value: 'done' }],
    [[{ op: 'replace', path: '/status', value: 'done' }]],
    [{ field: 'status', value: 'done' }],
    ["{'status': 'done'}"],
  ])('the patch %j is shown as the fields themselves', (patch) => {
    expect(brief(issuesOf(update, { ...DONE, patch }))).toEqual([
      ['patch', expect.stringMatching(/^(?:type|operations)$/), { status: 'done' }],
    ]);
  });

  it.each([
    [{ op: 'remove', path: '/status', value: 1 }],
    [{ op: 'replace', path: '/labels/0', value: 'a' }],
    [{ __proto: { status: 'done' } }],
    [{ task: { colour: 'red' } }],
  ])('of the patch %j no fields are read', (patch) => {
    for (const issue of issuesOf(update, { ...DONE, patch }))
      expect(issue.suggestion).not.toBeTypeOf('object');
  });

  it('a text in several lines and a value in an object are read as what they hold', () => {
    expect(issuesOf(create, { subject: 'x', description: ['a', 'b'] })[0]?.suggestion).toBe('a\nb');
    expect(issuesOf(create, { subject: { text: 'x' } })[0]?.suggestion).toBe('x');
    expect(issuesOf(create, { subject: ['x', 'y'] })[0]).not.toHaveProperty('suggestion');
  });
});

describe('a required argument that came by another name', () => {
  it('is missing, and what came for it is shown ready to be sent', () => {
    expect(
      brief(issuesOf(update, { task_id: 5, expectedVersion: 1, status: 'Done', prioritty: 'x' })),
    ).toStrictEqual([
      ['task_id', 'unknown_key', 'id'],
      ['status', 'unknown_key', 'patch.status'],
      ['prioritty', 'unknown_key', undefined],
      ['id', 'required', '5'],
      ['patch', 'required', { status: 'done' }],
    ]);
  });

  it('is not shown where one of its fields is not clear', () => {
    const issues = issuesOf(update, { id: '5', status: 'done', labels: [7.5] });
    expect(issues.find(({ path }) => path === 'patch')).not.toHaveProperty('suggestion');
  });

  it.each([
    [{ task: '5' }, 'id'],
    [{ id: '5', task: { status: 'done' } }, 'patch'],
    [{ id: '5', 'patch.status': 'done' }, 'patch.status'],
  ])('%j is read by its value: %s', (args, suggestion) => {
    const found = issuesOf(update, args).find(({ code }) => code === 'unknown_key');
    expect(found?.suggestion).toBe(suggestion);
  });

  it('content is the subject where there is none, else the description', () => {
    expect(issuesOf(create, { content: 'x' })[0]?.suggestion).toBe('subject');
    expect(issuesOf(create, { subject: 'x', content: 'y' })[0]?.suggestion).toBe('description');
    expect(issuesOf(update, { ...DONE, patch: { content: 'y' } })[0]?.suggestion).toBe('description');
  });
});

describe('arguments in a wrapper', () => {
  it.each([
    [{ task: { subject: 'x' } }],
    [{ tasks: [{ subject: 'x' }] }],
    [{ type: 'function', function: { name: 'task_create', arguments: '{"subject":"x"}' } }],
    [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'task_create', arguments: { subject: 'x' } },
      },
    ],
  ])('%j is shown as the arguments themselves', (raw) => {
    expect(brief(issuesOf(create, raw))).toStrictEqual([['', 'unknown_key', { subject: 'x' }]]);
  });

  it('keeps what stands beside it', () => {
    const raw = { task: { subject: 'x' }, priority: 'low' };
    expect(issuesOf(create, raw)[0]?.suggestion).toStrictEqual({ subject: 'x', priority: 'low' });
  });

  it('is none where a field stands inside and beside, or where the schema has the object', () => {
    expect(issuesOf(create, { task: { subject: 'x' }, subject: 'y' })[0]?.path).toBe('task');
    expect(issuesOf(update, { id: '5', task: { status: 'done' } })[0]?.path).toBe('task');
  });
});
