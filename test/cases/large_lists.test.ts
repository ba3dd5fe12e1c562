import { beforeAll, describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../src/tasks/changes.js';
import { DEPENDENTS_MAX_COUNT, type TaskSummary } from '../../src/tasks/task.js';
import { useApp } from '../http/harness.js';
import { type Arguments, type Client, type Doors, forEachDoor, openDoors } from '../support/doors.js';

const app = useApp();

/** Sends calls in order, many of them at a time: the writes of a list are stored in the order in which they came. */
async function createInOrder(
  client: Client,
  count: number,
  args: (index: number) => Arguments,
): Promise<void> {
  const AT_A_TIME = 500;
  for (let start = 0; start < count; start += AT_A_TIME) {
    const calls = Array.from({ length: Math.min(AT_A_TIME, count - start) }, (_, offset) =>
      client.task('task_create', args(start + offset)),
    );
    const ids = (await Promise.all(calls)).map(({ id }) => Number(id));
    expect(ids).toEqual(calls.map((_, offset) => start + offset + 1));
  }
}

describe('case 18: a chain of 5,000 tasks', () => {
  const LENGTH = 5_000;
  /** What a model is made to read of a refusal, however long the way round. */
  const PROBLEM_TEXT_MAX_BYTES = 1_000;
  let doors: Doors;

  beforeAll(async () => {
    doors = openDoors(app());
    await createInOrder(doors.tool, LENGTH, (index) => ({
      subject: `Step ${index + 1}`,
      ...(index > 0 && { blockedBy: [String(index)] }),
    }));
  });

  test('is stored, and only its first task is ready', async () => {
    const page = await doors.rest.value<{ tasks: TaskSummary[] }>('task_list', { ready: true });
    expect(page.tasks.map(({ id }) => id)).toEqual(['1']);
    expect(await doors.tool.task('task_get', { id: '5000' })).toMatchObject({
      openBlockers: ['4999'],
      blocks: [],
    });
  });

  test.each<[string, string[]]>([
    ['over all of it', ['5000']],
    ['in its middle', ['2500']],
    ['of its first two', ['2']],
  ])('a cycle that closes %s is refused with its path, in few words', async (_name, addBlockedBy) => {
    const problem = await doors.refused('task_update', {
      id: '1',
      expectedVersion: 1,
      patch: { addBlockedBy },
    });
    const top = Number(addBlockedBy[0]);
    const way = Array.from({ length: top }, (_, index) => String(top - index));
    const whole = ['1', ...way];
    const path = top > 20 ? [...whole.slice(0, 10), ...whole.slice(-10)] : whole;
    expect(problem).toMatchObject({ status: 409, code: 'DEPENDENCY_CYCLE', path, pathCount: top + 1 });
    expect(Buffer.byteLength(problem.text)).toBeLessThan(PROBLEM_TEXT_MAX_BYTES);
    expect(Buffer.byteLength(problem.detail)).toBeLessThan(PROBLEM_TEXT_MAX_BYTES);
    expect(problem.text).toContain(`Path: #1 → #${top} → #`);
    if (top > 100) expect(problem.text).toMatch(/ → … \d+ more … → (#\d+ → )+#2 → #1\n/);
  });

  forEachDoor(app, (open, door) => {
    test('grows at its end, shrinks, and is worked off from its start', async () => {
      const client = open(doors.list);
      const added = await client.create('One more', { blockedBy: ['5000', '1'] });
      const args = {
        id: added.id,
        expectedVersion: 1,
        patch: { addBlockedBy: ['3000'], removeBlockedBy: ['5000'] },
      };
      expect(await client.task('task_update', args)).toMatchObject({ blockedBy: ['1', '3000'] });
      const first = { tool: '1', rest: '2', mcp: '3' }[door];
      const done = { id: first, expectedVersion: 1, patch: { status: 'done' } };
      expect(await client.value('task_update', done)).toMatchObject({
        unblocked: [String(Number(first) + 1)],
      });
    });
  });
});

describe('case 18: a task that as many wait for as can', () => {
  const all = Array.from({ length: DEPENDENTS_MAX_COUNT }, (_, index) => String(index + 2));
  let doors: Doors;

  beforeAll(async () => {
    doors = openDoors(app());
    await createInOrder(doors.tool, DEPENDENTS_MAX_COUNT + 1, (index) => ({
      subject: 'Waits',
      ...(index > 0 && { blockedBy: ['1'] }),
    }));
  });

  test('F42: one more is refused, with what to do instead, and finds room when another no longer waits', async () => {
    const full = {
      status: 422,
      code: 'INVALID_REFERENCE',
      detail: '#1 is waited for by 500 tasks, the most that can wait for one.',
      hint: 'Put a task between: create one that waits for #1, and name that one in place of "1".',
    };
    expect(await doors.refused('task_create', { subject: 'One more', blockedBy: ['2', '1'] })).toMatchObject({
      ...full,
      issues: [{ path: 'blockedBy[1]', code: 'reference', received: '"1"' }],
    });
    const free = await doors.tool.create('Free');
    const wait = { id: free.id, expectedVersion: 1, patch: { addBlockedBy: ['1'] } };
    expect(await doors.refused('task_update', wait)).toMatchObject({
      ...full,
      issues: [{ path: 'patch.addBlockedBy[0]' }],
    });
    const again = { id: '3', expectedVersion: 1, patch: { addBlockedBy: ['1'] } };
    expect(await doors.rest.value('task_update', again)).toMatchObject({ changed: [] });
    const between = await doors.tool.create('Between', { blockedBy: ['2'] });
    await doors.tool.value('task_update', {
      id: '501',
      expectedVersion: 1,
      patch: { removeBlockedBy: ['1'], addBlockedBy: [between.id] },
    });
    expect(await doors.tool.task('task_update', wait)).toMatchObject({ openBlockers: ['1'] });
    await doors.tool.value('task_update', { ...wait, expectedVersion: 2, patch: { removeBlockedBy: ['1'] } });
    const back = { removeBlockedBy: [between.id], addBlockedBy: ['1'] };
    await doors.tool.value('task_update', { id: '501', expectedVersion: 2, patch: back });
  });

  test('F42: frees them all, and value and text name the first and count them all', async () => {
    const { tool, rest } = doors;
    const args = { id: '1', expectedVersion: 1, patch: { status: 'done' }, idempotencyKey: 'k' };
    expect(await tool.value('task_update', args)).toMatchObject({
      unblocked: all.slice(0, 20),
      unblockedCount: 500,
    });
    const text = await rest.text('task_update', args);
    expect(text).toMatch(
      /; unblocked #2, #3, .*, #21 and 480 more \(task_list with ready true shows what can start\)$/,
    );
    expect((await rest.text('task_get', { id: '1' })).length).toBeLessThan(1_000);
    const reopened = await rest.value('task_reopen', { id: '1', expectedVersion: 2, reason: 'r' });
    expect(reopened).toMatchObject({ blockedAgain: all.slice(0, 20), blockedAgainCount: 500 });
  });
});

describe('case 24: 2,000 tasks with descriptions of 10,000 characters', () => {
  const COUNT = 2_000;
  /** The longest subject and owner that there are, so that the limits hold for any list. */
  const subject = '👩‍👩‍👧‍👦'.repeat(28);
  const owner = '漢'.repeat(100);
  const ascii = 'The quick brown fox jumps over the lazy dog.\n'.repeat(223).slice(0, 10_000);
  const wide = '漢字'.repeat(5_000);
  const hidden = '\u001b'.repeat(10_000);
  const usual = (index: number) => ({ subject: `Task ${index + 1}`, description: ascii });
  const DESCRIPTIONS = [ascii, wide, hidden];
  let doors: Doors;
  let longest: Doors;

  beforeAll(async () => {
    doors = openDoors(app());
    await createInOrder(doors.tool, COUNT, usual);
    longest = openDoors(app());
    for (const description of DESCRIPTIONS) {
      await longest.rest.create(subject, { description, owner, priority: 'urgent' });
    }
  });

  interface Page {
    readonly tasks: readonly TaskSummary[];
    readonly nextCursor: string | null;
  }

  forEachDoor(app, (open) => {
    test('a page of fifty is under 6 kB of text and names a cursor that the tool takes', async () => {
      const client = open(doors.list);
      const text = await client.text('task_list');
      expect(Buffer.byteLength(text)).toBeLessThan(6_000);
      const cursor = /\nMore: call task_list with the same arguments and cursor "([^"]+)"$/.exec(text)?.[1];
      const next = await client.value<Page>('task_list', { cursor });
      expect(next.tasks.map(({ id }) => id)).toEqual(
        Array.from({ length: 50 }, (_, index) => `${index + 51}`),
      );
      expect(next.tasks[0]).not.toHaveProperty('description');
      expect(next.tasks[0]?.hasDescription).toBe(true);
    });

    test('the cursors lead through all of them, each page under its limit, each task once', async () => {
      const client = open(doors.list);
      const PAGE_TEXT_MAX_BYTES = 200 * 260 + 300;
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const args: Arguments = { limit: 200, order: 'priority', ...(cursor && { cursor }) };
        const page: Page = await client.value<Page>('task_list', args);
        expect(Buffer.byteLength(await client.text('task_list', args))).toBeLessThan(PAGE_TEXT_MAX_BYTES);
        ids.push(...page.tasks.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(ids).toEqual(Array.from({ length: COUNT }, (_, index) => String(index + 1)));
    });

    test('a task comes back with its description whole, its text under 14 kB', async () => {
      const client = open(doors.list);
      expect((await client.task('task_get', { id: '1234' })).description).toBe(ascii);
      expect(Buffer.byteLength(await client.text('task_get', { id: '1234' }))).toBeLessThan(14_000);
    });

    test('the longest subjects, owners and descriptions stay under the limits as well', async () => {
      const client = open(longest.list);
      const page = await client.text('task_list');
      for (const line of page.split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(260);
      for (const [index, description] of DESCRIPTIONS.entries()) {
        const id = String(index + 1);
        expect((await client.task('task_get', { id })).description).toBe(description);
        expect(Buffer.byteLength(await client.text('task_get', { id }))).toBeLessThan(100_000);
      }
    });

    test('a receipt does not repeat the description, nor does the history', async () => {
      const client = open();
      await client.create(subject, { description: ascii, owner });
      const update = { id: '1', expectedVersion: 1, patch: { description: wide }, idempotencyKey: 'k' };
      await client.value('task_update', update);
      const receipt = await client.text('task_update', update);
      expect(Buffer.byteLength(receipt)).toBeLessThan(400);
      expect(receipt).toMatch(/: description 10000 → 10000 characters$/);
      expect(Buffer.byteLength(await client.text('task_history', { id: '1' }))).toBeLessThan(1_000);
      const { entries } = await client.value<{ entries: HistoryEntry[] }>('task_history', { id: '1' });
      expect(entries[0]?.changes).toEqual([{ field: 'description', from: ascii, to: wide }]);
    });
  });

  test('a description of 10,001 characters is refused with its length', async () => {
    for (const description of [`${ascii}x`, `${wide}字`, '👩'.repeat(10_001)]) {
      const problem = await longest.refused('task_create', { subject: 'x', description });
      expect(problem.issues).toMatchObject([{ path: 'description', code: 'length' }]);
      expect(problem.text).toContain('has 10001 code points');
      expect(Buffer.byteLength(problem.text)).toBeLessThan(1_000);
    }
  });

  test('a stale write with the largest task is told in few words', async () => {
    const args = { id: '2', expectedVersion: 9, patch: { owner: 'a' } };
    const problem = await longest.refused('task_update', args);
    expect(problem.current?.description).toBe(wide);
    expect(Buffer.byteLength(problem.text)).toBeLessThan(1_000);
  });
});
