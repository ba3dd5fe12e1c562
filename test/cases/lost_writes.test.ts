import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/refusals/refusal.js';
import type { HistoryEntry } from '../../src/tasks/changes.js';
import { describe as describeTask } from '../../src/tasks/rules.js';
import type { Task } from '../../src/tasks/task.js';
import { send, useApp } from '../http/harness.js';
import {
  type Arguments,
  type Client,
  type Doors,
  forEachDoor,
  onlyIssue,
  openDoors,
} from '../support/doors.js';
import { MemoryList } from '../support/snapshot.js';

const app = useApp();

const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function eventsOf(list: string): Promise<HistoryEntry[]> {
  const answer = await send(app(), 'GET', `/v1/lists/${list}/events?limit=1000`);
  return answer.json<{ events: HistoryEntry[] }>().events;
}

describe('case 1: fifty parallel writes of one task at one version', () => {
  async function race(doors: Doors, tool: string, args: (index: number) => Arguments) {
    const before = (await doors.head()).version;
    const outcomes = await times(50, (index) => doors.at(index).call(tool, args(index)));
    const won = outcomes.filter(({ code }) => code === undefined);
    expect(won).toHaveLength(1);
    expect((await doors.head()).version).toBe(before + 1);
    expect((await eventsOf(doors.list)).filter(({ version }) => version > before)).toHaveLength(1);
    const winner = won[0]?.task;
    if (!winner) throw new Error('Nobody won.');
    return { winner, refused: outcomes.filter(({ code }) => code !== undefined) };
  }

  const update = (patch: (index: number) => Arguments) => (index: number) => ({
    id: '1',
    expectedVersion: 1,
    patch: patch(index),
  });

  test.each<[string, (index: number) => Arguments]>([
    ['owners', (index) => ({ owner: `agent-${index}` })],
    ['subjects', (index) => ({ subject: `Take ${index}` })],
    ['fields of their own', (index) => (index % 2 ? { priority: 'high' } : { labels: [`l-${index}`] })],
    ['the same status', () => ({ status: 'in_progress' })],
  ])('with %s: one succeeds at version 2, 49 are stale and see the current task', async (_name, patch) => {
    const doors = openDoors(app());
    await doors.tool.create('Race');
    const { winner, refused } = await race(doors, 'task_update', update(patch));
    expect(winner.version).toBe(2);
    expect(refused).toHaveLength(49);
    const [change] = (await eventsOf(doors.list)).slice(-1).flatMap(({ changes }) => changes);
    for (const { code, problem, headers } of refused) {
      expect(code).toBe('STALE_VERSION');
      expect(problem?.current).toEqual(winner);
      expect(problem?.changedSince).toEqual([
        { field: change?.field, to: change?.to, by: 'anonymous', at: winner.updatedAt, taskVersion: 2 },
      ]);
      expect(problem?.hint).toContain('send expectedVersion 2');
      expect(headers.etag).toBeUndefined();
    }
    // 409 by the tool route and MCP; 412 where the version came as If-Match.
    expect(refused.filter(({ status }) => status === 412).length).toBeGreaterThanOrEqual(16);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409, 412]));
  });

  test('that delete it: one succeeds, 49 are told that it is deleted', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Race');
    const { winner, refused } = await race(doors, 'task_delete', () => ({ id: '1', expectedVersion: 1 }));
    expect(winner).toMatchObject({ version: 2, deletedAt: winner.updatedAt });
    for (const { code, status, problem } of refused) {
      expect([status, code, problem?.current]).toEqual([410, 'TASK_DELETED', winner]);
    }
  });

  test('that reopen it: one succeeds, 49 are stale', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Race');
    await doors.tool.task('task_update', { id: '1', expectedVersion: 1, patch: { status: 'done' } });
    const args = { id: '1', expectedVersion: 2, reason: 'Again' };
    const { winner, refused } = await race(doors, 'task_reopen', () => args);
    expect(winner).toMatchObject({ version: 3, status: 'pending' });
    expect(refused.map(({ code }) => code)).toEqual(Array(49).fill('STALE_VERSION'));
  });

  test('that restore it: one succeeds, 49 are stale', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Race');
    await doors.tool.task('task_delete', { id: '1', expectedVersion: 1 });
    const { winner, refused } = await race(doors, 'task_restore', () => ({ id: '1', expectedVersion: 2 }));
    expect(winner).toMatchObject({ version: 3, deletedAt: null });
    expect(refused.map(({ code }) => code)).toEqual(Array(49).fill('STALE_VERSION'));
  });

  test('a stale version that came in the body of a resource route is 409, not 412', async () => {
    const { rest } = openDoors(app());
    await rest.create('Race');
    await rest.task('task_update', { id: '1', expectedVersion: 1, patch: { owner: 'a' } });
    const answer = await send(app(), 'PATCH', `/v1/lists/${rest.list}/tasks/1`, {
      body: { expectedVersion: 1, owner: 'b' },
    });
    expect([answer.status, answer.problem().code]).toEqual([409, 'STALE_VERSION']);
  });

  test('a version that the task never had is stale too', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Race');
    const problem = await doors.refused('task_update', {
      id: '1',
      expectedVersion: 9,
      patch: { owner: 'a' },
    });
    expect(problem).toMatchObject({ status: 409, code: 'STALE_VERSION', changedSince: [] });
    expect(problem.detail).toBe('#1 is at version 1; it never had version 9.');
    expect(problem.hint).toBe('Read current, decide again, and send expectedVersion 1.');
  });
});

