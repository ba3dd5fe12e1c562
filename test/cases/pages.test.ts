import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../src/tasks/changes.js';
import type { TaskSummary } from '../../src/tasks/task.js';
import { makeCursor } from '../../src/tools/cursor.js';
import { issuesOf, send, useApp } from '../http/harness.js';
import {
  type Arguments,
  type Client,
  type Doors,
  forEachDoor,
  onlyIssue,
  openDoors,
} from '../support/doors.js';

const app = useApp();

interface Page {
  readonly tasks: readonly TaskSummary[];
  readonly nextCursor: string | null;
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** Fifteen tasks that are made together; with `priorities`, of each priority in turn. */
async function createFifteen(client: Client, priorities = false): Promise<void> {
  const all = ['low', 'urgent', 'normal', 'high'];
  const tasks = await Promise.all(
    range(1, 15).map((id, index) =>
      client.create(`Task ${id}`, { labels: ['walk'], ...(priorities && { priority: all[index % 4] }) }),
    ),
  );
  expect(new Set(tasks.map(({ id }) => id))).toEqual(new Set(range(1, 15)));
}

/** Walks to the end; `between` runs after each page but the last. */
async function walk(
  client: Client,
  args: Arguments,
  between: (page: number) => Promise<unknown>,
): Promise<TaskSummary[]> {
  const seen: TaskSummary[] = [];
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const given: Arguments = { ...args, ...(cursor !== null && { cursor }) };
    const { tasks, nextCursor }: Page = await client.value<Page>('task_list', given);
    seen.push(...tasks);
    if (nextCursor === null) return seen;
    expect(tasks).toHaveLength(Number(args.limit));
    cursor = nextCursor;
    await between(page);
  }
}

const idsOf = (tasks: readonly TaskSummary[]) => tasks.map(({ id }) => id);

