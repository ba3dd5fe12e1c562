import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/tasks/task.js';
import { send, useApp } from '../http/harness.js';
import { type Arguments, type Doors, forEachDoor, numeral, onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

async function openList(): Promise<Doors> {
  const doors = openDoors(app());
  await doors.tool.create('One');
  await doors.tool.create('Two', { owner: 'agent-7', labels: ['api'], description: 'Two things.' });
  return doors;
}

/** For calls that are refused, and so leave it as it is. */
let shared: Promise<Doors> | undefined;
function sharedList(): Promise<Doors> {
  shared ??= openList();
  return shared;
}

/** The arguments of each tool that must be given, on a list with an open task #1. */
const REQUIRED: Readonly<Record<string, Arguments>> = {
  task_create: { subject: 'New' },
  task_get: { id: '1' },
  task_list: {},
  task_update: { id: '1', expectedVersion: 1, patch: { priority: 'high' } },
  task_reopen: { id: '1', expectedVersion: 1, reason: 'r' },
  task_delete: { id: '1', expectedVersion: 1 },
  task_restore: { id: '1', expectedVersion: 1 },
  task_history: { id: '1' },
};

/** What the tool is given under a key that must be given. */
const given = (tool: string, key = '') => new Map(Object.entries(REQUIRED[tool] ?? {})).get(key);

/** Keys that no tool has, and that JavaScript or JSON treat in some way of their own. */
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '0',
  ' ',
];

/** One own property, also where the name is __proto__. */
const own = (key: string, value: unknown): Arguments => Object.fromEntries([[key, value]]);

