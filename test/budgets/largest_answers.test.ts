import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION_MAX } from '../../src/log/marked_version.js';
import { toProblem } from '../../src/problems/problem.js';
import { CATALOG, type ErrorCode } from '../../src/refusals/catalog.js';
import { Refusal } from '../../src/refusals/refusal.js';
import type { HistoryEntry } from '../../src/tasks/changes.js';
import type { Task, TaskSummary } from '../../src/tasks/task.js';
import { TEXT_MAX_CHARACTERS } from '../../src/text/budget.js';
import { appOn, send, type TestApp } from '../http/harness.js';
import { type Arguments, type Doors, openDoors } from '../support/doors.js';
import { legacy } from '../support/mcp_wire.js';
import { pick, useInstances } from '../support/service.js';
import { ids, task } from '../tasks/views/samples.js';
import {
  AGENT,
  BLOCKERS,
  DESCRIPTIONS,
  fillHub,
  fillPage,
  LABELS,
  LARGEST_DESCRIPTION,
  LONG_LIST,
  largestTask,
  OWNER,
  REASON,
  WAITING,
} from './largest_data.js';
import { holdResult, holdText, holdToBudget, printLargest } from './measured.js';

const world = useInstances(1);
let built: TestApp;
const app = () => built.app;
let pages: Doors;
let hub: Doors;

beforeAll(async () => {
  built = await appOn(pick(world.instances, 0).service);
  pages = openDoors(app(), LONG_LIST);
  hub = openDoors(app());
  await fillPage(pages.tool);
  await fillHub(hub.tool);
});
afterAll(async () => {
  printLargest();
  await built.app.close();
});

/** As an older release took it, which refused less. */
async function storeDescription(list: string, description: string): Promise<void> {
  const text = 'UPDATE tasks SET description = $2 WHERE list = $1';
  await pick(world.instances, 0).engine.query({ name: '', text, lane: 'write' }, [list, description]);
}

/** The result of a request of MCP that is no call of a tool. */
async function ask(list: string, method: string, params: Arguments, query = '') {
  const { body, headers } = legacy(method, params);
  const answer = await send(app(), 'POST', `/v1/lists/${list}/mcp${query}`, { headers, body });
  // A request that is answered has a result.
  if (!answer.json().result) throw new Error(answer.text);
  return answer.json<{ result: Record<string, unknown> }>().result;
}

/** Other texts than those of the largest task, and as large. */
const CHANGES = {
  description: '\u0002'.repeat(10_000),
  subject: '\\"'.repeat(100),
  owner: `${OWNER.slice(1)}x`,
};

