import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Counts, TaskSummary } from '../../src/tasks/task.js';
import { STATUSES } from '../../src/tasks/wording/values.js';
import { useApp } from '../http/harness.js';
import { type Arguments, type Client, type Doors, forEachDoor, openDoors } from '../support/doors.js';
import { runs } from '../support/property_runs.js';

const app = useApp();

const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Changes a task at whatever version it is: for steps that no other caller can come between. */
async function change(
  client: Client,
  tool: string,
  id: string,
  args: Arguments,
): Promise<Record<string, unknown>> {
  const { problem, task } = await client.call('task_get', { id });
  return client.value(tool, { id, expectedVersion: (task ?? problem?.current)?.version, ...args });
}

const patch = (client: Client, id: string, fields: Arguments) =>
  change(client, 'task_update', id, { patch: fields });

/** Tasks A, B, C… that wait for nobody. */
async function createTasks(client: Client, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await client.create(String.fromCharCode(65 + index));
}

describe('case 18: a cycle', () => {
  test.each<[string, edges: [id: string, blocker: string][], id: string, added: string[], path: string[]]>([
    ['of one task with itself', [], '1', ['1'], ['1', '1']],
    ['of one task among good blockers', [], '1', ['2', '3', '1'], ['1', '1']],
    ['of two', [['1', '2']], '2', ['1'], ['2', '1', '2']],
    [
      'of three',
      [
        ['1', '2'],
        ['2', '3'],
      ],
      '3',
      ['1'],
      ['3', '1', '2', '3'],
    ],
    [
      'of four, in the middle',
      [
        ['1', '2'],
        ['3', '4'],
        ['4', '1'],
      ],
      '2',
      ['3'],
      ['2', '3', '4', '1', '2'],
    ],
    ['through the second of two blockers', [['1', '2']], '2', ['3', '1'], ['2', '1', '2']],
    [
      'through a diamond',
      [
        ['1', '2'],
        ['1', '3'],
        ['2', '4'],
        ['3', '4'],
      ],
      '4',
      ['1'],
      ['4', '1', '3', '4'],
    ],
  ])('%s is refused with its path', async (_name, edges, id, added, path) => {
    const doors = openDoors(app());
    await createTasks(doors.tool, 4);
    for (const [task, blocker] of edges) await patch(doors.tool, task, { addBlockedBy: [blocker] });
    const { version } = await doors.tool.task('task_get', { id });
    const args = { id, expectedVersion: version, patch: { addBlockedBy: added } };
    const problem = await doors.refused('task_update', args);
    const way = path.map((step) => `#${step}`).join(' → ');
    expect(problem).toMatchObject({ status: 409, code: 'DEPENDENCY_CYCLE', path });
    expect(problem.detail).toBe(`The tasks would wait for each other: ${way}.`);
    expect(problem.text).toContain(`\nPath: ${way}\n`);
  });

  forEachDoor(app, (open) => {
    test.each<[string, (client: Client) => Promise<unknown>]>([
      ['done', (client) => patch(client, '2', { status: 'done' })],
      ['cancelled', (client) => patch(client, '2', { status: 'cancelled' })],
      ['deleted', (client) => change(client, 'task_delete', '2', {})],
    ])('through a task that is %s is refused too, since it could come back', async (_name, close) => {
      const client = open();
      await createTasks(client, 3);
      await patch(client, '1', { addBlockedBy: ['2'] });
      await patch(client, '2', { addBlockedBy: ['3'] });
      await patch(client, '3', { status: 'done' });
      await close(client);
      const args = { id: '3', expectedVersion: 2, patch: { addBlockedBy: ['1'] } };
      expect((await client.problem('task_update', args)).path).toEqual(['3', '1', '2', '3']);
    });

    test('is none once one of its edges is gone, and none is a diamond', async () => {
      const client = open();
      await createTasks(client, 4);
      for (const [id, blocker] of [
        ['1', '2'],
        ['1', '3'],
        ['2', '4'],
        ['3', '4'],
      ] as const) {
        await patch(client, id, { addBlockedBy: [blocker] });
      }
      expect(await client.task('task_get', { id: '4' })).toMatchObject({ blocks: ['2', '3'], ready: true });
      await patch(client, '1', { removeBlockedBy: ['2', '3'] });
      await patch(client, '4', { addBlockedBy: ['1'] });
      expect(await client.task('task_get', { id: '4' })).toMatchObject({ blockedBy: ['1'], ready: false });
    });

    test('a new task can close none, whatever it waits for', async () => {
      const client = open();
      await createTasks(client, 3);
      await patch(client, '1', { addBlockedBy: ['2'] });
      expect(await client.create('D', { blockedBy: ['3', '1', '2'] })).toMatchObject({
        blockedBy: ['1', '2', '3'],
      });
    });
  });

  test('two halves sent at the same moment: exactly one wins, a hundred times', async () => {
    const doors = openDoors(app());
    await times(200, (index) => doors.at(index).create(`Task ${index}`));
    const wait = (door: Client, id: number, blocker: number) =>
      door.call('task_update', { id: `${id}`, expectedVersion: 1, patch: { addBlockedBy: [`${blocker}`] } });
    const rounds = await times(100, async (round) => {
      const [one, other] = [2 * round + 1, 2 * round + 2];
      const halves = [wait(doors.at(round), one, other), wait(doors.at(round + 1), other, one)];
      return (await Promise.all(halves)).map(({ code }) => code ?? 'ok').sort();
    });
    expect(rounds).toEqual(Array(100).fill(['DEPENDENCY_CYCLE', 'ok']));
  });

  test('three thirds sent at the same moment: exactly one loses, thirty times', async () => {
    const doors = openDoors(app());
    await times(90, (index) => doors.at(index).create(`Task ${index}`));
    const rounds = await times(30, async (round) => {
      const ids = [1, 2, 3].map((step) => `${3 * round + step}`);
      const codes = await times(3, async (index) => {
        const args = { id: ids[index], expectedVersion: 1, patch: { addBlockedBy: [ids[(index + 1) % 3]] } };
        return (await doors.at(round + index).call('task_update', args)).code ?? 'ok';
      });
      return codes.sort();
    });
    expect(rounds).toEqual(Array(30).fill(['DEPENDENCY_CYCLE', 'ok', 'ok']));
  });
});