describe('case 13: a key that a tool does not have', () => {
  test.each<[string, string, string | undefined]>([
    ['task_create', 'prioritty', 'priority'],
    ['task_create', 'Priority', 'priority'],
    ['task_create', 'title', 'subject'],
    ['task_create', 'name', 'subject'],
    ['task_create', 'body', 'description'],
    ['task_create', 'assignee', 'owner'],
    ['task_create', 'tags', 'labels'],
    ['task_create', 'blocked_by', 'blockedBy'],
    ['task_create', 'depends_on', 'blockedBy'],
    ['task_create', 'idempotency_key', 'idempotencyKey'],
    ['task_create', 'session', undefined],
    ['task_create', 'agent', undefined],
    ['task_create', 'xyzzy', undefined],
    ['task_list', 'stauts', 'status'],
    ['task_list', 'tags', 'label'],
    ['task_list', 'sort', 'order'],
    ['task_list', 'page_size', 'limit'],
    ['task_list', 'page_token', 'cursor'],
    ['task_get', 'version', undefined],
    ['task_delete', 'expected_version', 'expectedVersion'],
    ['task_delete', 'why', 'reason'],
    ['task_reopen', 'note', 'reason'],
    ['task_history', 'max', 'limit'],
  ])('%s refuses %s by name and names the nearest', async (tool, key, suggestion) => {
    const doors = await sharedList();
    const problem = await doors.refused(tool, { ...REQUIRED[tool], [key]: given(tool, suggestion) ?? 'x' });
    expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
    const issue = onlyIssue(problem);
    expect(issue).toMatchObject({ path: key, code: 'unknown_key', received: `"${key}"` });
    expect(issue.suggestion).toBe(suggestion);
    const isGiven = suggestion !== undefined && suggestion in (REQUIRED[tool] ?? {});
    const instead = isGiven ? `leave it out, since ${suggestion} is given too` : `use ${suggestion}`;
    expect(issue.message).toContain(suggestion === undefined ? 'send the call without it only if' : instead);
  });

  test.each<[string, string, string | undefined]>([
    ['task_get', 'taskID', 'id'],
    ['task_update', 'taskID', 'id'],
    ['task_update', 'expected_version', 'expectedVersion'],
    ['task_update', 'version', 'expectedVersion'],
    ['task_update', 'status', 'patch.status'],
    ['task_update', 'title', 'patch.subject'],
    ['task_update', 'changes', 'patch'],
  ])('%s refuses %s by name, though what it stands for is given too', async (tool, key, suggestion) => {
    const doors = await sharedList();
    const args = { ...REQUIRED[tool], [key]: given(tool, suggestion) ?? '1' };
    const issue = onlyIssue(await doors.refusedByName(tool, args));
    expect(issue).toMatchObject({ path: key, code: 'unknown_key', suggestion });
  });

  test.each<[string, string | undefined]>([
    ['prioritty', 'priority'],
    ['state', 'status'],
    // Replacing the whole set is another thing than adding to it.
    ['blockedBy', undefined],
    ['assignee', 'owner'],
    ['version', 'expectedVersion'],
    ['createdAt', undefined],
    ['xyzzy', undefined],
  ])('a patch with %s is refused by its path', async (key, suggestion) => {
    const doors = await sharedList();
    const patch = { subject: 'New', [key]: key === 'version' ? 1 : 'x' };
    const issue = onlyIssue(await doors.refused('task_update', { id: '1', expectedVersion: 1, patch }));
    expect(issue).toMatchObject({ path: `patch.${key}`, code: 'unknown_key' });
    expect(issue.suggestion).toBe(suggestion);
  });

  test.each(ODD_KEYS)('%j is a key like any other: every tool refuses it by name', async (key) => {
    const doors = await sharedList();
    const path = /^\w+$/.test(key) && key !== '0' ? key : `["${key}"]`;
    for (const [tool, args] of Object.entries(REQUIRED)) {
      if (tool === 'task_update') continue;
      const problem = await doors.refused(tool, { ...args, ...own(key, 'x') });
      expect(onlyIssue(problem)).toMatchObject({ path, code: 'unknown_key' });
    }
    const patch = { priority: 'high', ...own(key, { admin: true }) };
    const update = await doors.refused('task_update', { id: '1', expectedVersion: 1, patch });
    const patchPath = path.startsWith('[') ? `patch${path}` : `patch.${path}`;
    expect(onlyIssue(update)).toMatchObject({ path: patchPath, code: 'unknown_key' });
    expect({}).not.toHaveProperty('admin');
  });

  test('all keys that are wrong are named at once, beside everything else that is wrong', async () => {
    const doors = await sharedList();
    const problem = await doors.refused('task_create', {
      title: 'x',
      tags: ['a'],
      priority: 'P0',
      blockedBy: '1',
    });
    expect(problem.detail).toBe('5 arguments are not valid.');
    expect(problem.issues?.map(({ path, code }) => `${code} ${path}`)).toEqual([
      'unknown_key title',
      'unknown_key tags',
      'required subject',
      'enum priority',
      'type blockedBy',
    ]);
    for (const { message } of problem.issues ?? []) expect(problem.text).toContain(message);
  });

  test('F18: thousands of wrong keys, and one as long as a body may be, give an answer of bounded length', async () => {
    const doors = await sharedList();
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, index]));
    const problem = await doors.refused('task_create', many);
    expect(problem.issues).toHaveLength(50);
    expect(problem.issues?.at(-1)).toMatchObject({ path: '', code: 'more' });
    expect(problem).toMatchObject({ issuesCount: 20_001, detail: '20001 arguments are not valid.' });
    expect(problem.text).toMatch(/\n… and 199\d\d more; they are named when these are corrected\n/);
    const long = await doors.refused('task_create', { subject: 'x', ['k'.repeat(1_000_000)]: 1 });
    for (const { text } of [problem, long]) expect(text.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(long).length).toBeLessThan(4_000);
  });
});

const VERSIONED: [string, Arguments][] = ['task_update', 'task_reopen', 'task_delete', 'task_restore'].map(
  (tool) => [tool, REQUIRED[tool] ?? {}],
);

