import { describe, expect, test } from 'vitest';
import { exchange, lastProblem, listen, send, useApp } from '../http/harness.js';
import { type Arguments, type Doors, expectAlike, onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const FORM = 'a task id (a string of 1 to 9 digits, no leading zero)';

/** Five tasks, so that there is a #5 that a loose reading could take. */
async function openList(): Promise<Doors> {
  const doors = openDoors(app());
  await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map((subject) => doors.tool.create(subject)));
  return doors;
}

/** For calls that are refused, and so leave it as it is. */
let shared: Promise<Doors> | undefined;
function sharedList(): Promise<Doors> {
  shared ??= openList();
  return shared;
}

const BY_ID: [tool: string, args: Arguments][] = [
  ['task_get', {}],
  ['task_history', {}],
  ['task_update', { expectedVersion: 1, patch: { owner: 'a' } }],
  ['task_reopen', { expectedVersion: 1, reason: 'r' }],
  ['task_delete', { expectedVersion: 1 }],
  ['task_restore', { expectedVersion: 1 }],
];

const NO_IDS: [id: string, suggestion: string | undefined][] = [
  ['5 ', '5'],
  [' 5', '5'],
  ['5\n', '5'],
  ['#5', '5'],
  ['05', '5'],
  ['0005', '5'],
  ['5.0', '5'],
  ['"5"', '5'],
  ['“5”', '5'],
  ['«#5»', '5'],
  ['[5]', '5'],
  ['task 5', '5'],
  ['task-5', '5'],
  ['T-5', '5'],
  ['5\u200b', '5'],
  ['5a', undefined],
  ['1.2', undefined],
  ['-5', undefined],
  ['+5', undefined],
  ['0', undefined],
  ['0x5', undefined],
  ['5e0', undefined],
  ['٥', undefined],
  ['５', undefined],
  ['null', undefined],
  ['undefined', undefined],
  ['NaN', undefined],
  ['true', undefined],
  ['[object Object]', undefined],
  ['first', undefined],
  ['latest', undefined],
  ['1234567890', undefined],
  ['2147483648', undefined],
  ['9'.repeat(300), undefined],
  ['7f9c2ba4-e88f-4827-8d5c-1d6a4b3f0a52', undefined],
  ["5' OR '1'='1", undefined],
  ['5;DROP TABLE tasks', undefined],
  ['5/../1', undefined],
  ['5?id=1', undefined],
  ['5%', undefined],
  ['👩‍👩‍👧‍👦', undefined],
  ['__proto__', undefined],
];