describe('case 19: B waits for A', () => {
  test.each(['in_progress', 'done'])('B to %s is refused and names A', async (status) => {
    const doors = openDoors(app());
    await doors.tool.create('A', { priority: 'high' });
    await doors.tool.create('Other');
    await doors.tool.create('B', { blockedBy: ['1', '2'] });
    await patch(doors.tool, '2', { status: 'done' });
    for (const state of ['pending', 'in_progress', 'blocked']) {
      if (state !== 'pending') await patch(doors.rest, '1', { status: state });
      const problem = await doors.refused('task_update', { id: '3', expectedVersion: 1, patch: { status } });
      expect(problem).toMatchObject({
        status: 409,
        code: 'BLOCKED',
        blockers: [{ id: '1', status: state, subject: 'A' }],
      });
      expect(problem.detail).toBe('#3 waits for #1; it cannot be in_progress or done before.');
      expect(problem.text).toContain(`\n- #1 [${state}] A\n`);
    }
  });

  forEachDoor(app, (open) => {
    async function openPair(): Promise<Client> {
      const client = open();
      await client.create('A');
      await client.create('B', { blockedBy: ['1'] });
      return client;
    }
    const isBlocked = { blockedBy: ['1'], openBlockers: ['1'], ready: false, version: 1 };
    const isFree = { blockedBy: ['1'], openBlockers: [], ready: true, version: 1 };
    const getB = (client: Client) => client.task('task_get', { id: '2' });

    test.each<[string, string, Arguments, string]>([
      ['done', 'task_update', { patch: { status: 'done' } }, 'Updated #1 v2 [done] A: status pending → done'],
      [
        'cancelled',
        'task_update',
        { patch: { status: 'cancelled' } },
        'Updated #1 v2 [cancelled] A: status pending → cancelled',
      ],
      ['deleted', 'task_delete', {}, 'Deleted #1 v2 [pending, deleted] A'],
    ])('A %s frees B and says so', async (_name, tool, args, receipt) => {
      const client = await openPair();
      expect(await getB(client)).toMatchObject(isBlocked);
      expect(await client.text(tool, { id: '1', expectedVersion: 1, ...args })).toBe(
        `${receipt}; unblocked #2`,
      );
      expect(await getB(client)).toMatchObject(isFree);
      const again = await openPair();
      expect(await change(again, tool, '1', args)).toMatchObject({ unblocked: ['2'] });
    });

    test.each(['done', 'cancelled'])('A %s and reopened blocks B again and says so', async (status) => {
      const client = await openPair();
      await patch(client, '1', { status });
      const args = { id: '1', expectedVersion: 2, reason: 'Not yet' };
      const value = await client.value('task_reopen', { ...args, idempotencyKey: 'k' });
      expect(value).toMatchObject({ task: { status: 'pending' }, changed: ['status'], blockedAgain: ['2'] });
      expect(await client.text('task_reopen', { ...args, idempotencyKey: 'k' })).toMatch(
        /; blocked again #2$/,
      );
      expect(await getB(client)).toMatchObject(isBlocked);
    });

    test('A deleted and restored blocks B again, unless A was closed', async () => {
      const client = await openPair();
      await change(client, 'task_delete', '1', {});
      expect(await getB(client)).toMatchObject(isFree);
      await change(client, 'task_restore', '1', {});
      expect(await getB(client)).toMatchObject(isBlocked);
      await patch(client, '1', { status: 'done' });
      await change(client, 'task_delete', '1', {});
      await change(client, 'task_restore', '1', {});
      expect(await getB(client)).toMatchObject(isFree);
    });

    test('only the last of several blockers frees B', async () => {
      const client = open();
      for (const subject of ['One', 'Two', 'Three']) await client.create(subject);
      await client.create('B', { blockedBy: ['1', '2', '3'] });
      expect(await patch(client, '2', { status: 'done' })).toMatchObject({ unblocked: [] });
      expect(await change(client, 'task_delete', '3', {})).toMatchObject({ unblocked: [] });
      expect(await patch(client, '1', { status: 'cancelled' })).toMatchObject({ unblocked: ['4'] });
      expect(await change(client, 'task_reopen', '2', { reason: 'r' })).toMatchObject({
        blockedAgain: ['4'],
      });
      expect(await change(client, 'task_reopen', '1', { reason: 'r' })).toMatchObject({ blockedAgain: [] });
      expect(await client.task('task_get', { id: '4' })).toMatchObject({ openBlockers: ['1', '2'] });
    });

    test('a task that is closed or deleted is neither freed nor blocked again', async () => {
      const client = open();
      await client.create('A');
      for (const subject of ['Cancelled', 'Deleted', 'Open'])
        await client.create(subject, { blockedBy: ['1'] });
      await patch(client, '2', { status: 'cancelled' });
      await change(client, 'task_delete', '3', {});
      expect(await patch(client, '1', { status: 'done' })).toMatchObject({ unblocked: ['4'] });
      expect(await change(client, 'task_reopen', '1', { reason: 'r' })).toMatchObject({
        blockedAgain: ['4'],
      });
      const restored = await change(client, 'task_restore', '3', {});
      expect(restored).toMatchObject({ task: { openBlockers: ['1'], ready: false } });
    });

    test('B may be cancelled, set aside and changed while it waits', async () => {
      const client = await openPair();
      await patch(client, '2', { status: 'blocked', owner: 'agent-7', subject: 'B, later' });
      await patch(client, '2', { status: 'pending' });
      await patch(client, '2', { status: 'cancelled' });
      expect(await getB(client)).toMatchObject({ status: 'cancelled', openBlockers: ['1'], version: 4 });
    });

    test('one patch may take the blocker away and start B, and may not add one and start B', async () => {
      const client = await openPair();
      await client.create('C');
      const both = { status: 'in_progress', addBlockedBy: ['3'], removeBlockedBy: ['1'] };
      const refused = await client.problem('task_update', { id: '2', expectedVersion: 1, patch: both });
      expect(refused).toMatchObject({ code: 'BLOCKED', blockers: [{ id: '3' }] });
      const value = await patch(client, '2', { status: 'in_progress', removeBlockedBy: ['1'] });
      expect(value).toMatchObject({ task: { status: 'in_progress', blockedBy: [], version: 2 } });
    });

    test('A reopened leaves B in progress, and B cannot be done before A is', async () => {
      const client = await openPair();
      await patch(client, '1', { status: 'done' });
      await patch(client, '2', { status: 'in_progress' });
      await change(client, 'task_reopen', '1', { reason: 'r' });
      expect(await getB(client)).toMatchObject({ status: 'in_progress', openBlockers: ['1'] });
      const args = { id: '2', expectedVersion: 2, patch: { status: 'done' } };
      expect((await client.problem('task_update', args)).code).toBe('BLOCKED');
      await patch(client, '1', { status: 'done' });
      expect(await client.value('task_update', args)).toMatchObject({ task: { status: 'done' } });
    });

    test('a task that is made to wait for one that is closed is ready at once', async () => {
      const client = open();
      await createTasks(client, 1);
      await patch(client, '1', { status: 'done' });
      expect(await client.create('B', { blockedBy: ['1'] })).toMatchObject(isFree);
    });
  });

  test('an update that a reopening races either wins before it or is refused', async () => {
    const doors = openDoors(app());
    for (let round = 0; round < 20; round += 1) {
      const a = await doors.tool.create('A');
      const b = await doors.tool.create('B', { blockedBy: [a.id] });
      await patch(doors.tool, a.id, { status: 'done' });
      const [start, reopen] = await Promise.all([
        doors
          .at(round)
          .call('task_update', { id: b.id, expectedVersion: 1, patch: { status: 'in_progress' } }),
        doors.at(round + 1).call('task_reopen', { id: a.id, expectedVersion: 2, reason: 'r' }),
      ]);
      expect(reopen.code).toBeUndefined();
      const now = await doors.tool.task('task_get', { id: b.id });
      expect([start.code, now.status]).toEqual(
        start.code === undefined ? [undefined, 'in_progress'] : ['BLOCKED', 'pending'],
      );
    }
  });
});

