import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Task } from '../../src/tasks/task.js';
import { JSON_TYPE, listen, send, useApp } from '../http/harness.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  type Arguments,
  type Client,
  type DoorName,
  forEachDoor,
  onlyIssue,
  openDoors,
} from '../support/doors.js';
import { nextMcpCall } from '../support/mcp_door.js';
import { freshList } from '../support/service.js';
import { ServiceProcess } from '../support/service_process.js';

const app = useApp();

const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** A list with a task for each kind of write: open, done, deleted, and one that waits for the first. */
async function prepare(client: Client): Promise<void> {
  for (const subject of ['Open', 'Done', 'Deleted']) await client.create(subject);
  await client.create('Waits', { blockedBy: ['1'] });
  await client.task('task_update', { id: '2', expectedVersion: 1, patch: { status: 'done' } });
  await client.task('task_delete', { id: '3', expectedVersion: 1 });
}

/** A create whose arguments all stand in its body. */
function toPost(door: DoorName, list: string, args: Arguments) {
  const body = JSON.stringify(args);
  if (door === 'mcp') return nextMcpCall(list, 'task_create', body);
  const path = door === 'tool' ? 'tools/task_create' : 'tasks';
  return { url: `/v1/lists/${list}/${path}`, headers: JSON_TYPE, body };
}

const WRITES: [tool: string, args: Arguments, receipt: string][] = [
  ['task_create', { subject: 'New', labels: ['a'] }, 'Created #5 v1 [pending] New'],
  [
    'task_update',
    { id: '1', expectedVersion: 1, patch: { status: 'done', priority: 'high' } },
    'Updated #1 v2 [done] Open !high: status pending → done, priority normal → high; unblocked #4',
  ],
  [
    'task_update',
    { id: '1', expectedVersion: 1, patch: { subject: 'Open' } },
    '#1 v1 [pending] Open: nothing changed',
  ],
  [
    'task_reopen',
    { id: '2', expectedVersion: 2, reason: 'Again' },
    'Reopened #2 v3 [pending] Done: status done → pending',
  ],
  [
    'task_delete',
    { id: '1', expectedVersion: 1, reason: 'Twice' },
    'Deleted #1 v2 [pending, deleted] Open; unblocked #4',
  ],
  ['task_restore', { id: '3', expectedVersion: 2 }, 'Restored #3 v3 [pending] Deleted'],
];