describe('case 25: a walk through pages', () => {
  test('fifteen tasks that are made at once share their milliseconds', async () => {
    const { tool } = openDoors(app());
    await createFifteen(tool);
    const { tasks } = await tool.value<Page>('task_list');
    expect(new Set(tasks.map(({ createdAt }) => createdAt)).size).toBeLessThan(15);
  });

  forEachDoor(app, (open) => {
    test.each(['number', 'priority'])('in the order of %s shows each once', async (order) => {
      const client = open();
      await createFifteen(client, true);
      const { tasks } = await client.value<Page>('task_list', { limit: 200 });
      const expected = order === 'number' ? range(1, 15) : byPriority(tasks);
      for (const limit of [1, 2, 5, 7, 14, 15, 200]) {
        expect(idsOf(await walk(client, { limit, order }, async () => {}))).toEqual(expected);
      }
    });

    test.each(['number', 'priority'])(
      'in the order of %s shows each once that was there all along, while others are completed, deleted and added',
      async (order) => {
        const client = open();
        await createFifteen(client, true);
        const { tasks } = await client.value<Page>('task_list', { limit: 200, order });
        const before = idsOf(tasks);
        // From each third of the way: the last task of the page just read, where the cursor stands, among them.
        const [done, deleted] = [new Set([0, 4, 7, 12]), new Set([3, 9, 11])];
        const pick = (places: ReadonlySet<number>, page: number) =>
          before.filter((_, index) => places.has(index) && Math.floor((index + 3) / 5) === page - 1);
        const touched = new Set<string>();
        const seen = await walk(client, { limit: 5, order }, async (page) => {
          for (const id of pick(done, page)) {
            await client.value('task_update', { id, expectedVersion: 1, patch: { status: 'done' } });
            touched.add(id);
          }
          for (const id of pick(deleted, page)) {
            await client.value('task_delete', { id, expectedVersion: 1 });
            touched.add(id);
          }
          for (const priority of ['urgent', 'low']) await client.create(`Added ${page}`, { priority });
        });
        const ids = idsOf(seen);
        expect(touched.size).toBeGreaterThan(3);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => before.includes(id) && !touched.has(id))).toEqual(
          before.filter((id) => !touched.has(id)),
        );
      },
    );

    test.each(['number', 'priority'])(
      'in the order of %s goes on where the task of the cursor was deleted',
      async (order) => {
        const client = open();
        await createFifteen(client, true);
        const first = await client.value<Page>('task_list', { limit: 5, order });
        const cursorTask = idsOf(first.tasks).at(-1);
        await client.value('task_delete', { id: cursorTask, expectedVersion: 1 });
        const rest = await client.value<Page>('task_list', { limit: 200, order, cursor: first.nextCursor });
        const all = await client.value<Page>('task_list', { limit: 200, order });
        expect(idsOf(rest.tasks)).toEqual(idsOf(all.tasks).slice(4));
      },
    );

    test('with a filter shows each once that matched all along', async () => {
      const client = open();
      await createFifteen(client);
      const seen = await walk(client, { limit: 5, status: 'pending', label: 'walk' }, async (page) => {
        const id = String(6 * page);
        await client.value('task_update', { id, expectedVersion: 1, patch: { status: 'in_progress' } });
        await client.create('Not of the walk');
        await client.create('Of the walk', { labels: ['walk'] });
      });
      expect(idsOf(seen)).toEqual([...range(1, 5), ...range(7, 11), ...range(13, 15), '17', '19']);
    });
  });

  test.each(['number', 'priority'])(
    'in the order of %s runs beside writers that never stop',
    async (order) => {
      const doors = openDoors(app());
      await createFifteen(doors.tool, true);
      const still = range(1, 15).filter((_, index) => index % 3 !== 0);
      let walking = true;
      const write = async (index: number) => {
        for (let round = 0; walking; round += 1) {
          const { id } = await doors
            .at(index)
            .create(`Passing ${round}`, { priority: round % 2 ? 'urgent' : 'low' });
          await doors.at(round).call('task_update', { id, expectedVersion: 1, patch: { status: 'done' } });
          await doors.at(round + 1).call('task_delete', { id, expectedVersion: 2 });
        }
      };
      const writers = [write(0), write(1)];
      for (let round = 0; round < 10; round += 1) {
        const ids = idsOf(
          await walk(doors.at(round), { limit: 5, order, status: 'pending' }, async () => {}),
        );
        expect(new Set(ids).size).toBe(ids.length);
        const seen = ids.filter((id) => still.includes(id));
        expect(new Set(seen)).toEqual(new Set(still));
      }
      walking = false;
      await Promise.all(writers);
    },
  );

  test('through a history shows each change once, newest first, while the task goes on changing', async () => {
    const doors = openDoors(app());
    const { tool } = doors;
    await tool.create('Busy');
    const rename = (version: number) =>
      tool.task('task_update', { id: '1', expectedVersion: version, patch: { subject: `Busy ${version}` } });
    for (let version = 1; version <= 12; version += 1) await rename(version);
    const versions: number[] = [];
    let cursor: string | null = null;
    let next = 13;
    do {
      const args: Arguments = { id: '1', limit: 5, ...(cursor && { cursor }) };
      const page: { entries: HistoryEntry[]; nextCursor: string | null } = await doors
        .at(next)
        .value('task_history', args);
      versions.push(...page.entries.map(({ taskVersion }) => taskVersion));
      cursor = page.nextCursor;
      await rename(next);
      next += 1;
    } while (cursor !== null);
    expect(versions).toEqual(Array.from({ length: 13 }, (_, index) => 13 - index));
  });

  test('through the events of a list shows each once, in the order of the list version', async () => {
    const doors = openDoors(app());
    await createFifteen(doors.tool);
    const seen: number[] = [];
    for (let after = 0; ; ) {
      const url = `/v1/lists/${doors.list}/events?after=${after}&limit=4`;
      const page = (await send(app(), 'GET', url)).json<{ events: HistoryEntry[]; version: number }>();
      seen.push(...page.events.map(({ version }) => version));
      after = page.events.at(-1)?.version ?? after;
      if (seen.length < 12) await doors.rest.create('Meanwhile');
      if (after === page.version) break;
    }
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => index + 1));
    expect(seen.length).toBe((await doors.head()).version);
  });
});

function byPriority(tasks: readonly TaskSummary[]): string[] {
  const rank = ['urgent', 'high', 'normal', 'low'];
  const ranked = [...tasks].sort((a, b) => rank.indexOf(a.priority) - rank.indexOf(b.priority));
  return idsOf(ranked);
}