describe('case 14: an expectedVersion', () => {
  test.each<[unknown, string, unknown]>([
    [true, 'type', undefined],
    [false, 'type', undefined],
    ['3', 'type', 3],
    ['v3', 'type', 3],
    ['"3"', 'type', 3],
    ['latest', 'type', undefined],
    ['', 'type', undefined],
    ['*', 'type', undefined],
    [[], 'type', undefined],
    [[1], 'type', 1],
    [{}, 'type', undefined],
    [3.5, 'type', undefined],
    [1e-7, 'type', undefined],
    [0, 'range', undefined],
    [-1, 'range', undefined],
    [numeral('-0'), 'range', undefined],
    [2_147_483_648, 'range', undefined],
    [9_007_199_254_740_991, 'range', undefined],
    [numeral('9007199254740993'), 'range', undefined],
    [numeral('1e400'), 'range', undefined],
    [numeral('-1e400'), 'range', undefined],
    [numeral('1e21'), 'range', undefined],
    [numeral('123456789012345678901234567890'), 'range', undefined],
  ])('%j is refused by every tool', async (expectedVersion, code, suggestion) => {
    const doors = await sharedList();
    for (const [tool, args] of VERSIONED) {
      const problem = await doors.refused(tool, { ...args, expectedVersion });
      expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
      const issue = onlyIssue(problem);
      expect(issue).toMatchObject({
        path: 'expectedVersion',
        code,
        expected: 'an integer from 1 to 2147483647',
      });
      expect(issue.suggestion).toBe(suggestion);
    }
  });

  test.each(['1.0', '1e0', '10e-1', '1.000'])('%s is the number 1', async (digits) => {
    for (const door of ['tool', 'rest', 'mcp'] as const) {
      const doors = openDoors(app());
      await doors.tool.create('One');
      const args = { id: '1', expectedVersion: numeral(digits), patch: { priority: 'high' } };
      expect((await doors[door].task('task_update', args)).version).toBe(2);
    }
  });

  test('null is not given', async () => {
    const doors = await sharedList();
    for (const [tool, args] of VERSIONED) {
      expect((await doors.refused(tool, { ...args, expectedVersion: null })).code).toBe('VERSION_REQUIRED');
    }
  });

  test.each([
    'W/"1"',
    '"1", "2"',
    '1, 2',
    '"1',
    "'1'",
    '01',
    '"01"',
    '-1',
    '"0"',
    '1.0',
    '1e0',
    '"abc"',
    'latest',
    'true',
    'null',
    '2147483648',
    '9007199254740993',
    '9'.repeat(400),
  ])('If-Match: %s is refused', async (value) => {
    const doors = await sharedList();
    for (const [tool, args] of VERSIONED) {
      const { expectedVersion: _, ...given } = args;
      const problem = await doors.unchanged(() => doors.rest.problem(tool, given, { 'if-match': value }));
      expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
      expect(onlyIssue(problem).path).toBe('expectedVersion');
    }
  });

  // MCP has no headers that carry arguments.
  test.each(['1', '"1"'])('If-Match: %s is version 1, also on the tool route', async (value) => {
    for (const door of ['tool', 'rest'] as const) {
      const doors = openDoors(app());
      await doors.tool.create('One');
      const args = { id: '1', patch: { priority: 'high' } };
      const { task, headers } = await doors[door].call('task_update', args, { 'if-match': value });
      expect(task?.version).toBe(2);
      expect(headers.etag).toBe(door === 'rest' ? '"2"' : undefined);
    }
  });

  test('the version that an ETag shows is the one that If-Match takes', async () => {
    const { rest } = openDoors(app());
    await rest.create('One');
    for (const owner of ['a', 'b', 'c']) {
      const { headers } = await rest.call('task_get', { id: '1' });
      await rest.task('task_update', { id: '1', patch: { owner } }, { 'if-match': String(headers.etag) });
    }
    expect(await rest.task('task_get', { id: '1' })).toMatchObject({ version: 4, owner: 'c' });
  });
});

const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  task_create: ['description', 'priority', 'owner', 'labels', 'blockedBy', 'idempotencyKey'],
  task_get: [],
  task_list: ['status', 'owner', 'label', 'ready', 'order', 'limit', 'cursor'],
  task_update: ['clear', 'idempotencyKey'],
  task_reopen: ['idempotencyKey'],
  task_delete: ['reason', 'idempotencyKey'],
  task_restore: ['idempotencyKey'],
  task_history: ['limit', 'cursor'],
};

/** The times and the names that two lists cannot share. */
function comparable(value: unknown, list: string): string {
  return JSON.stringify(value)
    .replaceAll(`"${list}"`, '"list"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"id"');
}

/** An open task, one that is done and one that is deleted. */
async function prepared(doors: Doors): Promise<Doors> {
  for (const subject of ['Open', 'Done', 'Deleted']) await doors.tool.create(subject);
  await doors.tool.task('task_update', { id: '2', expectedVersion: 1, patch: { status: 'done' } });
  await doors.tool.task('task_delete', { id: '3', expectedVersion: 1 });
  return doors;
}

