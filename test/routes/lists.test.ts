import { describe, expect, it } from 'vitest';
import { issuesOf, send, useApp } from '../http/harness.js';

const app = useApp();

async function create(list: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await send(app(), 'POST', `/v1/lists/${list}/tasks`, { body: { subject: `Task ${index}` } });
  }
}

const NONE = { pending: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 };

describe('the lists', () => {
  it('are there by name once they were written to, page by page', async () => {
    for (const list of ['walk-b', 'walk-a', 'walk-c']) await create(list, 1);
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? 'limit=2' : `limit=2&cursor=${encodeURIComponent(cursor)}`;
      const answer = await send(app(), 'GET', `/v1/lists?${query}`);
      const page = answer.json<{ lists: { list: string }[]; nextCursor: string | null }>();
      expect(page.lists.length).toBeLessThanOrEqual(2);
      names.push(...page.lists.map(({ list }) => list));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(names.filter((name) => name.startsWith('walk-'))).toEqual(['walk-a', 'walk-b', 'walk-c']);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(['limit=0', 'limit=201', 'limit=-1', 'limit=1000000000'])('refuse %s', async (query) => {
    expect(issuesOf(await send(app(), 'GET', `/v1/lists?${query}`))).toEqual(['range limit']);
  });

  it('refuse a cursor of another place', async () => {
    await create('cursor-list', 2);
    const page = await send(app(), 'GET', '/v1/lists/cursor-list/tasks?limit=1');
    const { nextCursor } = page.json<{ nextCursor: string }>();
    expect(issuesOf(await send(app(), 'GET', `/v1/lists?cursor=${nextCursor}`))).toEqual(['cursor cursor']);
  });

  it('each have a head, also before the first write', async () => {
    await create('heads', 2);
    const written = await send(app(), 'GET', '/v1/lists/heads');
    const { cursor } = written.json<{ cursor: string }>();
    expect(cursor).toMatch(/^2-[0-9a-f]{8}$/);
    expect(written.json()).toEqual({ list: 'heads', version: 2, cursor, counts: { ...NONE, pending: 2 } });
    expect(written.headers.etag).toBe(`"${cursor}"`);
    const empty = await send(app(), 'GET', '/v1/lists/never-written');
    expect(empty.json()).toEqual({ list: 'never-written', version: 0, cursor: '0', counts: NONE });
    expect(empty.headers.etag).toBe('"0"');
  });

  it.each(['A', '-a', 'a b', 'ä', 'a'.repeat(101), '..%2F'])(
    'refuse the name %j at every address',
    async (name) => {
      const list = encodeURIComponent(name);
      const answers = [
        await send(app(), 'GET', `/v1/lists/${list}`),
        await send(app(), 'GET', `/v1/lists/${list}/events`),
        await send(app(), 'GET', `/v1/lists/${list}/tasks`),
        await send(app(), 'POST', `/v1/lists/${list}/tools/task_list`, { body: {} }),
      ];
      for (const answer of answers) expect(issuesOf(answer)).toEqual(['pattern list']);
    },
  );
});

describe('the events of a list', () => {
  it('are its audit rows in order, after any version', async () => {
    await create('events', 3);
    const all = await send(app(), 'GET', '/v1/lists/events/events');
    const { events, version } = all.json<{ events: { version: number; id: string }[]; version: number }>();
    expect(version).toBe(3);
    expect(events.map((event) => [event.version, event.id])).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
    const rest = await send(app(), 'GET', '/v1/lists/events/events?after=1&limit=1');
    const { cursor } = rest.json<{ cursor: string }>();
    expect(cursor).toMatch(/^2-[0-9a-f]{8}$/);
    expect(rest.json()).toEqual({ events: [events[1]], version: 3, cursor });
    const last = await send(app(), 'GET', `/v1/lists/events/events?after=${cursor}`);
    expect(last.json()).toMatchObject({ events: [events[2]], version: 3 });
    const none = await send(app(), 'GET', '/v1/lists/events/events?after=3');
    expect(none.json()).toMatchObject({ events: [], version: 3 });
  });

  it.each(['4', '2147483648', '3-00000000'])(
    'F46: refuse after=%s, which the log does not have',
    async (after) => {
      const list = `unknown-${after}`;
      await create(list, 3);
      const answer = await send(app(), 'GET', `/v1/lists/${list}/events?after=${after}`);
      expect([answer.status, answer.problem().code]).toEqual([409, 'CURSOR_UNKNOWN']);
    },
  );

  it('are the entries of the history of a task', async () => {
    await create('entries', 1);
    const events = await send(app(), 'GET', '/v1/lists/entries/events');
    const history = await send(app(), 'GET', '/v1/lists/entries/tasks/1/history');
    expect(events.json().events).toEqual(history.json().entries);
  });

  it.each([
    ['after=-1', 'pattern after'],
    ['after=03', 'pattern after'],
    ['after=1.5', 'pattern after'],
    ['after=1-9F3A1C2E', 'pattern after'],
    ['limit=0', 'range limit'],
    ['limit=1001', 'range limit'],
    ['since=1', 'unknown_key since'],
  ])('refuse %s', async (query, issue) => {
    expect(issuesOf(await send(app(), 'GET', `/v1/lists/a/events?${query}`))).toEqual([issue]);
  });
});