interface Page {
  readonly counts: Counts;
  readonly tasks: readonly TaskSummary[];
  readonly nextCursor: string | null;
}

const byNumber = (ids: readonly string[]) => [...ids].sort((a, b) => Number(a) - Number(b));

/** Every view of a list says the same of who waits for whom. */
async function expectAgreement(doors: Doors): Promise<void> {
  const { counts, tasks } = await doors.rest.value<Page>('task_list', { limit: 200 });
  for (const door of [doors.tool, doors.mcp]) {
    expect(await door.value('task_list', { limit: 200 })).toMatchObject({ counts, tasks });
  }
  const open = new Set(
    tasks.filter(({ status }) => status !== 'done' && status !== 'cancelled').map(({ id }) => id),
  );
  const idsOf = async (args: Arguments) =>
    (await doors.tool.value<Page>('task_list', { limit: 200, ...args })).tasks.map(({ id }) => id);
  const where = (holds: (task: TaskSummary) => boolean) => tasks.filter(holds).map(({ id }) => id);

  for (const [index, task] of tasks.entries()) {
    const { description, ...whole } = await doors.at(index).task('task_get', { id: task.id });
    expect({ ...whole, hasDescription: description !== null }).toEqual(task);
    expect(task.openBlockers).toEqual(task.blockedBy.filter((id) => open.has(id)));
    expect(task.ready).toBe(task.status === 'pending' && task.openBlockers.length === 0);
    for (const other of tasks) expect(other.blocks.includes(task.id)).toBe(task.blockedBy.includes(other.id));
  }
  expect(await idsOf({ ready: true })).toEqual(where(({ ready }) => ready));
  expect(await idsOf({ ready: false })).toEqual(where(({ ready }) => !ready));
  expect(await idsOf({ status: 'open' })).toEqual(where(({ id }) => open.has(id)));
  expect(byNumber(await idsOf({ order: 'priority' }))).toEqual(where(() => true));
  for (const status of STATUSES) {
    expect(counts[status]).toBe(where((task) => task.status === status).length);
    expect(await idsOf({ status })).toEqual(where((task) => task.status === status));
  }
  await expectTextAgrees(doors, tasks, counts);
}

