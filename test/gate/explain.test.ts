import { describe, expect, it } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import { requireTool } from '../../src/registry.js';
import { Create, issuesOf, List, Update } from './schemas.js';

const create = compileGate(Create);
const update = compileGate(Update);
const list = compileGate(List);

const updateOf = (patch: unknown, rest: object = {}) => ({ id: '5', expectedVersion: 1, patch, ...rest });
const brief = (issues: readonly { path: string; code: string; suggestion?: unknown }[]) =>
  issues.map(({ path, code, suggestion }) => [path, code, suggestion]);

describe('unknown keys', () => {
  it('names the nearest key and the keys there are', () => {
    const keys = 'subject, description, priority, owner, labels, blockedBy, idempotencyKey';
    expect(issuesOf(create, { subject: 'x', prioritty: 'high' })).toStrictEqual([
      {
        path: 'prioritty',
        code: 'unknown_key',
        message: `prioritty is not known; use priority; the arguments are ${keys}.`,
        expected: `one of ${keys}`,
        received: '"prioritty"',
        suggestion: 'priority',
      },
    ]);
  });

  it.each([
    ['title', 'subject'],
    ['name', 'subject'],
    ['assignee', 'owner'],
    ['tags', 'labels'],
    ['lables', 'labels'],
    ['onwer', 'owner'],
    ['dependsOn', 'blockedBy'],
    ['depends_on', 'blockedBy'],
    ['deps', 'blockedBy'],
    ['dependencies', 'blockedBy'],
    ['blocked-by', 'blockedBy'],
    ['notes', 'description'],
    ['body', 'description'],
    ['content', 'description'],
    ['idempotency_key', 'idempotencyKey'],
    ['zebra', undefined],
    ['expectedVersion', undefined],
    ['', undefined],
  ])('on a create suggests for %j the key %j', (key, suggestion) => {
    const [path] = [/^\w+$/.test(key) ? key : `["${key}"]`];
    expect(brief(issuesOf(create, { subject: 'x', [key]: 'x' }))).toStrictEqual([
      [path, 'unknown_key', suggestion],
    ]);
  });

  it.each([
    ['taskID', 'id'],
    ['task_id', 'id'],
    ['expected_version', 'expectedVersion'],
    ['version', 'expectedVersion'],
    ['changes', 'patch'],
    ['status', 'patch.status'],
    ['state', 'patch.status'],
    ['title', 'patch.subject'],
    ['dependsOn', 'patch.addBlockedBy'],
  ])('on an update suggests for %j the key %j', (key, suggestion) => {
    const given: Record<string, unknown> = updateOf({});
    expect(brief(issuesOf(update, { ...given, [key]: given[suggestion] ?? 'y' }))).toStrictEqual([
      [key, 'unknown_key', suggestion],
    ]);
  });

  it.each([
    ['state', 'status'],
    ['dependsOn', 'addBlockedBy'],
    ['tags', 'labels'],
    ['id', 'id'],
    ['clear', 'clear'],
  ])('in a patch suggests for %j the key %j', (key, suggestion) => {
    const given: Record<string, unknown> = updateOf({});
    const issues = issuesOf(update, updateOf({ [key]: given[suggestion] ?? 'y' }));
    expect(brief(issues)).toStrictEqual([[`patch.${key}`, 'unknown_key', suggestion]]);
  });

  it('says of a misplaced key where it belongs', () => {
    const [issue] = issuesOf(update, updateOf({}, { status: 'done' }));
    expect(issue?.message).toBe(
      'status does not belong here; send it as patch.status; the arguments are id, expectedVersion, patch, clear.',
    );
  });

  it.each(['a', 'A', ['a']])(
    'says of a key whose right name is given with the same value that it is to be left out: %j',
    (tag) => {
      const [issue] = issuesOf(list, { label: 'a', tag });
      expect(issue?.message).toMatch(/^tag is not known; leave it out, since label is given too; /);
      expect(issue?.suggestion).toBe('label');
    },
  );

  it('F6: does not say which of two values is meant', () => {
    const [issue] = issuesOf(list, { label: 'a', tag: 'b' });
    expect(issue?.message).toMatch(
      /^tag is not known, and label is given with another value; send what is meant as label; the arguments/,
    );
    expect(issue).not.toHaveProperty('suggestion');
  });

  it.each(['list', 'session', 'agent'])('says of %s that the connection sets it', (key) => {
    const [issue] = issuesOf(list, { [key]: 'x' });
    const instead = 'send the call without it only if that is still meant';
    expect(issue?.message).toMatch(`${key} is set by the connection and no argument; ${instead}; `);
    expect(issue).not.toHaveProperty('suggestion');
  });

  it('shows an odd key quoted, escaped and cut', () => {
    const long = 'k'.repeat(1000);
    const issues = issuesOf(list, { 'we ird': 1, 'a\u202eb': 2, [long]: 3 });
    const paths = issues.map(({ path }) => path);
    expect(paths).toStrictEqual(['["we ird"]', '["a\\u202eb"]', `["${'k'.repeat(57)}…"]`]);
  });
});