describe('case 11: an id', () => {
  test.each(NO_IDS)(
    '%j is refused with the form, by every tool and in every place',
    async (id, suggestion) => {
      const doors = await sharedList();
      const expectForm = (issue: ReturnType<typeof onlyIssue>, path: string) => {
        expect(issue).toMatchObject({ path, code: 'pattern', expected: FORM });
        expect(issue.suggestion).toBe(suggestion);
      };
      for (const [tool, args] of BY_ID) {
        const problem = await doors.refused(tool, { id, ...args });
        expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
        expectForm(onlyIssue(problem), 'id');
      }
      const created = await doors.refused('task_create', { subject: 'x', blockedBy: ['1', id] });
      expectForm(onlyIssue(created), 'blockedBy[1]');
      for (const field of ['addBlockedBy', 'removeBlockedBy']) {
        const patch = { [field]: [id] };
        const problem = await doors.refused('task_update', { id: '5', expectedVersion: 1, patch });
        expectForm(onlyIssue(problem), `patch.${field}[0]`);
      }
    },
  );

  test('"5,6" is two, which an array is suggested for and a single id is not', async () => {
    const doors = await sharedList();
    for (const [tool, args] of BY_ID) {
      const issue = onlyIssue(await doors.refused(tool, { id: '5,6', ...args }));
      expect(issue).toMatchObject({ path: 'id', code: 'pattern', expected: FORM });
      expect(issue).not.toHaveProperty('suggestion');
    }
    const created = await doors.refused('task_create', { subject: 'x', blockedBy: ['1', '5,6'] });
    expect(onlyIssue(created)).toMatchObject({ path: 'blockedBy', suggestion: ['1', '5', '6'] });
    const patch = { addBlockedBy: ['5,6'] };
    const updated = await doors.refused('task_update', { id: '5', expectedVersion: 1, patch });
    expect(onlyIssue(updated)).toMatchObject({ path: 'patch.addBlockedBy', suggestion: ['5', '6'] });
  });

  test.each(['', ' '])('%j is no id, and among others it is to be left out', async (id) => {
    const doors = await sharedList();
    for (const [tool, args] of BY_ID) {
      // An address that ends with a slash has no id in it, and is refused for its slash.
      const refused =
        id === '' ? doors.refusedByName(tool, { id, ...args }) : doors.refused(tool, { id, ...args });
      const issue = onlyIssue(await refused);
      expect(issue).toMatchObject({ path: 'id', code: 'pattern', expected: FORM });
      expect(issue).not.toHaveProperty('suggestion');
    }
    const created = await doors.refused('task_create', { subject: 'x', blockedBy: ['1', id] });
    expect(onlyIssue(created)).toMatchObject({ path: 'blockedBy[1]', code: 'pattern', suggestion: null });
    const patch = { addBlockedBy: [id] };
    const updated = await doors.refused('task_update', { id: '5', expectedVersion: 1, patch });
    expect(onlyIssue(updated)).toMatchObject({ path: 'patch.addBlockedBy[0]', code: 'pattern' });
    expect(onlyIssue(updated)).not.toHaveProperty('suggestion');
  });

  test.each<[unknown, unknown]>([
    [5, '5'],
    [5.5, undefined],
    [-5, undefined],
    [0, undefined],
    [1e21, undefined],
    [true, undefined],
    [null, undefined],
    [['5'], '5'],
    [[], undefined],
    [{ id: '5' }, '5'],
    [{}, undefined],
  ])('%j is refused as no string', async (id, suggestion) => {
    const doors = await sharedList();
    for (const [tool, args] of BY_ID) {
      const problem = await doors.refusedByName(tool, { id, ...args });
      const issue = onlyIssue(problem);
      expect(issue).toMatchObject({ path: 'id', expected: FORM });
      expect(issue.suggestion).toBe(suggestion);
    }
    const created = await doors.refused('task_create', { subject: 'x', blockedBy: [id] });
    expect(onlyIssue(created)).toMatchObject({ path: 'blockedBy[0]', code: 'type', expected: FORM });
    expect(onlyIssue(created).suggestion).toBe(id === null ? null : suggestion);
  });

  test('a number in the body beside the id in the address is refused, not taken for the same', async () => {
    const doors = await sharedList();
    const answer = await doors.unchanged(() =>
      send(app(), 'DELETE', `/v1/lists/${doors.list}/tasks/5`, { body: { id: 5, expectedVersion: 1 } }),
    );
    expect([answer.status, answer.problem().code]).toEqual([400, 'INVALID_INPUT']);
    expect(onlyIssue(answer.problem())).toMatchObject({ path: 'id', code: 'conflict' });
  });

  test.each(['6', '99', '999999999'])('%s has the form and is not there', async (id) => {
    const doors = await sharedList();
    for (const [tool, args] of BY_ID) {
      const problem = await doors.refused(tool, { id, ...args });
      expect([problem.status, problem.code]).toEqual([404, 'TASK_NOT_FOUND']);
      expect(problem.detail).toBe(`There is no task #${id} in the list "${doors.list}".`);
    }
    for (const [args, path] of [
      [{ tool: 'task_create', subject: 'x', blockedBy: ['1', id] }, 'blockedBy[1]'],
      [
        { tool: 'task_update', id: '5', expectedVersion: 1, patch: { addBlockedBy: [id] } },
        'patch.addBlockedBy[0]',
      ],
      [
        { tool: 'task_update', id: '5', expectedVersion: 1, patch: { removeBlockedBy: [id] } },
        'patch.removeBlockedBy',
      ],
    ] as const) {
      const { tool, ...given } = args;
      const problem = await doors.refused(tool, given);
      expect([problem.status, problem.code]).toEqual([422, 'INVALID_REFERENCE']);
      expect(onlyIssue(problem)).toMatchObject({ path, received: `"${id}"` });
    }
  });

  test('a task that is deleted is told apart from one that was never there', async () => {
    const doors = await openList();
    await doors.tool.task('task_delete', { id: '5', expectedVersion: 1 }, { 'tasklatch-agent': 'agent-3' });
    const problem = await doors.refused('task_get', { id: '5' });
    expect(problem).toMatchObject({ status: 410, code: 'TASK_DELETED', current: { id: '5', version: 2 } });
    expect(problem.detail).toBe(`#5 was deleted at ${problem.current?.deletedAt}.`);
    const reference = await doors.refused('task_create', { subject: 'x', blockedBy: ['5'] });
    expect(onlyIssue(reference)).toMatchObject({ path: 'blockedBy[0]', message: '#5 was deleted.' });
  });

  test('dot segments and raw bytes in an address lead to no other task', async () => {
    const doors = await sharedList();
    const port = await listen(app());
    for (const [path, code] of [
      ['tasks/..', 'INVALID_INPUT'],
      ['tasks/%2e%2e', 'INVALID_INPUT'],
      ['tasks/.', 'INVALID_INPUT'],
      ['tasks/../tasks/5', 'ROUTE_NOT_FOUND'],
      ['tasks//5', 'ROUTE_NOT_FOUND'],
      ['tasks/5%00', 'INVALID_INPUT'],
      ['tasks/%', 'INVALID_INPUT'],
      ['tasks/%zz', 'INVALID_INPUT'],
      ['tasks/%c0%af', 'INVALID_INPUT'],
      ['tasks/5/', 'ROUTE_NOT_FOUND'],
      ['tasks/5;v=1', 'INVALID_INPUT'],
      [`tasks/${'5'.repeat(10_000)}`, 'INVALID_INPUT'],
    ]) {
      const line = `GET /v1/lists/${doors.list}/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const problem = lastProblem(await exchange(port, line));
      expect([path, problem.code]).toEqual([path, code]);
    }
  });
});

describe('case 11: the name of a list', () => {
  test.each(['Home', 'a b', '-a', '.a', '_a', 'a'.repeat(101), 'é', '__proto__', '..%2F', '%', 'a/b'])(
    '%j is refused with the form',
    async (name) => {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/tasks'],
        ['GET', '/events'],
        ['GET', '/tasks/1'],
        ['POST', '/tools/task_list'],
      ] as const) {
        const answer = await send(app(), method, `/v1/lists/${encodeURIComponent(name)}${path}`);
        expect([answer.status, answer.problem().code]).toEqual([400, 'INVALID_INPUT']);
        expect(onlyIssue(answer.problem())).toMatchObject({ path: 'list', code: 'pattern' });
      }
      const { tool, rest, mcp } = openDoors(app(), encodeURIComponent(name));
      for (const door of [rest, mcp]) {
        expectAlike(await tool.problem('task_list'), await door.problem('task_list'));
      }
    },
  );

  test('with NUL in it is refused for that', async () => {
    const answer = await send(app(), 'GET', '/v1/lists/a%00/tasks');
    expect(onlyIssue(answer.problem())).toMatchObject({ path: 'list', code: 'unicode' });
  });

  test.each(['a', '0', 'a.b_c-d', 'a'.repeat(100), 'a--', 'constructor'])(
    '%j is a list at version 0',
    async (name) => {
      const doors = openDoors(app(), name);
      expect(await doors.head()).toMatchObject({ list: name, version: 0 });
      for (const door of doors.all) {
        expect(await door.value('task_list')).toMatchObject({ list: name, version: 0, tasks: [] });
      }
    },
  );
});

describe('case 12: an array that did not come as an array', () => {
  test.each<[sent: unknown, suggestion: unknown, asArgument?: unknown]>([
    ['["1"]', ['1']],
    ['[1, 2]', ['1', '2']],
    ['1', ['1']],
    ['1,2', ['1', '2']],
    ['#1, #2', ['1', '2']],
    ['', undefined, null],
    ['none', null],
    [1, ['1']],
    [{ '0': '1' }, ['1']],
    [{ '0': '1', '1': '2' }, ['1', '2']],
    [{ id: '1' }, ['1']],
    [{}, undefined],
    [true, undefined],
    [false, undefined],
  ])('blockedBy: %j is refused with the form', async (value, suggestion, asArgument = suggestion) => {
    const doors = await sharedList();
    for (const [problem, path] of [
      [await doors.refused('task_create', { subject: 'x', blockedBy: value }), 'blockedBy'],
      [
        await doors.refused('task_update', { id: '5', expectedVersion: 1, patch: { addBlockedBy: value } }),
        'patch.addBlockedBy',
      ],
      [
        await doors.refused('task_update', {
          id: '5',
          expectedVersion: 1,
          patch: { removeBlockedBy: value },
        }),
        'patch.removeBlockedBy',
      ],
    ] as const) {
      const issue = onlyIssue(problem);
      expect(issue).toMatchObject({
        path,
        code: 'type',
        expected: `an array of at most 50 items, each ${FORM}`,
      });
      expect(issue.suggestion).toEqual(path === 'blockedBy' ? asArgument : suggestion);
    }
  });

  test.each<[unknown, string, unknown]>([
    ['api', 'type', ['api']],
    ['api, ui', 'type', ['api', 'ui']],
    ['["api"]', 'type', ['api']],
    ['API', 'type', ['api']],
    [{ '0': 'api' }, 'type', ['api']],
    [{ api: true }, 'type', undefined],
    [7, 'type', ['7']],
  ])('labels: %j is refused with the form', async (value, code, suggestion) => {
    const doors = await sharedList();
    for (const [problem, path] of [
      [await doors.refused('task_create', { subject: 'x', labels: value }), 'labels'],
      [
        await doors.refused('task_update', { id: '5', expectedVersion: 1, patch: { labels: value } }),
        'patch.labels',
      ],
    ] as const) {
      expect(onlyIssue(problem)).toMatchObject({ path, code });
      expect(onlyIssue(problem).suggestion).toEqual(suggestion);
    }
  });

  test.each<[Arguments, string, unknown]>([
    [{ blockedBy: [1] }, 'type blockedBy[0]', '1'],
    [{ blockedBy: [['1']] }, 'type blockedBy[0]', '1'],
    [{ blockedBy: [null] }, 'type blockedBy[0]', null],
    [{ blockedBy: [{ id: '1' }] }, 'type blockedBy[0]', '1'],
    [{ blockedBy: ['1', '2', '1'] }, 'duplicate blockedBy[2]', undefined],
    [{ blockedBy: Array.from({ length: 51 }, (_, index) => `${index + 1}`) }, 'items blockedBy', undefined],
    [{ labels: ['API'] }, 'pattern labels[0]', 'api'],
    [{ labels: ['needs review'] }, 'pattern labels[0]', 'needs-review'],
    [{ labels: [' api'] }, 'pattern labels[0]', 'api'],
    [{ labels: [''] }, 'pattern labels[0]', null],
    [{ labels: ['ä'] }, 'pattern labels[0]', 'a'],
    [{ labels: ['a'.repeat(51)] }, 'pattern labels[0]', undefined],
    [{ labels: ['-a'] }, 'pattern labels[0]', undefined],
    [{ labels: [3] }, 'type labels[0]', '3'],
    [{ labels: [null] }, 'type labels[0]', null],
    [{ labels: ['a,b', 'c'] }, 'type labels', ['a', 'b', 'c']],
    [{ labels: ['a', 'b', 'a'] }, 'duplicate labels[2]', undefined],
    [{ labels: Array.from({ length: 21 }, (_, index) => `l${index}`) }, 'items labels', undefined],
  ])('%j is refused by the item', async (args, found, suggestion) => {
    const doors = await sharedList();
    const issue = onlyIssue(await doors.refused('task_create', { subject: 'x', ...args }));
    expect(`${issue.code} ${issue.path}`).toBe(found);
    expect(issue.suggestion).toEqual(suggestion);
  });

  test.each<[unknown, string, unknown]>([
    ['owner', 'type clear', ['owner']],
    [['Owner'], 'enum clear[0]', 'owner'],
    [['assignee'], 'enum clear[0]', 'owner'],
    [['subject'], 'enum clear[0]', undefined],
    [['owner', 'owner'], 'duplicate clear[1]', undefined],
    [{ owner: true }, 'type clear', undefined],
  ])('clear: %j is refused', async (clear, found, suggestion) => {
    const doors = await sharedList();
    const args = { id: '5', expectedVersion: 1, patch: {}, clear };
    const issue = onlyIssue(await doors.refusedByName('task_update', args));
    expect(`${issue.code} ${issue.path}`).toBe(found);
    expect(issue.suggestion).toEqual(suggestion);
  });

  test('null is not given, and an empty array is an empty one', async () => {
    const doors = await openList();
    for (const value of [null, []]) {
      const args = { subject: 'x', blockedBy: value, labels: value };
      for (const door of doors.all) {
        expect(await door.task('task_create', args)).toMatchObject({ blockedBy: [], labels: [] });
      }
    }
  });
});