describe('case 26: a cursor that is not the one of this page', () => {
  let shared: Promise<Doors> | undefined;
  /** Every call on it reads. */
  function sharedList(): Promise<Doors> {
    shared ??= (async () => {
      const doors = openDoors(app());
      await createFifteen(doors.tool);
      await doors.tool.task('task_update', { id: '1', expectedVersion: 1, patch: { owner: 'agent-7' } });
      await doors.tool.task('task_update', { id: '2', expectedVersion: 1, patch: { owner: 'agent-7' } });
      return doors;
    })();
    return shared;
  }

  async function cursorOf(client: Client, tool = 'task_list', args: Arguments = {}): Promise<string> {
    const { nextCursor } = await client.value<{ nextCursor: string | null }>(tool, { limit: 1, ...args });
    if (nextCursor === null) throw new Error('There is no next page.');
    return nextCursor;
  }

  async function expectForeign(doors: Doors, tool: string, args: Arguments): Promise<void> {
    const problem = await doors.refused(tool, args);
    expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
    expect(onlyIssue(problem)).toMatchObject({ path: 'cursor', code: 'cursor' });
    expect(onlyIssue(problem).message).toContain('send nextCursor of the page before exactly');
  }

  test.each<[string, Arguments, Arguments]>([
    ['another status', {}, { status: 'pending' }],
    ['no status', { status: 'open' }, {}],
    ['a status that means the same today', { status: 'open' }, { status: 'pending' }],
    ['another owner', { owner: 'agent-7' }, { owner: 'agent-8' }],
    ['another label', { label: 'walk' }, { label: 'other' }],
    ['another ready', { ready: true }, { ready: false }],
    ['no ready', { ready: true }, {}],
    ['another order', { order: 'number' }, { order: 'priority' }],
    ['the other order', { order: 'priority' }, {}],
  ])('of %s is refused', async (_name, then, now) => {
    const doors = await sharedList();
    const cursor = await cursorOf(doors.tool, 'task_list', then);
    await expectForeign(doors, 'task_list', { ...now, cursor });
    expect((await doors.rest.call('task_list', { ...then, cursor })).code).toBeUndefined();
  });

  test('of another list, another tool or another task is refused', async () => {
    const doors = await sharedList();
    const other = openDoors(app());
    await createFifteen(other.tool);
    await expectForeign(doors, 'task_list', { cursor: await cursorOf(other.tool) });
    await expectForeign(doors, 'task_list', {
      cursor: await cursorOf(doors.tool, 'task_history', { id: '1' }),
    });
    await expectForeign(doors, 'task_history', { id: '1', cursor: await cursorOf(doors.tool) });
    const history = await cursorOf(doors.tool, 'task_history', { id: '1' });
    await expectForeign(doors, 'task_history', { id: '2', cursor: history });
    const lists = await send(app(), 'GET', '/v1/lists?limit=1');
    const { nextCursor } = lists.json<{ nextCursor: string }>();
    await expectForeign(doors, 'task_list', { cursor: nextCursor });
    expect(issuesOf(await send(app(), 'GET', `/v1/lists?cursor=${history}`))).toEqual(['cursor cursor']);
  });

  test('that was cut, padded or edited is refused', async () => {
    const doors = await sharedList();
    const good = await cursorOf(doors.tool);
    const edited = [
      good.slice(0, -1),
      good.slice(1),
      good.slice(0, 5),
      `${good}A`,
      good.replace(/^1/, '5'),
      good.replace(/^1/, '01'),
      good.replace('-', '_'),
      good.toUpperCase() === good ? good.toLowerCase() : good.toUpperCase(),
      [...good].reverse().join(''),
      '1',
      '-',
      'abc',
      'null',
      '0',
      '5',
      'eyJpZCI6IjUifQ==',
      "5' OR '1'='1",
      'x'.repeat(200),
      '👩‍👩‍👧‍👦',
    ];
    for (const cursor of edited) await expectForeign(doors, 'task_list', { cursor });
  });

  test('that has something around it is refused, and the cursor alone suggested', async () => {
    const doors = await sharedList();
    const good = await cursorOf(doors.tool);
    for (const cursor of [`${good}=`, `${good} `, ` ${good}`, `${good}\n`, `"${good}"`]) {
      const problem = await doors.refused('task_list', { cursor });
      expect(onlyIssue(problem)).toMatchObject({ path: 'cursor', code: 'cursor', suggestion: good });
    }
  });

  test('is refused by its length before it is read', async () => {
    const doors = await sharedList();
    for (const cursor of ['', 'x'.repeat(201)]) {
      expect(onlyIssue(await doors.refused('task_list', { cursor }))).toMatchObject({
        path: 'cursor',
        code: 'length',
      });
    }
    for (const cursor of [5, true, ['x'], {}]) {
      expect(onlyIssue(await doors.refusedByName('task_list', { cursor }))).toMatchObject({
        path: 'cursor',
        code: 'type',
      });
    }
  });

  describe('that somebody made himself', () => {
    const scopeOf = (list: string, order: string) => ['task_list', list, null, null, null, null, order];

    test('leads from a place where there is no task to what comes after it', async () => {
      const doors = await sharedList();
      for (const [position, expected] of [
        ['3', range(4, 15)],
        ['15', []],
        ['999999999', []],
      ] as const) {
        const cursor = makeCursor(scopeOf(doors.list, 'number'), position);
        for (const door of doors.all) {
          expect(idsOf((await door.value<Page>('task_list', { cursor })).tasks)).toEqual(expected);
        }
      }
    });

    test.each([
      '',
      '0',
      '05',
      'abc',
      '-1',
      '1e99',
      'NaN',
      'Infinity',
      '1.5',
      '9999999999',
      '5.9',
      '5.x',
      '5.-1',
      '5.1.2',
      '٥',
    ])('is refused where the place %j is none', async (position) => {
      const doors = await sharedList();
      for (const order of ['number', 'priority']) {
        const cursor = makeCursor(scopeOf(doors.list, order), position);
        await expectForeign(doors, 'task_list', { order, cursor });
      }
      const cursor = makeCursor(['task_history', doors.list, '1'], position);
      await expectForeign(doors, 'task_history', { id: '1', cursor });
    });
  });

  test('takes another limit', async () => {
    const doors = await sharedList();
    const cursor = await cursorOf(doors.rest);
    for (const door of doors.all) {
      const page = await door.value<Page>('task_list', { limit: 3, cursor });
      expect(idsOf(page.tasks)).toEqual(['2', '3', '4']);
    }
  });
});