describe('case 6: the answer of a write was lost and the client sends the same key again', () => {
  forEachDoor(app, (open, door) => {
    test.each(WRITES)('%s %j: the same answer, told as a replay', async (tool, args, receipt) => {
      const client = open();
      await prepare(client);
      const keyed = { ...args, idempotencyKey: 'k-1' };
      const first = await client.call(tool, keyed);
      const { version } = await openDoors(app(), client.list).head();
      expect([first.code, first.replayed]).toEqual([undefined, false]);
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      for (let round = 0; round < 2; round += 1) {
        const again = await client.call(tool, keyed);
        expect(again.status).toBe(first.status);
        expect(again.replayed).toBe(true);
        expect(JSON.stringify(again.value)).toBe(JSON.stringify(first.value));
        for (const header of ['etag', 'location']) expect(again.headers[header]).toBe(first.headers[header]);
      }
      expect(await client.text(tool, keyed)).toBe(`Replay of a call that was stored before: ${receipt}`);
      expect((await openDoors(app(), client.list).head()).version).toBe(version);
    });

    test('the text of a replay says at which version the task is now', async () => {
      const client = open();
      const keyed = { subject: 'Moves on', idempotencyKey: 'k-1' };
      await client.task('task_create', keyed);
      await client.task('task_update', { id: '1', expectedVersion: 1, patch: { owner: 'agent-7' } });
      expect(await client.text('task_create', keyed)).toBe(
        'Replay of a call that was stored before: Created #1 v1 [pending] Moves on. Task #1 is now at version 2.',
      );
      expect(await client.task('task_create', keyed)).toMatchObject({ version: 1, owner: null });
    });

    test('without a key the same create makes two tasks', async () => {
      const client = open();
      const ids = [await client.create('Twice'), await client.create('Twice')].map(({ id }) => id);
      expect(ids).toEqual(['1', '2']);
    });

    test('the socket ended before the answer came: the retry gets the task that is there', async () => {
      const port = await portOf();
      const list = freshList();
      const { url, headers, body } = toPost(door, list, { subject: 'Lost', idempotencyKey: 'k-1' });
      const lines = Object.entries({ ...headers, host: 'localhost', 'content-length': body.length });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST ${url} HTTP/1.1\r\n${head}\r\n${body}`, () => socket.destroy());
      const doors = openDoors(app(), list);
      while ((await doors.head()).version === 0) await sleep(5);
      const again = await open(list).call('task_create', { subject: 'Lost', idempotencyKey: 'k-1' });
      expect([again.replayed, again.task?.id]).toEqual([true, '1']);
      expect((await doors.head()).version).toBe(1);
    });
  });

  test('what one door stored the other doors replay', async () => {
    const doors = openDoors(app());
    const args = { subject: 'Either way', idempotencyKey: 'k-1' };
    const byRest = await doors.rest.call('task_create', args);
    const byTool = await doors.tool.call('task_create', args);
    expect([byRest.status, byRest.replayed, byTool.status, byTool.replayed]).toEqual([201, false, 200, true]);
    expect(byTool.value).toEqual(byRest.value);
    const byMcp = await doors.mcp.call('task_create', args);
    expect([byMcp.replayed, byMcp.text, byMcp.value]).toEqual([true, byTool.text, byRest.value]);
  });

  let port: number | undefined;
  async function portOf(): Promise<number> {
    port ??= await listen(app());
    return port;
  }
});

describe('case 7: fifty identical creates with one key', () => {
  forEachDoor(app, (open) => {
    test('at once make one task and give fifty same answers', async () => {
      const client = open();
      const args = { subject: 'Once', labels: ['a', 'b'], idempotencyKey: 'one-key' };
      const outcomes = await times(50, () => client.call('task_create', args));
      expect(new Set(outcomes.map(({ value }) => JSON.stringify(value))).size).toBe(1);
      expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(await openDoors(app(), client.list).head()).toMatchObject({
        version: 1,
        counts: { pending: 1 },
      });
    });
  });

  test('fifty keys with one subject make fifty tasks', async () => {
    const doors = openDoors(app());
    const outcomes = await times(50, (index) =>
      doors.at(index).call('task_create', { subject: 'Same', idempotencyKey: `key-${index}` }),
    );
    expect(new Set(outcomes.map(({ task }) => task?.id)).size).toBe(50);
  });

  describe('while the process is killed', () => {
    let database: TestDatabase;
    const processes: ServiceProcess[] = [];
    const start = async () => {
      const service = new ServiceProcess({ DATABASE_URL: database.url });
      processes.push(service);
      return { service, url: await service.listens() };
    };
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(async () => {
      for (const service of processes) await service.kill();
      await database.drop();
    });

    test('they make one task for each key, which the retry gets', async () => {
      const taskIn = async (answer: Response) => {
        // The same answers are held against openapi.yaml in the tests above.
        const { task } = (await answer.json()) as { task: Task };
        return task;
      };
      const create = (url: string, key: string) =>
        fetch(`${url}/v1/lists/home/tasks`, {
          method: 'POST',
          headers: { ...JSON_TYPE, 'idempotency-key': key },
          body: JSON.stringify({ subject: `Of ${key}` }),
        });
      const keys = Array.from({ length: 50 }, (_, index) => `key-${index % 2}`);
      const first = await start();
      const sent = keys.map(async (key) => {
        const answer = await create(first.url, key);
        if (answer.status === 201) await first.service.kill(); // the first answer is the last thing it does
        return taskIn(answer);
      });
      const acknowledged = (await Promise.allSettled(sent)).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      await first.service.kill();

      const second = await start();
      const answers = await Promise.all(keys.map((key) => create(second.url, key)));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
      const tasks = await Promise.all(answers.map(taskIn));
      expect(new Set(tasks.map((task) => JSON.stringify(task))).size).toBe(2);
      for (const task of acknowledged) expect(tasks).toContainEqual(task);
      const page = await fetch(`${second.url}/v1/lists/home/tasks`);
      expect(await page.json()).toMatchObject({ version: 2, tasks: { length: 2 } });
    });
  });
});

describe('case 8: the same key', () => {
  const CREATE = { subject: 'Á', description: 'd', labels: ['x', 'y'], idempotencyKey: 'k-1' };

  test.each<[string, Arguments]>([
    ['another subject', { subject: 'B' }],
    ['a field less', { description: null }],
    ['a field more', { owner: 'agent-7' }],
    ['a default that is spelled out', { priority: 'normal' }],
    ['an empty array where none was given', { blockedBy: [] }],
    ['its labels in another order', { labels: ['y', 'x'] }],
    ['a subject in another normal form', { subject: 'Á'.normalize('NFD') }],
  ])('with %s is refused', async (_name, other) => {
    const doors = openDoors(app());
    await doors.tool.task('task_create', CREATE);
    const problem = await doors.refused('task_create', { ...CREATE, ...other });
    expect([problem.status, problem.code, problem.retryable]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED', false]);
    expect(problem.text).not.toContain('k-1');
  });

  test('with another version or another id is refused, and before the version is judged', async () => {
    const doors = openDoors(app());
    await prepare(doors.tool);
    const args = { id: '1', expectedVersion: 1, patch: { owner: 'a' }, idempotencyKey: 'k-1' };
    await doors.tool.task('task_update', args);
    for (const other of [
      { expectedVersion: 2 },
      { id: '2' },
      { patch: { owner: 'b' } },
      { clear: ['labels'] },
    ]) {
      const problem = await doors.refused('task_update', { ...args, ...other });
      expect(problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    expect((await doors.rest.call('task_update', args)).replayed).toBe(true);
  });

  forEachDoor(app, (open) => {
    test('with the same arguments in another order, or null for what is not given, is a replay', async () => {
      const client = open();
      await client.task('task_create', CREATE);
      const reordered = Object.fromEntries(Object.entries(CREATE).reverse());
      for (const args of [reordered, { owner: null, ...CREATE, blockedBy: null, priority: null }]) {
        expect((await client.call('task_create', args)).replayed).toBe(true);
      }
    });

    test('on another list or another tool is another key', async () => {
      const client = open();
      await prepare(client);
      const key = { idempotencyKey: 'k-1' };
      const calls: [string, Arguments][] = [
        ['task_create', { subject: 'A', ...key }],
        ['task_update', { id: '1', expectedVersion: 1, patch: { owner: 'a' }, ...key }],
        ['task_delete', { id: '1', expectedVersion: 2, ...key }],
        ['task_restore', { id: '1', expectedVersion: 3, ...key }],
        ['task_reopen', { id: '2', expectedVersion: 2, reason: 'r', ...key }],
      ];
      for (const [tool, args] of calls) expect((await client.call(tool, args)).replayed).toBe(false);
      const elsewhere = await open().call('task_create', { subject: 'B', ...key });
      expect([elsewhere.replayed, elsewhere.task?.id]).toEqual([false, '1']);
    });
  });

  test.each<[string, string, Arguments, Arguments]>([
    ['INVALID_INPUT', 'task_create', { subject: '' }, { subject: 'Good' }],
    [
      'INVALID_REFERENCE',
      'task_create',
      { subject: 'x', blockedBy: ['9'] },
      { subject: 'x', blockedBy: ['1'] },
    ],
    [
      'STALE_VERSION',
      'task_update',
      { expectedVersion: 9, patch: { owner: 'a' } },
      { expectedVersion: 1, patch: { owner: 'a' } },
    ],
    ['VERSION_REQUIRED', 'task_delete', {}, { expectedVersion: 1 }],
    [
      'BLOCKED',
      'task_update',
      { id: '4', expectedVersion: 1, patch: { status: 'done' } },
      { id: '4', expectedVersion: 1, patch: { status: 'blocked' } },
    ],
    [
      'ILLEGAL_TRANSITION',
      'task_reopen',
      { expectedVersion: 1, reason: 'r' },
      { id: '2', expectedVersion: 2, reason: 'r' },
    ],
    ['TASK_NOT_FOUND', 'task_restore', { id: '99', expectedVersion: 2 }, { id: '3', expectedVersion: 2 }],
    [
      'DEPENDENCY_CYCLE',
      'task_update',
      { expectedVersion: 1, patch: { addBlockedBy: ['4'] } },
      { expectedVersion: 1, patch: { addBlockedBy: ['2'] } },
    ],
  ])('after a refusal with %s: the good retry of %s runs', async (code, tool, bad, good) => {
    const doors = openDoors(app());
    await prepare(doors.tool);
    const base = { ...(tool === 'task_create' ? {} : { id: '1' }), idempotencyKey: 'k-1' };
    expect((await doors.refused(tool, { ...base, ...bad })).code).toBe(code);
    expect((await doors.tool.call(tool, { ...base, ...good })).replayed).toBe(false);
    for (const door of [doors.rest, doors.mcp]) {
      expect((await door.call(tool, { ...base, ...good })).replayed).toBe(true);
    }
  });

  test('in the header, bare or quoted, and in the body is one key; two that differ are refused', async () => {
    const list = freshList();
    const create = (header: string | undefined, key?: string) =>
      send(app(), 'POST', `/v1/lists/${list}/tasks`, {
        headers: header === undefined ? {} : { 'idempotency-key': header },
        body: { subject: 'A', ...(key !== undefined && { idempotencyKey: key }) },
      });
    expect((await create('k-1')).headers['idempotency-replayed']).toBeUndefined();
    for (const [header, key] of [['"k-1"'], ['k-1', 'k-1'], [undefined, 'k-1'], ['"k-1"', 'k-1']] as const) {
      expect((await create(header, key)).headers['idempotency-replayed']).toBe('true');
    }
    const conflict = await create('k-1', 'k-2');
    expect([conflict.status, conflict.problem().code]).toEqual([400, 'INVALID_INPUT']);
    expect(onlyIssue(conflict.problem())).toMatchObject({ path: 'idempotencyKey', code: 'conflict' });
  });

  test.each<[string, unknown, string]>([
    ['empty', '', 'length'],
    ['of 201 characters', 'k'.repeat(201), 'length'],
    ['with a space', 'a b', 'pattern'],
    ['with a line break', 'a\nb', 'characters'],
    ['with a letter beyond ASCII', 'clé', 'pattern'],
    ['with NUL', 'a\0b', 'unicode'],
    ['with half a surrogate pair', 'a\ud83db', 'unicode'],
    ['that is a number', 7, 'type'],
    ['that is true', true, 'type'],
    ['in an array', ['k'], 'type'],
  ])('%s is refused by name and no key at all', async (_name, idempotencyKey, code) => {
    const doors = openDoors(app());
    const problem = await doors.refused('task_create', { subject: 'A', idempotencyKey });
    expect(problem.code).toBe('INVALID_INPUT');
    expect(onlyIssue(problem)).toMatchObject({ path: 'idempotencyKey', code });
  });

  test('of 200 visible characters is taken', async () => {
    const doors = openDoors(app());
    const idempotencyKey = `"\\!~${'k'.repeat(196)}`;
    await doors.rest.task('task_create', { subject: 'A', idempotencyKey });
    for (const door of doors.all) {
      expect((await door.call('task_create', { subject: 'A', idempotencyKey })).replayed).toBe(true);
    }
  });
});

describe('case 9: ids', () => {
  test('of ten creates at once after three deletes are new and unique', async () => {
    const doors = openDoors(app());
    for (const subject of ['One', 'Two', 'Three']) await doors.tool.create(subject);
    for (const id of ['3', '1', '2']) await doors.rest.task('task_delete', { id, expectedVersion: 1 });
    const tasks = await times(10, (index) => doors.at(index).create(`New ${index}`));
    const ids = tasks.map(({ id }) => Number(id)).sort((a, b) => a - b);
    expect(ids).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  forEachDoor(app, (open) => {
    test('of deleted tasks are never given out again, not even the highest, and the id answers for ever', async () => {
      const client = open();
      for (let round = 1; round <= 5; round += 1) {
        const task = await client.create(`Round ${round}`);
        expect(task.id).toBe(String(round));
        await client.task('task_delete', { id: task.id, expectedVersion: 1 });
      }
      for (const id of ['1', '5'])
        expect((await client.problem('task_get', { id })).code).toBe('TASK_DELETED');
      expect((await client.create('Next')).id).toBe('6');
    });

    test('are not used up by what is refused or replayed', async () => {
      const client = open();
      await client.problem('task_create', { subject: '' });
      await client.problem('task_create', { subject: 'x', blockedBy: ['1'] });
      const first = { subject: 'First', idempotencyKey: 'k' };
      expect((await client.task('task_create', first)).id).toBe('1');
      expect((await client.task('task_create', first)).id).toBe('1');
      expect((await client.create('Second')).id).toBe('2');
    });
  });
});