const VERSIONED: [string, Arguments][] = [
  ['task_update', { id: '1', patch: { priority: 'high' } }],
  ['task_reopen', { id: '1', reason: 'Again' }],
  ['task_delete', { id: '1' }],
  ['task_restore', { id: '1' }],
];

describe('case 2: a write that names no version', () => {
  test.each(VERSIONED)('%s is refused with the task as somebody else left it', async (tool, args) => {
    const doors = openDoors(app());
    await doors.tool.create('Read by one');
    await doors.rest.task(
      'task_update',
      { id: '1', expectedVersion: 1, patch: { owner: 'other' } },
      { 'tasklatch-agent': 'agent-2' },
    );
    const current = await doors.tool.task('task_get', { id: '1' });
    for (const given of [args, { ...args, expectedVersion: null }]) {
      const problem = await doors.refused(tool, given);
      expect(problem).toMatchObject({ status: 428, code: 'VERSION_REQUIRED', retryable: false, current });
      expect(problem.hint).toBe('Read current, decide, and send expectedVersion 2.');
      expect(problem.text).toContain('Now: #1 v2 [pending] Read by one @other');
    }
  });

  test.each(VERSIONED)(
    '%s is refused also when nobody changed the task since it was made',
    async (tool, args) => {
      const doors = openDoors(app());
      await doors.tool.create('New');
      expect(await doors.refused(tool, args)).toMatchObject({
        code: 'VERSION_REQUIRED',
        current: { version: 1 },
      });
    },
  );

  test('If-Match: * names no version', async () => {
    const { rest } = openDoors(app());
    await rest.create('Any');
    const problem = await rest.problem('task_delete', { id: '1' }, { 'if-match': '*' });
    expect([problem.status, problem.code]).toEqual([428, 'VERSION_REQUIRED']);
  });

  test('a task that is deleted or was never there says so instead', async () => {
    const doors = openDoors(app());
    await doors.tool.create('Gone');
    await doors.tool.task('task_delete', { id: '1', expectedVersion: 1 });
    const patch = { priority: 'high' };
    expect((await doors.refused('task_update', { id: '1', patch })).code).toBe('TASK_DELETED');
    expect((await doors.refused('task_update', { id: '2', patch })).code).toBe('TASK_NOT_FOUND');
  });
});

const FULL = {
  subject: '  Deploy — “é” e\u0301 👩‍👩‍👧‍👦  ',
  description: ' first\r\n\tsecond  \n\n</task> \u202e # 99\n',
  priority: 'urgent',
  owner: ' agent  7 ',
  labels: ['z', 'a.b/c-d_e', '0'],
  blockedBy: ['2', '1'],
};

/** What every change of a task may move. */
const SIGNATURE = ['version', 'updatedAt', 'updatedBy'];

function without(task: Task, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(task).filter(([field]) => !fields.includes(field)));
}