describe('case 15: every optional argument sent as null', () => {
  const cases: [string, Arguments][] = [
    ['task_create', { subject: 'New' }],
    ['task_get', { id: '1' }],
    ['task_list', {}],
    ['task_update', { id: '1', expectedVersion: 1, patch: { priority: 'high' } }],
    ['task_reopen', { id: '2', expectedVersion: 2, reason: 'r' }],
    ['task_delete', { id: '1', expectedVersion: 1 }],
    ['task_restore', { id: '3', expectedVersion: 2 }],
    ['task_history', { id: '1' }],
  ];

  forEachDoor(app, (_open, door) => {
    test.each(cases)('%s answers as if they were absent', async (tool, args) => {
      const [plain, nulled] = [await prepared(openDoors(app())), await prepared(openDoors(app()))];
      const nulls = Object.fromEntries((OPTIONAL[tool] ?? []).map((name) => [name, null]));
      const expected = await plain[door].value(tool, args);
      const value = await nulled[door].value(tool, { ...args, ...nulls });
      expect(comparable(value, nulled.list)).toBe(comparable(expected, plain.list));
    });
  });

  test('null for what must be given is refused', async () => {
    const doors = await sharedList();
    for (const [tool, args, path] of [
      ['task_create', { subject: null }, 'subject'],
      ['task_reopen', { id: '1', expectedVersion: 1, reason: null }, 'reason'],
    ] as const) {
      expect(onlyIssue(await doors.refused(tool, args))).toMatchObject({
        path,
        code: 'type',
        received: 'null',
      });
    }
    for (const [args, path] of [
      [{ id: null, expectedVersion: 1, patch: { priority: 'high' } }, 'id'],
      [{ id: '1', expectedVersion: 1, patch: null }, 'patch'],
    ] as const) {
      const problem = await doors.refusedByName('task_update', args);
      expect(onlyIssue(problem)).toMatchObject({ path, code: 'type', received: 'null' });
    }
  });

  test('null in the patch of a tool call is not given; in a merge patch it empties the field', async () => {
    const patch = { status: 'in_progress', description: null, owner: null, labels: null };
    const expected = { status: 'in_progress', owner: 'agent-7', labels: ['api'], description: 'Two things.' };
    const args = { id: '2', expectedVersion: 1, patch };
    for (const door of ['tool', 'mcp'] as const) {
      const byName = await openList();
      const value = await byName[door].value<{ task: Task; changed: string[] }>('task_update', args);
      expect(value).toMatchObject({ task: expected, changed: ['status'] });
    }
    const byRest = await openList();
    const emptied = await byRest.rest.value<{ task: Task; changed: string[] }>('task_update', args);
    expect(emptied.task).toMatchObject({ status: 'in_progress', owner: null, labels: [], description: null });
    expect(emptied.changed).toEqual(['status', 'description', 'owner', 'labels']);
  });

  test('an empty text, a blank one and the word null are not null', async () => {
    const doors = await sharedList();
    for (const [args, path, code] of [
      [{ owner: '' }, 'owner', 'length'],
      [{ owner: ' \t' }, 'owner', 'characters'],
      [{ owner: '   ' }, 'owner', 'pattern'],
      [{ priority: '' }, 'priority', 'enum'],
      [{ priority: 'null' }, 'priority', 'enum'],
      [{ labels: 'null' }, 'labels', 'echo'],
    ] as const) {
      const problem = await doors.refused('task_create', { subject: 'x', ...args });
      expect(onlyIssue(problem)).toMatchObject({ path, code });
    }
    expect(await (await openList()).rest.create('null')).toMatchObject({ subject: 'null' });
  });

  test('a query has no null: the word is judged as a word', async () => {
    const doors = await sharedList();
    for (const [query, path] of [
      ['limit=null', 'limit'],
      ['ready=null', 'ready'],
      ['status=null', 'status'],
      ['cursor=null', 'cursor'],
    ]) {
      const answer = await send(app(), 'GET', `/v1/lists/${doors.list}/tasks?${query}`);
      expect([answer.status, onlyIssue(answer.problem()).path]).toEqual([400, path]);
    }
  });
});