const idsIn = (text: string): string[] => [...text.matchAll(/^#(\d+) v/gm)].map(([, id = '']) => id);

describe('F18: a page of the largest tasks', () => {
  it('ends value and text at the same task at every door, and its cursor goes on exactly there', async () => {
    for (const client of pages.all) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const args: Arguments = { limit: 200, ...(cursor !== null && { cursor }) };
        const outcome = await client.call('task_list', args);
        holdToBudget('task_list', outcome, TEXT_MAX_CHARACTERS);
        const page = outcome.value as unknown as { tasks: TaskSummary[]; nextCursor: string | null };
        const ids = page.tasks.map(({ id }) => id);
        const text = outcome.text ?? (await client.text('task_list', args));
        holdText('task_list', text);
        expect(idsIn(text)).toEqual(ids);
        if (page.nextCursor !== null) expect(text).toContain(`cursor ${JSON.stringify(page.nextCursor)}`);
        seen.push(...ids);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(Array.from({ length: BLOCKERS + WAITING }, (_, index) => String(index + 1)));
    }
  });

  it('has the first of the tasks that wait for one, and their true count', async () => {
    const { tasks } = await pages.rest.value<{ tasks: TaskSummary[] }>('task_list', { limit: 5 });
    const first = Array.from({ length: 50 }, (_, index) => String(BLOCKERS + 1 + index));
    for (const { blocks, blocksCount } of tasks) expect([blocks, blocksCount]).toEqual([first, WAITING]);
    const task = await pages.mcp.task('task_get', { id: '1' });
    expect([task.blocks, task.blocksCount]).toEqual([first, WAITING]);
    expect(await pages.rest.text('task_get', { id: '1' })).toContain(`, #100 and ${WAITING - 50} more\n`);
  });

  it('has as many short tasks as its limit says', async () => {
    const { tasks } = await hub.mcp.value<{ tasks: TaskSummary[] }>('task_list', {
      limit: 200,
      status: 'open',
    });
    expect(tasks).toHaveLength(200);
  });
});

describe('F18: the resources of a list of the largest tasks', () => {
  it('are listed in pages within the budget, each once, under titles that pass for nothing else', async () => {
    const uris: unknown[] = [];
    let cursor: unknown;
    do {
      const result = await ask(LONG_LIST, 'resources/list', cursor === undefined ? {} : { cursor });
      holdResult('resources/list', result);
      // The protocol's contract has it so.
      const { resources, nextCursor } = result as {
        resources: { uri: string; title: string }[];
        nextCursor?: string;
      };
      uris.push(...resources.map(({ uri }) => uri));
      for (const { title } of resources) expect(title).not.toMatch(/^x !urgent/);
      cursor = nextCursor;
    } while (cursor !== undefined);
    const root = `tasklatch://lists/${LONG_LIST}`;
    const tasks = Array.from({ length: BLOCKERS + WAITING }, (_, index) => `${root}/tasks/${index + 1}`);
    expect(uris).toEqual([root, ...tasks]);
  });

  it('are read within the budget, the list and a task', async () => {
    for (const [list, path] of [
      [LONG_LIST, ''],
      [hub.list, '/tasks/1'],
    ]) {
      const result = await ask(list ?? '', 'resources/read', { uri: `tasklatch://lists/${list}${path}` });
      holdResult('resources/read', result);
      const [text, json] = (result as { contents: { text: string }[] }).contents;
      holdText('resources/read', text?.text ?? '');
      const value = JSON.parse(json?.text ?? '');
      if (path === '') expect(idsIn(text?.text ?? '')).toEqual(value.tasks.map(({ id }: Task) => id));
    }
  });
});

describe.each(Object.entries(DESCRIPTIONS))('F28: a description of %s', (_name, description) => {
  it('is read whole in several calls, each of which the text before names', async () => {
    const doors = openDoors(app());
    await doors.tool.value('task_create', { ...largestTask(1), description: 'x' }, AGENT);
    await storeDescription(doors.list, description);
    const parts: string[] = [];
    let args: Arguments | null = { id: '1' };
    let calls = 0;
    while (args !== null) {
      const outcome = await doors.at(calls).call('task_get', args);
      holdToBudget('task_get', outcome, TEXT_MAX_CHARACTERS);
      const text = outcome.text ?? (await doors.rest.text('task_get', args));
      holdText('task_get', text);
      const value = outcome.value as unknown as { task: Task; from: number; descriptionLength: number };
      const from = Number(args.from ?? 0);
      const rest = Array.from(description).slice(from).join('');
      const part = from === 0 ? {} : { from, descriptionLength: 10_000 };
      expect(value).toEqual({ task: { ...value.task, description: rest }, ...part });
      const call = /\n… cut after character (\d+) of 10000\. More: call task_get (\{.*\})$/.exec(text);
      const next = call ? (JSON.parse(call[2] ?? '') as { id: string; from: number }) : null;
      parts.push(Array.from(description).slice(from, next?.from).join(''));
      expect(fencedIn(text)).toBe(parts.at(-1));
      if (next) expect(next).toEqual({ id: '1', from: Number(call?.[1]) });
      args = next;
      calls += 1;
    }
    expect(parts.join('')).toBe(description);
    expect(calls).toBeLessThan(8);
  });
});

/** What a model gets to know of the description: its lines without their marks, and its escapes read. */
function fencedIn(text: string): string {
  const [, , fenced = ''] = /\n--- ([0-9a-f]{12}(?:-part)?)\n(.*)\n--- \1/s.exec(text) ?? [];
  const lines = fenced.split('\n').map((line) => line.slice(2));
  return lines
    .join('\n')
    .replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
}

it('F28: from beyond the end of a description is refused, and says how long it is', async () => {
  const doors = openDoors(app());
  await doors.tool.create('A', { description: 'Five.' });
  await doors.tool.create('B');
  const fault = { code: 'INVALID_INPUT', issues: [{ path: 'from', code: 'range', received: '5' }] };
  expect(await doors.refused('task_get', { id: '1', from: 5 })).toMatchObject({
    ...fault,
    text: expect.stringContaining('from is 5, but the description of #1 has 5 characters; leave from out'),
  });
  expect(await doors.refused('task_get', { id: '2', from: 5 })).toMatchObject(fault);
  expect(await doors.refused('task_get', { id: '1', from: 10_001 })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await doors.rest.value('task_get', { id: '1', from: 4 })).toMatchObject({
    from: 4,
    descriptionLength: 5,
    task: { description: '.' },
  });
  expect(await doors.rest.value('task_get', { id: '2', from: 0 })).toMatchObject({
    task: { description: null },
  });
});

describe('F18: the answer of a write', () => {
  /** The same call at every door: once it is done, and then its replays. */
  async function atEveryDoor(doors: Doors, tool: string, args: Arguments): Promise<Record<string, unknown>> {
    const idempotencyKey = `${tool}-${JSON.stringify(args).length}`;
    let value: Record<string, unknown> = {};
    for (const client of doors.all) {
      const outcome = await client.call(tool, { ...args, idempotencyKey }, AGENT);
      holdToBudget(tool, outcome);
      holdText(tool, await client.text(tool, { ...args, idempotencyKey }), 2_000);
      if (outcome.value === undefined) throw new Error(outcome.text);
      value = outcome.value;
    }
    return value;
  }

  it('is within the budget for every tool, and counts what a hub frees and blocks', async () => {
    const first = Array.from({ length: 20 }, (_, index) => String(index + 2));
    const freed = { unblocked: first, unblockedCount: 500 };
    const held = { blockedAgain: first, blockedAgainCount: 500 };
    await atEveryDoor(hub, 'task_create', { ...largestTask(1), blockedBy: first });
    const patch = { ...CHANGES, labels: [] };
    await atEveryDoor(hub, 'task_update', { id: '1', expectedVersion: 1, patch });
    const back = { description: LARGEST_DESCRIPTION, status: 'done', addBlockedBy: [] };
    expect(await atEveryDoor(hub, 'task_update', { id: '1', expectedVersion: 2, patch: back })).toMatchObject(
      freed,
    );
    expect(
      await atEveryDoor(hub, 'task_reopen', { id: '1', expectedVersion: 3, reason: REASON }),
    ).toMatchObject(held);
    expect(
      await atEveryDoor(hub, 'task_delete', { id: '1', expectedVersion: 4, reason: REASON }),
    ).toMatchObject(freed);
    await atEveryDoor(hub, 'task_restore', { id: '1', expectedVersion: 5 });
    const { card } = (
      await send(app(), 'POST', `/v1/lists/${hub.list}/tools/task_update`, {
        body: { id: '1', expectedVersion: 6, patch: { status: 'done' } },
      })
    ).json<{ card: Record<string, unknown> }>();
    expect(card).toMatchObject(freed);
  });

  it('leaves a history whose pages end value and text at the same change', async () => {
    const changes: unknown[] = [];
    let cursor: string | null = null;
    do {
      const args: Arguments = { id: '1', limit: 200, ...(cursor !== null && { cursor }) };
      const outcome = await hub.at(changes.length).call('task_history', args);
      holdToBudget('task_history', outcome, TEXT_MAX_CHARACTERS);
      const page = outcome.value as unknown as { entries: HistoryEntry[]; nextCursor: string | null };
      const text = await hub.rest.text('task_history', args);
      expect([...text.matchAll(/^v\d+ #1 v(\d+) /gm)].map(([, version]) => Number(version))).toEqual(
        page.entries.map(({ taskVersion }) => taskVersion),
      );
      changes.push(
        ...page.entries.flatMap((entry) => entry.changes.filter(({ field }) => field === 'description')),
      );
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(changes).toMatchObject([
      { fromLength: 10_000, toLength: 10_000 },
      { fromLength: 10_000, toLength: 10_000 },
      { from: null, toLength: 10_000 },
    ]);
    expect(await hub.rest.text('task_history', { id: '1' })).toContain(
      'description 10000 → 10000 characters',
    );
  });
});

describe('F18: the largest refusal', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key-${index}`, index]));

  it('with each code that a call can be refused with is within the budget at every door', async () => {
    const doors = openDoors(app());
    for (const _ of ids(51)) await doors.tool.value('task_create', largestTask(0), AGENT);
    const waiting = { ...largestTask(1), blockedBy: ids(50) };
    const blocked = (await doors.tool.task('task_create', waiting, AGENT)).id;
    const patch = { ...CHANGES, priority: 'low', labels: ['x'] };
    await doors.tool.value('task_update', { id: '51', expectedVersion: 1, patch }, AGENT);
    const refusals: [ErrorCode, string, Arguments, Arguments][] = [
      ['INVALID_INPUT', 'task_create', many, { issuesCount: 5_001 }],
      ['TASK_NOT_FOUND', 'task_get', { id: '999999999' }, {}],
      [
        'STALE_VERSION',
        'task_update',
        { id: '51', expectedVersion: 1, patch: { priority: 'low' } },
        { changedSinceCount: 5 },
      ],
      ['STALE_VERSION', 'task_delete', { id: '51', expectedVersion: VERSION_MAX, reason: REASON }, {}],
      ['VERSION_REQUIRED', 'task_update', { id: blocked, patch: { priority: 'low' } }, {}],
      [
        'BLOCKED',
        'task_update',
        { id: blocked, expectedVersion: 1, patch: { status: 'done' } },
        { blockersCount: 50 },
      ],
      [
        'DEPENDENCY_CYCLE',
        'task_update',
        { id: '1', expectedVersion: 1, patch: { addBlockedBy: [blocked] } },
        { pathCount: 3 },
      ],
      [
        'INVALID_REFERENCE',
        'task_create',
        { subject: 'x', blockedBy: ids(50).map((id) => `99${id}`) },
        { issuesCount: 50 },
      ],
      ['ILLEGAL_TRANSITION', 'task_restore', { id: '51', expectedVersion: 2 }, {}],
    ];
    for (const [code, tool, args, counts] of refusals) {
      for (const client of doors.all) {
        const outcome = await client.call(tool, args);
        expect(outcome.problem, code).toMatchObject({ code, ...counts });
        holdToBudget(code, outcome);
      }
    }
  });

  it('that blockers, issues or a cycle make says how many more there are', async () => {
    const doors = openDoors(app());
    for (const _ of ids(30)) await doors.tool.create('Open !urgent');
    const blockedBy = ids(30);
    const { id } = await doors.tool.create('Waits', { blockedBy });
    const args = { id, expectedVersion: 1, patch: { status: 'done' } };
    const problem = await doors.refused('task_update', args);
    expect(problem.blockers?.map((blocker) => blocker.id)).toEqual(blockedBy.slice(0, 10));
    expect(problem).toMatchObject({
      blockersCount: 30,
      detail: '#31 waits for #1, #2, #3, #4, #5 and 25 more; it cannot be in_progress or done before.',
    });
    expect(problem.text).toContain(
      '\n- #10 [pending] "Open !urgent"\n… and 20 more; task_get shows every one\n',
    );
    const issues = await doors.refusedByName('task_create', many);
    expect(issues.text).toMatch(/\n… and 49\d\d more; they are named when these are corrected\nNext: /);
  });

  it('with any code and any of its lists is within the budget', () => {
    const text = '\u0001'.repeat(10_000);
    const current = task({
      subject: OWNER.repeat(2),
      owner: OWNER,
      labels: LABELS,
      blockedBy: ids(50),
      blocks: ids(50),
      description: text,
    });
    const changed = { by: OWNER, at: '2026-11-30T09:00:00.000Z', taskVersion: VERSION_MAX };
    const issue = {
      path: `["${'k'.repeat(9_000)}"]`,
      code: 'unknown_key',
      message: 'm'.repeat(1_000),
      suggestion: { text },
    };
    const fields = [
      'status',
      'subject',
      'description',
      'priority',
      'owner',
      'labels',
      'blockedBy',
      'deletedAt',
    ];
    const extras = [
      {
        current,
        changedSince: fields.map((field) => ({
          field,
          to: field === 'description' ? text : OWNER,
          ...changed,
        })),
      },
      { issues: Array.from({ length: 3_000 }, () => issue), tools: ['task_get'] },
      {
        blockers: Array.from({ length: 3_000 }, (_, id) => ({
          id: `${id}`,
          status: 'in_progress',
          subject: OWNER.repeat(2),
        })),
      },
      { path: Array.from({ length: 5_000 }, (_, id) => `${999_990_000 + id}`) },
    ];
    // Object.keys gives the keys of a literal that has no others.
    for (const code of Object.keys(CATALOG) as ErrorCode[]) {
      for (const extra of extras) {
        const refusal = new Refusal(code, 'd'.repeat(100_000), { ...extra, hint: 'h'.repeat(100_000) });
        const problem = toProblem(refusal, '00000000-0000-4000-8000-0000000000ff');
        holdToBudget('any refusal', {
          problem,
          text: problem.text,
          body: JSON.stringify(problem),
          value: undefined,
        });
      }
    }
  });
});