describe('words', () => {
  it('lists the words allowed and the likely one', () => {
    expect(issuesOf(update, updateOf({ status: 'Done' }))).toStrictEqual([
      {
        path: 'patch.status',
        code: 'enum',
        message:
          'patch.status must be one of pending, in_progress, blocked, done, cancelled, not "Done"; send "done".',
        expected: 'one of pending, in_progress, blocked, done, cancelled',
        received: '"Done"',
        suggestion: 'done',
      },
    ]);
  });

  it.each([
    [['Done', 'complete', 'completed', 'finished', 'COMPLETED', 'closed', ' done', 'dnoe'], 'done'],
    [['in progress', 'in-progress', 'inProgress', 'wip', 'started', 'active', 'doing'], 'in_progress'],
    [['todo', 'to do', 'TO_DO', 'open', 'new', 'not started'], 'pending'],
    [['canceled', 'wontfix', "won't fix"], 'cancelled'],
    [['all', 'deleted', '', '完了'], undefined],
  ])('reads the statuses %j as %j', (words, suggestion) => {
    const found = words.map((status) => brief(issuesOf(update, updateOf({ status }))));
    expect(found).toStrictEqual(words.map(() => [['patch.status', 'enum', suggestion]]));
  });

  it.each([
    [['critical', 'P0', 'highest', 'urgnet'], 'urgent'],
    [['important', 'p1', 'HIGH'], 'high'],
    [['medium', 'p2', 'default'], 'normal'],
    [['p3', 'minor'], 'low'],
  ])('reads the priorities %j as %j', (words, suggestion) => {
    const found = words.map((priority) => brief(issuesOf(create, { subject: 'x', priority })));
    expect(found).toStrictEqual(words.map(() => [['priority', 'enum', suggestion]]));
  });

  it('reads nothing into a word of 10,000 letters', () => {
    const found = issuesOf(update, updateOf({ status: 'done'.repeat(2500) }));
    expect(brief(found)).toStrictEqual([['patch.status', 'enum', undefined]]);
  });

  it('keeps a word that the enum itself has', () => {
    expect(list({ status: 'open' })).toStrictEqual({ status: 'open' });
    expect(brief(issuesOf(list, { status: 'Closed' }))).toStrictEqual([['status', 'enum', 'closed']]);
  });

  it('tells who filters by "all" to leave the argument out', () => {
    expect(issuesOf(list, { status: 'all' })).toStrictEqual([
      {
        path: 'status',
        code: 'enum',
        message:
          'status has no word for all, such as "all": leave status out for all, or send one of pending, in_progress, blocked, done, cancelled, open, closed.',
        expected: 'one of pending, in_progress, blocked, done, cancelled, open, closed',
        received: '"all"',
        suggestion: null,
      },
    ]);
  });

  it('refuses a word in an array, showing the word', () => {
    expect(brief(issuesOf(list, { status: ['done'] }))).toStrictEqual([['status', 'type', 'done']]);
  });
});