async function expectTextAgrees(doors: Doors, tasks: readonly TaskSummary[], counts: Counts): Promise<void> {
  const text = await doors.tool.text('task_list', { limit: 200 });
  for (const door of [doors.rest, doors.mcp]) {
    expect(await door.text('task_list', { limit: 200 })).toBe(text);
  }
  const [head, ...lines] = text.split('\n');
  expect(head).toMatch(
    new RegExp(
      `^${doors.list} v\\d+: ${Object.entries(counts)
        .map(([status, count]) => `${count} ${status}`)
        .join(', ')}$`,
    ),
  );
  expect(lines).toEqual(
    tasks.map(({ id, version, status, subject, openBlockers }) => {
      const waits =
        openBlockers.length === 0
          ? ''
          : ` [blocked by ${openBlockers.map((blocker) => `#${blocker}`).join(', ')}]`;
      return `#${id} v${version} [${status}] ${subject}${waits}`;
    }),
  );
  for (const [index, task] of tasks.entries()) {
    const whole = await doors.at(index).text('task_get', { id: task.id });
    expect(whole.split('\n')[0]).toBe(lines[index]);
    expect(whole).toContain(`\nReady: ${task.ready ? 'yes' : 'no'}\n`);
    expect(whole).toContain(`\nBlocks: ${task.blocks.map((id) => `#${id}`).join(', ') || 'none'}\n`);
  }
}

describe('case 20: who waits for whom', () => {
  test('is the same in get, list, ready, counts and text, whatever was done before', async () => {
    const id = fc.integer({ min: 1, max: 5 }).map(String);
    const status = fc.constantFrom('pending', 'in_progress', 'blocked', 'done', 'done', 'cancelled');
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          tool: fc.constant('task_update'),
          id,
          patch: fc.record({ addBlockedBy: fc.tuple(id) }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          tool: fc.constant('task_update'),
          id,
          patch: fc.record({ removeBlockedBy: fc.tuple(id) }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ tool: fc.constant('task_update'), id, patch: fc.record({ status }) }),
      },
      { weight: 1, arbitrary: fc.record({ tool: fc.constant('task_reopen'), id, reason: fc.constant('r') }) },
      { weight: 1, arbitrary: fc.record({ tool: fc.constant('task_delete'), id }) },
      { weight: 1, arbitrary: fc.record({ tool: fc.constant('task_restore'), id }) },
    );
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 16 }), async (steps) => {
      const doors = openDoors(app());
      await createTasks(doors.tool, 5);
      for (const [index, { tool, ...args }] of steps.entries()) {
        const { task, problem } = await doors.tool.call('task_get', { id: args.id });
        const expectedVersion = (task ?? problem?.current)?.version;
        expect((await doors.at(index).call(tool, { ...args, expectedVersion })).status).toBeLessThan(500);
        if (index % 4 === 3) await expectAgreement(doors);
      }
      await expectAgreement(doors);
    });
    await fc.assert(property, { numRuns: runs(8) });
  });
});