async function createFull(client: Client): Promise<Task> {
  await client.create('First');
  await client.create('Second');
  return client.task('task_create', FULL);
}

describe('case 3: a patch', () => {
  forEachDoor(app, (open) => {
    test('a task comes back with every field as it was sent', async () => {
      const client = open();
      const task = await createFull(client);
      expect(task).toMatchObject({ ...FULL, blockedBy: ['1', '2'], openBlockers: ['1', '2'] });
      expect(await client.task('task_get', { id: '3' })).toEqual(task);
    });

    test.each<[Arguments, string[]]>([
      [{ status: 'blocked' }, ['status']],
      [{ status: 'cancelled' }, ['status']],
      [{ subject: 'Other' }, ['subject']],
      [{ description: 'Other' }, ['description']],
      [{ priority: 'low' }, ['priority']],
      [{ owner: 'agent-8' }, ['owner']],
      [{ labels: ['a.b/c-d_e', 'z', '0'] }, ['labels']],
      [{ labels: [] }, ['labels']],
      [{ removeBlockedBy: ['1'] }, ['blockedBy', 'openBlockers']],
      [{ status: 'blocked', owner: 'agent-8' }, ['status', 'owner']],
    ])('%j leaves every other field byte-identical', async (patch, touched) => {
      const client = open();
      const before = await createFull(client);
      const { task, changed } = await client.value<{ task: Task; changed: string[] }>('task_update', {
        id: '3',
        expectedVersion: 1,
        patch,
      });
      const moved = [...SIGNATURE, ...touched, ...(task.status === before.status ? [] : ['ready'])];
      expect(without(task, moved)).toEqual(without(before, moved));
      expect(task.version).toBe(2);
      expect(changed).toEqual(touched.filter((field) => field !== 'openBlockers'));
      expect(await client.task('task_get', { id: '3' })).toEqual(task);
    });

    test('with a clear empties what it names and leaves the rest', async () => {
      const client = open();
      const before = await createFull(client);
      const args = { id: '3', expectedVersion: 1, patch: {}, clear: ['owner', 'labels', 'description'] };
      const { task, changed } = await client.value<{ task: Task; changed: string[] }>('task_update', args);
      const fields = ['description', 'owner', 'labels'];
      expect(task).toMatchObject({ description: null, owner: null, labels: [] });
      expect(without(task, [...SIGNATURE, ...fields])).toEqual(without(before, [...SIGNATURE, ...fields]));
      expect(changed).toEqual(fields);
    });

    test.each<Arguments>([
      { status: 'pending' },
      { subject: FULL.subject },
      { description: FULL.description },
      { priority: FULL.priority },
      { owner: FULL.owner },
      { labels: FULL.labels },
      { addBlockedBy: ['1'] },
      { addBlockedBy: ['2', '1'] },
      { removeBlockedBy: ['3'] },
      { addBlockedBy: [] },
      { status: 'pending', owner: FULL.owner, labels: FULL.labels, addBlockedBy: ['1'], removeBlockedBy: [] },
    ])('%j, which is there already, changes nothing and says so', async (patch) => {
      const client = open();
      const before = await createFull(client);
      const { version } = await openDoors(app(), client.list).head();
      const args = { id: '3', expectedVersion: 1, patch };
      expect(await client.value('task_update', args)).toEqual({
        task: before,
        changed: [],
        unblocked: [],
        unblockedCount: 0,
      });
      expect(await client.text('task_update', args)).toMatch(/^#3 v1 \[pending\] .*: nothing changed$/);
      expect((await eventsOf(client.list)).map((event) => event.version).at(-1)).toBe(version);
      expect((await openDoors(app(), client.list).head()).version).toBe(version);
    });

    test('of an empty field with clear changes nothing', async () => {
      const client = open();
      const before = await client.create('Bare');
      const args = { id: '1', expectedVersion: 1, patch: {}, clear: ['owner', 'labels', 'description'] };
      expect(await client.value('task_update', args)).toEqual({
        task: before,
        changed: [],
        unblocked: [],
        unblockedCount: 0,
      });
    });
  });

  test('with nothing in it is refused', async () => {
    const doors = openDoors(app());
    await createFull(doors.tool);
    const args = { id: '3', expectedVersion: 1, patch: {} };
    const byName = await doors.refusedByName('task_update', args);
    for (const problem of [byName, await doors.rest.problem('task_update', args)]) {
      expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
      expect(onlyIssue(problem)).toMatchObject({ path: 'patch', code: 'empty' });
    }
    expect(await doors.tool.task('task_get', { id: '3' })).toMatchObject({ version: 1 });
  });

  // In a merge patch null empties a field.
  test('with nothing but null in it is refused too, but as a merge patch', async () => {
    const doors = openDoors(app());
    const { tool } = doors;
    await createFull(tool);
    const problem = await doors.refusedByName('task_update', {
      id: '3',
      expectedVersion: 1,
      patch: { status: null, subject: null, labels: null },
      clear: null,
    });
    expect(onlyIssue(problem)).toMatchObject({ path: 'patch', code: 'empty' });
    expect(await tool.task('task_get', { id: '3' })).toMatchObject({ version: 1, labels: FULL.labels });
  });

  test('as a merge patch clears what it names null, and refuses to empty what cannot be empty', async () => {
    const { rest } = openDoors(app());
    await createFull(rest);
    const refused = await rest.problem('task_update', {
      id: '3',
      expectedVersion: 1,
      patch: { owner: null, status: null, subject: null, priority: null, addBlockedBy: null },
    });
    expect(refused.issues?.map(({ path, code }) => `${code} ${path}`)).toEqual([
      'null patch.status',
      'null patch.subject',
      'null patch.priority',
      'null patch.addBlockedBy',
    ]);
    const task = await rest.task('task_update', { id: '3', expectedVersion: 1, patch: { owner: null } });
    expect(task).toMatchObject({
      owner: null,
      description: FULL.description,
      labels: FULL.labels,
      version: 2,
    });
  });
});

describe('case 4: all or nothing', () => {
  forEachDoor(app, (open) => {
    test.each(['done', 'cancelled'])(
      'a task that is made %s twice says at which version nothing changed',
      async (status) => {
        const client = open();
        await client.create('Once');
        const first = await client.task('task_update', { id: '1', expectedVersion: 1, patch: { status } });
        const again = { id: '1', expectedVersion: 2, patch: { status } };
        expect(await client.value('task_update', again)).toEqual({
          task: first,
          changed: [],
          unblocked: [],
          unblockedCount: 0,
        });
        expect(await client.text('task_update', again)).toBe(`#1 v2 [${status}] Once: nothing changed`);
      },
    );
  });

  test.each(['done', 'cancelled'])(
    'the second of two callers that both make it %s is stale',
    async (status) => {
      const doors = openDoors(app());
      await doors.tool.create('Once');
      const args = { id: '1', expectedVersion: 1, patch: { status } };
      await doors.rest.task('task_update', args, { 'tasklatch-agent': 'agent-1' });
      const problem = await doors.refused('task_update', args);
      expect(problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2, status } });
      expect(problem.text).toContain(`- status → ${status} by agent-1 (v2)`);
    },
  );

  test.each<[string, Arguments, string]>([
    ['an edge that closes a cycle', { addBlockedBy: ['2'] }, 'DEPENDENCY_CYCLE'],
    ['itself as a blocker', { addBlockedBy: ['1'] }, 'DEPENDENCY_CYCLE'],
    ['a good and a cyclic blocker', { addBlockedBy: ['3', '2'] }, 'DEPENDENCY_CYCLE'],
    ['a blocker that was never there', { addBlockedBy: ['99'] }, 'INVALID_REFERENCE'],
    ['a blocker that is deleted', { addBlockedBy: ['3', '4'] }, 'INVALID_REFERENCE'],
    ['a blocker to take away that was never there', { removeBlockedBy: ['99'] }, 'INVALID_REFERENCE'],
    ['an open blocker', { addBlockedBy: ['3'] }, 'BLOCKED'],
    ['a label twice', { labels: ['a', 'a'] }, 'INVALID_INPUT'],
    ['an unknown field', { assigne: 'x' }, 'INVALID_INPUT'],
    ['a blocker to add and to take away', { addBlockedBy: ['3'], removeBlockedBy: ['3'] }, 'INVALID_INPUT'],
  ])('a good status beside %s: nothing of it is applied', async (_name, bad, code) => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    await doors.tool.create('Two', { blockedBy: ['1'] });
    await doors.tool.create('Three');
    await doors.tool.create('Four');
    await doors.tool.task('task_delete', { id: '4', expectedVersion: 1 });
    const before = await doors.tool.task('task_get', { id: '1' });
    const patch = { status: 'in_progress', owner: 'agent-1', priority: 'high', ...bad };
    const problem = await doors.refused('task_update', { id: '1', expectedVersion: 1, patch });
    expect(problem.code).toBe(code);
    expect(await doors.tool.task('task_get', { id: '1' })).toEqual(before);
  });
});