describe('ids', () => {
  it('shows the string for a number', () => {
    const form = 'a task id (a string of 1 to 9 digits, no leading zero)';
    expect(issuesOf(update, { id: 5, patch: {} })).toStrictEqual([
      {
        path: 'id',
        code: 'type',
        message: `id must be ${form}, not the number 5; send "5".`,
        expected: form,
        received: '5',
        suggestion: '5',
      },
    ]);
  });

  it.each(['5 ', '#5', '05', 'task 5', 'TASK-5', 'task #5', '5.0', '[5]', '5\u200b', '5\n'])(
    'reads %j as "5"',
    (id) => {
      expect(brief(issuesOf(update, { id, patch: {} }))).toStrictEqual([['id', 'pattern', '5']]);
    },
  );

  it.each([
    '5a',
    '1.2',
    '',
    'null',
    '-5',
    '0',
    '1 2',
    '5e3',
    '0x5',
    '1234567890',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('shows the form for %j and guesses nothing', (id) => {
    const issues = issuesOf(update, { id, patch: {} });
    expect(brief(issues)).toStrictEqual([['id', 'pattern', undefined]]);
    expect(issues[0]?.message).toMatch(
      /^id must be a task id \(a string of 1 to 9 digits, no leading zero\)/,
    );
  });

  it.each([
    ['a letter', 'x'],
    ['a digit', '5'],
  ])('cuts an id of 300 times %s and guesses nothing', (_, character) => {
    const [issue] = issuesOf(update, { id: character.repeat(300), patch: {} });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.received).toBe(`"${character.repeat(77)}…"`);
  });

  it.each([null, -5, 5.5, 0, 1e300, true, [], {}])('refuses %j by its type', (id) => {
    expect(brief(issuesOf(update, { id, patch: {} }))).toStrictEqual([['id', 'type', undefined]]);
  });
});

describe('arrays and objects', () => {
  it.each([
    ['["1"]', ['1']],
    ['1', ['1']],
    ['#1, #2', ['1', '2']],
    ['[1, "task 2"]', ['1', '2']],
    [{ '0': '1' }, ['1']],
    [{ '0': '1', '1': 2 }, ['1', '2']],
    [{ id: '1' }, ['1']],
    [7, ['7']],
    ['[]', []],
    ['api', undefined],
    ['', null],
    ['none', null],
    ['#1 and #2', ['1', '2']],
    ['1; 2', ['1', '2']],
    ["['1', '2']", ['1', '2']],
    [true, undefined],
    [{ a: '1' }, undefined],
  ])('for blockedBy %j suggests %j', (blockedBy, suggestion) => {
    expect(brief(issuesOf(create, { subject: 'x', blockedBy }))).toStrictEqual([
      ['blockedBy', 'type', suggestion],
    ]);
  });

  it('guesses nothing from a very long string', () => {
    const [issue] = issuesOf(create, { subject: 'x', blockedBy: '1,'.repeat(100_000) });
    expect(issue).not.toHaveProperty('suggestion');
    expect(issue?.received).toBe(`"${'1,'.repeat(38)}1…"`);
  });

  it('shows the form of the labels', () => {
    const form =
      'an array of at most 20 items, each a label (a string that matches ^[a-z0-9][a-z0-9._/-]{0,49}$)';
    expect(issuesOf(create, { subject: 'x', labels: 'api' })).toStrictEqual([
      {
        path: 'labels',
        code: 'type',
        message: `labels must be ${form}, not the string "api"; send ["api"].`,
        expected: form,
        received: '"api"',
        suggestion: ['api'],
      },
    ]);
  });

  it('shows the object for a patch that came as a string', () => {
    const [issue] = issuesOf(update, { id: '5', patch: '{"status":"done"}' });
    expect(issue).toMatchObject({ path: 'patch', code: 'type', suggestion: { status: 'done' } });
  });

  it('does not hand on what a string hides', () => {
    const hidden = ['{"a":"\\u0000"}', '{"a":1e400}', `{"a":${'['.repeat(900)}${']'.repeat(900)}}`, '{"a":'];
    const suggestions = hidden.map((patch) => issuesOf(update, { id: '5', patch })[0]?.suggestion);
    expect(suggestions).toStrictEqual([undefined, undefined, undefined, undefined]);
  });

  it('counts the items', () => {
    const blockedBy = Array.from({ length: 51 }, (_, index) => `${index + 1}`);
    const [issue] = issuesOf(create, { subject: 'x', blockedBy });
    expect(issue).toMatchObject({ path: 'blockedBy', code: 'items' });
    expect(issue?.message).toBe('blockedBy has 51 items; the count must be at most 50 items.');
  });
});

describe('numbers and booleans', () => {
  it.each([
    [true, 'type', undefined],
    ['3', 'type', 3],
    ['v3', 'type', 3],
    ['three', 'type', undefined],
    [3.5, 'type', undefined],
    [[3], 'type', 3],
    [2 ** 53, 'range', undefined],
    [1e21, 'range', undefined],
    [-1, 'range', undefined],
    [0, 'range', undefined],
    [Number.POSITIVE_INFINITY, 'range', undefined],
  ])('refuses the version %j as %s, suggesting %j', (expectedVersion, code, suggestion) => {
    const issues = issuesOf(update, updateOf({}, { expectedVersion }));
    expect(brief(issues)).toStrictEqual([['expectedVersion', code, suggestion]]);
    expect(issues[0]?.expected).toBe('an integer from 1 to 2147483647');
  });

  it.each([201, 1e9])('names the range of limit for %j, and the most there is to be had', (limit) => {
    const [issue] = issuesOf(list, { limit });
    expect(issue?.message).toBe(`limit must be an integer from 1 to 200, not ${limit}; send 200.`);
    expect(issue?.suggestion).toBe(200);
  });

  it.each([0, -1])('names the range of limit for %j', (limit) => {
    expect(issuesOf(list, { limit })[0]?.message).toBe(
      `limit must be an integer from 1 to 200, not ${limit}.`,
    );
  });

  it('shows no digits that were lost when the number was read', () => {
    const [issue] = issuesOf(list, { limit: 2 ** 53 });
    expect(issue?.received).toBe('about 9.007e+15');
  });

  it('shows true for "true"', () => {
    expect(issuesOf(list, { ready: 'true' })).toStrictEqual([
      {
        path: 'ready',
        code: 'type',
        message: 'ready must be true or false, not the string "true"; send true.',
        expected: 'true or false',
        received: '"true"',
        suggestion: true,
      },
    ]);
  });
});

describe('texts', () => {
  it.each([
    ['a\nb', 'U+000A', 1, 'a b'],
    ['a\u2028\u2029b', 'U+2028', 1, 'a b'],
    ['\u001b[2J', 'U+001B', 0, '[2J'],
    ['😀a\u202eb', 'U+202E', 2, '😀ab'],
    ['a\u{E0041}', 'U+E0041', 1, 'a'],
    ['tail\r\n', 'U+000D', 4, 'tail'],
    ['a\uffffb', 'U+FFFF', 1, 'ab'],
    ['a\u{E0FFF}', 'U+E0FFF', 1, 'a'],
    ['\u200b', 'U+200B', 0, undefined],
  ])('names the character and its position in %j', (subject, codePoint, position, suggestion) => {
    const [issue, ...others] = issuesOf(create, { subject });
    expect(others).toStrictEqual([]);
    expect(issue).toMatchObject({ path: 'subject', code: 'characters' });
    expect(issue?.message).toContain(`subject has ${codePoint} at position ${position}, `);
    expect(issue?.suggestion).toBe(suggestion);
  });

  it('never shows such a character itself', () => {
    const [issue] = issuesOf(create, { subject: '\u001b[2J\u202e\u{E0041}\n' });
    expect(issue?.received).toBe('"\\u001b[2J\\u202e\\udb40\\udc41\\u000a"');
  });

  it('counts code points', () => {
    expect(issuesOf(create, { subject: '😀'.repeat(201) })).toStrictEqual([
      {
        path: 'subject',
        code: 'length',
        message: 'subject has 201 code points, 1 to 200 code points are wanted.',
        expected: 'a string of 1 to 200 code points on one line that is not blank',
        received: `"${'😀'.repeat(38)}…"`,
      },
    ]);
  });

  it.each([
    ['', 'length'],
    ['   ', 'pattern'],
    [' \u3000', 'pattern'],
    ['\u2800', 'pattern'],
    ['\u200d', 'characters'],
    ['\ufe0f', 'characters'],
    ['\u{E0100}', 'characters'],
    ['\u{1D159}', 'pattern'],
    ['\u180b', 'characters'],
    ['\u0301 \u0301', 'pattern'],
    ['\u{E0FFF}', 'characters'],
    ['\ufff0', 'characters'],
    ['\uffff', 'characters'],
    ['\ufffe\u2800', 'characters'],
  ])('refuses the empty subject %j', (subject, code) => {
    expect(brief(issuesOf(create, { subject }))).toStrictEqual([['subject', code, undefined]]);
  });

  it.each([
    ['Needs Review', 'needs-review'],
    ['  api ', 'api'],
    ['#Bug!', 'bug'],
    ['Ünïcode', 'unicode'],
    ['***', undefined],
    ['x'.repeat(51), undefined],
  ])('for the label %j suggests %j', (label, suggestion) => {
    expect(brief(issuesOf(create, { subject: 'x', labels: [label] }))).toStrictEqual([
      ['labels[0]', 'pattern', suggestion],
    ]);
  });

  it('says of an invisible character in a label where it is', () => {
    expect(brief(issuesOf(list, { label: 'api\u200b' }))).toStrictEqual([['label', 'characters', 'api']]);
  });

  it('says of a missing argument what to send', () => {
    expect(issuesOf(create, {})).toStrictEqual([
      {
        path: 'subject',
        code: 'required',
        message: 'subject is missing; send a string of 1 to 200 code points on one line that is not blank.',
        expected: 'a string of 1 to 200 code points on one line that is not blank',
      },
    ]);
    expect(brief(issuesOf(create, { subject: null }))).toStrictEqual([['subject', 'type', undefined]]);
  });
});

describe('F22: a refusal', () => {
  it('holds no example of an id, a label or a version that a literal reader would send', () => {
    const issues = [
      ...issuesOf(requireTool('task_get').admit, {}),
      ...issuesOf(requireTool('task_create').admit, { subject: 'x', blockedBy: [true], labels: [true] }),
    ];
    expect(issues.length).toBe(3);
    for (const { message, expected } of issues) expect(`${message} ${expected}`).not.toMatch(/such as|"\d+"/);
  });

  it.each([
    ['W/"3"', 3],
    ['"3-gzip"', 3],
    ['3--gzip', 3],
    ["'3'", 3],
    ['v3', 3],
  ])('of an expectedVersion that is an entity tag suggests its version: %s', (expectedVersion, version) => {
    const [issue] = issuesOf(requireTool('task_delete').admit, { id: '1', expectedVersion });
    expect(issue).toMatchObject({ path: 'expectedVersion', suggestion: version });
    expect(issue?.message).toContain(`; send ${version}.`);
  });
});
