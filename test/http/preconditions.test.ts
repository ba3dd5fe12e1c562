import { describe, expect, it } from 'vitest';
import { freshList } from '../support/service.js';
import { issuesOf, send, useApp } from './harness.js';

const app = useApp();

async function listWithTask(): Promise<string> {
  const list = freshList();
  await send(app(), 'POST', `/v1/lists/${list}/tasks`, { body: { subject: 'Write tests' } });
  return list;
}

function update(list: string, ifMatch: string | undefined, body: Record<string, unknown>) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  return send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, { headers, body });
}

describe('If-Match', () => {
  it.each(['"1"', '1'])('is the version that the write was decided on: %s', async (ifMatch) => {
    const list = await listWithTask();
    const answer = await update(list, ifMatch, { priority: 'high' });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
  });

  it('answers 412 when it is stale, with the task as it is', async () => {
    const list = await listWithTask();
    await update(list, '"1"', { priority: 'high' });
    const answer = await update(list, '"1"', { priority: 'low' });
    expect(answer.status).toBe(412);
    expect(answer.problem()).toMatchObject({
      code: 'STALE_VERSION',
      status: 412,
      current: { version: 2, priority: 'high' },
      changedSince: [{ field: 'priority', to: 'high', taskVersion: 2 }],
    });
  });

  it('answers 412 on the tool route too', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tools/task_delete`, {
      headers: { 'if-match': '"7"' },
      body: { id: '1' },
    });
    expect([answer.status, answer.problem().code]).toEqual([412, 'STALE_VERSION']);
  });

  it('leaves 409 to a stale version that came as an argument', async () => {
    const list = await listWithTask();
    const answer = await update(list, undefined, { priority: 'low', expectedVersion: 2 });
    expect([answer.status, answer.problem().status]).toEqual([409, 409]);
  });

  it('names no version when it is *, or not there', async () => {
    const list = await listWithTask();
    for (const ifMatch of ['*', undefined]) {
      const answer = await update(list, ifMatch, { priority: 'low' });
      expect([answer.status, answer.problem().code]).toEqual([428, 'VERSION_REQUIRED']);
      expect(answer.problem().current?.version).toBe(1);
    }
    const byArgument = await update(list, '*', { priority: 'low', expectedVersion: 2 });
    expect(byArgument.status).toBe(409);
  });

  it.each(['W/"1"', '"1", "2"', '"01"', '"1', 'abc', '"-1"', '"1.0"', ''])(
    'is refused when it is no version: %s',
    async (ifMatch) => {
      const list = await listWithTask();
      const answer = await update(list, ifMatch, { priority: 'low' });
      expect(issuesOf(answer)).toEqual(['type expectedVersion']);
    },
  );

  it('is refused where a write has no version, and ignored by reads', async () => {
    const list = await listWithTask();
    const create = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers: { 'if-match': '"1"' },
      body: { subject: 'Second' },
    });
    expect(issuesOf(create)).toEqual(['unknown_key expectedVersion']);
    const read = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, { headers: { 'if-match': '"9"' } });
    expect(read.status).toBe(200);
  });
});

describe('If-None-Match', () => {
  it.each(['"1"', 'W/"1"', '"7", "1"', '"7" ,W/"1"', '*'])(
    'answers 304 on a list at version 1: %s',
    async (tag) => {
      const list = await listWithTask();
      for (const url of [`/v1/lists/${list}`, `/v1/lists/${list}/tasks`]) {
        const answer = await send(app(), 'GET', url, { headers: { 'if-none-match': tag } });
        expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', '"1"']);
      }
    },
  );

  it.each(['"2"', '1', 'W/1', '""'])('answers 200 to a tag that is another: %s', async (tag) => {
    const list = await listWithTask();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks`, { headers: { 'if-none-match': tag } });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"1"']);
  });

  it('is ignored on a task, whose blockers change without its version', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, {
      headers: { 'if-none-match': '"1"' },
    });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"1"']);
  });
});

describe('Idempotency-Key', () => {
  const create = (list: string, key: string, body: Record<string, unknown> = { subject: 'Once' }) =>
    send(app(), 'POST', `/v1/lists/${list}/tasks`, { headers: { 'idempotency-key': key }, body });

  it('replays with the same status, quoted, bare and as an argument', async () => {
    const list = freshList();
    const first = await create(list, '"a-1"');
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const argument = send(app(), 'POST', `/v1/lists/${list}/tools/task_create`, {
      body: { subject: 'Once', idempotencyKey: 'a-1' },
    });
    for (const again of [await create(list, 'a-1'), await create(list, '"a-1"')]) {
      expect([again.status, again.headers.location]).toEqual([201, `/v1/lists/${list}/tasks/1`]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    }
    expect((await argument).json()).toMatchObject({ replayed: true, value: first.json() });
  });

  it('unescapes a quoted key', async () => {
    const list = freshList();
    await create(list, '"a\\"b\\\\c"');
    const again = await create(list, 'none', { subject: 'Once' });
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    const bare = await create(list, 'a"b\\c');
    expect(bare.headers['idempotency-replayed']).toBe('true');
  });

  it('is refused for another intent', async () => {
    const list = freshList();
    await create(list, 'a-1');
    const answer = await create(list, 'a-1', { subject: 'Other' });
    expect([answer.status, answer.problem().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it.each(['"open', '"a"b"', '"a";v=1'])('is refused when its quotes do not close: %s', async (key) => {
    expect(issuesOf(await create(freshList(), key))).toEqual(['pattern Idempotency-Key']);
  });

  it.each(['', '""', 'two words', 'k'.repeat(201)])('is judged by the gate: %j', async (key) => {
    const answer = await create(freshList(), key);
    expect(answer.problem().issues?.map(({ path }) => path)).toEqual(['idempotencyKey']);
  });

  it('is ignored by reads', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, {
      headers: { 'idempotency-key': '"' },
    });
    expect(answer.status).toBe(200);
  });
});