describe('case 26: a limit', () => {
  test.each<[unknown, string]>([
    [0, 'range'],
    [-1, 'range'],
    [201, 'range'],
    [1e9, 'range'],
    [1.5, 'type'],
    ['ten', 'type'],
    ['1e3', 'type'],
    ['', 'type'],
    [' 10', 'type'],
    ['0x10', 'type'],
    ['+10', 'type'],
    ['010', 'type'],
  ])('%j is refused', async (limit, code) => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    for (const [tool, args] of [
      ['task_list', {}],
      ['task_history', { id: '1' }],
    ] as const) {
      const byTool = onlyIssue(await doors.refusedByName(tool, { ...args, limit }));
      const byRest = onlyIssue(await doors.rest.problem(tool, { ...args, limit }));
      for (const issue of [byTool, byRest]) {
        expect(issue).toMatchObject({ path: 'limit', expected: 'an integer from 1 to 200' });
      }
      expect(byTool.code).toBe(code);
      // Text in a query that is no integer is a text, as in the body of a tool call.
      expect(byRest.code).toBe(code);
    }
  });

  test.each([['10'], [true], [[10]], [{}]])('%j is refused, but in a query', async (limit) => {
    const issue = onlyIssue(await openDoors(app()).refusedByName('task_list', { limit }));
    expect(issue).toMatchObject({ path: 'limit', code: 'type' });
    expect(issue.suggestion).toBe(Array.isArray(limit) || limit === '10' ? 10 : undefined);
  });

  test('of events is refused likewise', async () => {
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1001',
      'limit=1e9',
      'after=-1',
      'after=x',
      'after=1.5',
    ]) {
      const answer = await send(app(), 'GET', `/v1/lists/home/events?${query}`);
      expect([answer.status, onlyIssue(answer.problem()).path]).toEqual([400, query.split('=', 1)[0]]);
    }
  });
});