describe('case 5: writes of neighbours in parallel', () => {
  const INTENTS: [tool: string, args: { id: string } & Arguments][] = [
    ['task_update', { id: '1', patch: { addBlockedBy: ['2'] } }],
    ['task_update', { id: '2', patch: { addBlockedBy: ['3'] } }],
    ['task_update', { id: '2', patch: { status: 'done' } }],
    ['task_delete', { id: '3' }],
  ];

  function permutations<Item>(items: readonly Item[]): Item[][] {
    if (items.length === 0) return [[]];
    return items.flatMap((item, index) =>
      permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((others) => [item, ...others]),
    );
  }

  /** What the intents came to, in their order, and what they left. */
  function ending(codes: readonly string[], tasks: readonly Task[]): string {
    const left = tasks.map(({ status, version, deletedAt, blockedBy, openBlockers, blocks, ready }) => {
      return { status, version, isDeleted: deletedAt !== null, blockedBy, openBlockers, blocks, ready };
    });
    return JSON.stringify({ codes, left });
  }

  function endInOrder(order: readonly (typeof INTENTS)[number][]): string {
    const list = new MemoryList();
    for (const subject of ['A', 'B', 'C']) list.create(subject);
    const codes = new Map<unknown, string>();
    for (const [tool, args] of order) {
      const expectedVersion = list.snapshot.find(Number(args.id))?.version;
      const [outcome] = list.batch([{ tool, args: { ...args, expectedVersion } }]);
      const error = outcome && 'error' in outcome ? outcome.error : undefined;
      codes.set(args, error instanceof Refusal ? error.code : 'ok');
    }
    const tasks = [1, 2, 3].flatMap((number) => list.snapshot.find(number) ?? []);
    const inOrderOfIntents = INTENTS.map(([, args]) => codes.get(args) ?? '');
    return ending(
      inOrderOfIntents,
      tasks.map((task) => describeTask(list.snapshot, task)),
    );
  }

  /** Sends a write until it is not stale, each time on the version that the refusal showed. */
  async function persist(client: Client, [tool, args]: (typeof INTENTS)[number]): Promise<string> {
    for (let expectedVersion = 1; ; ) {
      const { status, code, problem } = await client.call(tool, { ...args, expectedVersion });
      expect(status).toBeLessThan(500);
      if (code !== 'STALE_VERSION') return code ?? 'ok';
      expectedVersion = problem?.current?.version ?? 0;
    }
  }

  async function round(index: number): Promise<string> {
    const doors = openDoors(app());
    for (const subject of ['A', 'B', 'C']) await doors.at(index).create(subject);
    const codes = await Promise.all(INTENTS.map((intent, place) => persist(doors.at(index + place), intent)));
    const tasks = await Promise.all(
      ['1', '2', '3'].map(async (id) => {
        const { task, problem } = await doors.at(index).call('task_get', { id });
        // A deleted task comes as what the refusal calls current.
        const found = task ?? problem?.current;
        if (!found) throw new Error(`There is no task ${id}.`);
        return found;
      }),
    );
    return ending(codes, tasks);
  }

  test('end 200 times in a state that some serial order explains', async () => {
    const explained = new Set(permutations(INTENTS).map(endInOrder));
    expect(explained.size).toBeGreaterThan(1);
    for (let start = 0; start < 200; start += 20) {
      for (const end of await times(20, (index) => round(start + index))) expect(explained).toContain(end);
    }
  });
});
