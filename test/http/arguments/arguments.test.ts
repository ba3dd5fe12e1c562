import { describe, expect, it } from 'vitest';
import { freshList } from '../../support/service.js';
import { issuesOf, MERGE_PATCH_TYPE, send, useApp } from '../harness.js';

const app = useApp();

async function listWithTask(): Promise<string> {
  const list = freshList();
  const answer = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
    body: { subject: 'Write tests', owner: 'agent-7', labels: ['api'] },
  });
  expect(answer.status).toBe(201);
  return list;
}

describe('the query', () => {
  it('is typed by the schema of the tool', async () => {
    const list = await listWithTask();
    const answer = await send(
      app(),
      'GET',
      `/v1/lists/${list}/tasks?ready=true&limit=1&status=open&owner=agent-7`,
    );
    expect(answer.status).toBe(200);
    expect(answer.json<{ tasks: { id: string }[] }>().tasks.map(({ id }) => id)).toEqual(['1']);
  });

  it('is refused by name where the tool does not know a member', async () => {
    const answer = await send(app(), 'GET', '/v1/lists/a/tasks?stauts=done&limit=0');
    expect(issuesOf(answer)).toEqual(['unknown_key stauts', 'range limit']);
    expect(answer.problem().issues?.[0]?.suggestion).toBe('status');
  });

  it.each(['limit=1e3', 'limit=0x1', 'limit=', 'limit=1&limit=2', 'ready=yes', 'ready=1', 'ready='])(
    'is never guessed at: %s',
    async (query) => {
      const answer = await send(app(), 'GET', `/v1/lists/a/tasks?${query}`);
      expect(issuesOf(answer)).toEqual([`type ${query.split('=', 1)[0]}`]);
    },
  );

  it('is refused where it is not percent-encoded UTF-8', async () => {
    const answer = await send(app(), 'GET', '/v1/lists/a/tasks?owner=%FF&label=100%');
    expect(issuesOf(answer)).toEqual(['url owner', 'url label']);
  });

  it.each([
    ['POST', '/tasks?subject=csrf'],
    ['POST', '/tools/task_create?subject=csrf'],
    ['POST', '/tasks/1/restore?subject=csrf'],
    ['PATCH', '/tasks/1?subject=csrf'],
  ] as const)('carries no argument of a %s and is refused by name: %s', async (method, address) => {
    const list = await listWithTask();
    const body = { subject: 'x', expectedVersion: 1 };
    for (const options of [{}, { raw: '' }, { body }]) {
      const answer = await send(app(), method, `/v1/lists/${list}${address}`, options);
      expect([answer.status, answer.problem().code]).toEqual([400, 'INVALID_INPUT']);
      const issue = answer.problem().issues?.find(({ path }) => path === 'subject');
      expect(issue).toMatchObject({ code: 'unknown_key' });
      // A body that does not take it is no place to send it to.
      const instead = address.includes('restore')
        ? 'send the call without it only if'
        : 'send it in the body.';
      expect(issue?.message).toContain('stands in the query, which this address does not take; ');
      expect(issue?.message).toContain(instead);
    }
    const head = await send(app(), 'GET', `/v1/lists/${list}`);
    expect(head.json()).toMatchObject({ version: 1, counts: { pending: 1 } });
  });

  it('is refused on the head of a list', async () => {
    const head = await send(app(), 'GET', '/v1/lists/a?limit=1');
    expect(issuesOf(head)).toEqual(['unknown_key limit']);
  });

  it('may carry the arguments of a DELETE', async () => {
    const list = await listWithTask();
    const answer = await send(
      app(),
      'DELETE',
      `/v1/lists/${list}/tasks/1?expectedVersion=1&reason=Duplicate`,
    );
    expect(answer.status).toBe(200);
    const history = await send(app(), 'GET', `/v1/lists/${list}/tasks/1/history?limit=1`);
    expect(history.json().entries).toMatchObject([{ action: 'delete', reason: 'Duplicate' }]);
  });

  it('may carry some arguments of a DELETE while its body carries others', async () => {
    const list = await listWithTask();
    const url = `/v1/lists/${list}/tasks/1?expectedVersion=1`;
    const answer = await send(app(), 'DELETE', url, { body: { reason: 'Duplicate' } });
    expect(answer.json()).toMatchObject({ task: { version: 2 } });
    const history = await send(app(), 'GET', `/v1/lists/${list}/tasks/1/history?limit=1`);
    expect(history.json().entries).toMatchObject([{ action: 'delete', reason: 'Duplicate' }]);
  });
});

describe('an id in the path', () => {
  it.each([
    '05',
    '5 ',
    '#5',
    '5a',
    '1.2',
    'null',
    '9'.repeat(300),
    '1'.repeat(9_000),
    '5%00',
    '%F0%9F%91%A9',
    '1%2F2',
  ])('is refused with the form of an id: %s', async (id) => {
    const answer = await send(
      app(),
      'GET',
      `/v1/lists/a/tasks/${id.replace('#', '%23').replace(' ', '%20')}`,
    );
    expect([answer.status, answer.problem().code]).toEqual([400, 'INVALID_INPUT']);
    expect(answer.problem().issues?.map(({ path }) => path)).toEqual(['id']);
  });
});

describe('an argument from two places', () => {
  it('is taken when both say the same, or one says null', async () => {
    const list = await listWithTask();
    const same = await send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, {
      headers: { 'if-match': '"1"' },
      body: { id: '1', expectedVersion: 1, priority: 'high' },
    });
    expect(same.status).toBe(200);
    const none = await send(app(), 'DELETE', `/v1/lists/${list}/tasks/1?expectedVersion=2`, {
      body: { id: null, expectedVersion: null },
    });
    expect(none.status).toBe(200);
  });

  it('is refused with both places named when they differ', async () => {
    const answer = await send(app(), 'DELETE', '/v1/lists/a/tasks/1?expectedVersion=4', {
      headers: { 'if-match': '"3"', 'idempotency-key': 'k-1' },
      body: { id: '2', idempotencyKey: 'k-2' },
    });
    expect(issuesOf(answer)).toEqual(['conflict expectedVersion', 'conflict id', 'conflict idempotencyKey']);
    expect(answer.problem().issues?.map(({ message }) => message)).toEqual([
      'expectedVersion is 3 in If-Match and 4 in the query; send it once.',
      'id is "1" in the path and "2" in the arguments; the path holds: send "1" or no id only if that is meant, else send the call to the address of the other.',
      'idempotencyKey is "k-1" in Idempotency-Key and "k-2" in the body; send it once.',
    ]);
  });

  it('is refused on the tool route too', async () => {
    const answer = await send(app(), 'POST', '/v1/lists/a/tools/task_delete', {
      headers: { 'if-match': '3' },
      body: { id: '1', expectedVersion: 2 },
    });
    expect(issuesOf(answer)).toEqual(['conflict expectedVersion']);
  });
});

describe('what the door finds and what the gate finds', () => {
  it('is refused all at once on a resource', async () => {
    const answer = await send(app(), 'PATCH', '/v1/lists/A/tasks/05?dryRun=1', {
      headers: { 'if-match': 'latest', 'idempotency-key': '"open', 'tasklatch-agent': 'é' },
      body: { id: '7', subject: null, status: 'Done', prioritty: 'high' },
    });
    expect(issuesOf(answer)).toEqual([
      'pattern list',
      'type expectedVersion',
      'pattern idempotencyKey',
      'unknown_key dryRun',
      'conflict id',
      'null patch.subject',
      'characters Tasklatch-Agent',
      'unknown_key patch.prioritty',
      'enum patch.status',
    ]);
  });

  it('is refused all at once on the tool route', async () => {
    const answer = await send(app(), 'POST', '/v1/lists/a/tools/task_delete?force=1', {
      headers: { 'if-match': '"3"', 'tasklatch-session': '' },
      body: { id: 5, expectedVersion: 2, why: 'x' },
    });
    expect(issuesOf(answer)).toEqual([
      'unknown_key force',
      'conflict expectedVersion',
      'characters Tasklatch-Session',
      'unknown_key why',
      'type id',
    ]);
  });

  it('is refused all at once where the body is no object', async () => {
    const answer = await send(app(), 'POST', '/v1/lists/a/tasks?force=1', { body: ['x'] });
    expect(issuesOf(answer)).toEqual(['unknown_key force', 'type ']);
  });

  it('never comes to a call, although the gate has nothing against the rest', async () => {
    const list = freshList();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers: { 'tasklatch-agent': 'é' },
      body: { subject: 'Not to be stored' },
    });
    expect(issuesOf(answer)).toEqual(['characters Tasklatch-Agent']);
    expect((await send(app(), 'GET', `/v1/lists/${list}`)).json()).toMatchObject({ version: 0 });
  });
});

describe('a merge patch', () => {
  const patch = (list: string, body: unknown, version = 1) =>
    send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, {
      headers: { ...MERGE_PATCH_TYPE, 'if-match': `"${version}"` },
      body,
    });

  it('sets what it names, empties what it names null, and leaves the rest', async () => {
    const list = await listWithTask();
    const answer = await patch(list, { subject: 'Write more tests', owner: null, labels: null });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      changed: ['subject', 'owner', 'labels'],
      task: { subject: 'Write more tests', owner: null, labels: [], priority: 'normal', version: 2 },
    });
  });

  it('takes expectedVersion and idempotencyKey beside the fields', async () => {
    const list = await listWithTask();
    const send1 = () =>
      send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, {
        headers: MERGE_PATCH_TYPE,
        body: { expectedVersion: 1, idempotencyKey: 'k-1', priority: 'urgent' },
      });
    expect((await send1()).headers['idempotency-replayed']).toBeUndefined();
    const again = await send1();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  });

  it('refuses null for a field that cannot be empty', async () => {
    const list = await listWithTask();
    const answer = await patch(list, { subject: null, status: null, owner: null });
    expect(issuesOf(answer)).toEqual(['null patch.subject', 'null patch.status']);
    expect(issuesOf(await patch(list, { subject: null }))).toEqual(['null patch.subject']);
  });

  it('refuses clear and says how a field is emptied here', async () => {
    const answer = await patch('a', { clear: ['owner', 'labels'] });
    expect(answer.problem().issues).toEqual([
      {
        path: 'patch.clear',
        code: 'unknown_key',
        message:
          'clear is no field of a task, and a merge patch holds fields only; to empty a field send it as null: "owner": null, "labels": null.',
        received: '"clear"',
        suggestion: { owner: null, labels: null },
      },
    ]);
    for (const clear of [null, 'owner', [], ['subject'], {}]) {
      const other = await patch('a', { priority: 'high', clear });
      expect(issuesOf(other)).toEqual(['unknown_key patch.clear']);
      expect(other.problem().issues?.[0]?.message).toMatch(/send it as null: "\w+": null\.$/);
    }
  });

  it('refuses patch and says where the fields go here', async () => {
    const answer = await patch('a', { patch: { status: 'done' } });
    expect(answer.problem().issues).toEqual([
      {
        path: 'patch.patch',
        code: 'unknown_key',
        message:
          'patch is no field of a task, and a merge patch holds fields only; send the fields themselves at the top level of the body.',
        received: '"patch"',
        suggestion: { status: 'done' },
      },
    ]);
    expect(issuesOf(await patch('a', { patch: null, priority: 'high' }))).toEqual([
      'unknown_key patch.patch',
    ]);
  });

  it.each([
    ['unset', 'to empty a field send it as null: "FIELD": null'],
    ['changes', 'send the fields themselves at the top level of the body'],
  ])('gives no advice for %s that it could not follow itself', async (key, instead) => {
    const answer = await patch('a', { [key]: ['owner'] });
    expect(answer.problem().issues).toMatchObject([
      { path: `patch.${key}`, code: 'unknown_key', message: `patch.${key} is not known; ${instead}.` },
    ]);
    expect(answer.problem().issues?.[0]).not.toHaveProperty('suggestion');
  });

  it('refuses fields that a task does not have, with null too', async () => {
    const answer = await patch('a', { prioritty: null, titel: 'x', __proto__: 1 });
    expect(issuesOf(answer)).toEqual(['unknown_key patch.prioritty', 'unknown_key patch.titel']);
  });

  it('refuses __proto__ by name', async () => {
    const answer = await send(app(), 'PATCH', '/v1/lists/a/tasks/1', {
      headers: MERGE_PATCH_TYPE,
      raw: '{"__proto__":{"status":"done"}}',
    });
    expect(issuesOf(answer)).toEqual(['unknown_key patch.__proto__']);
  });

  it('refuses an empty patch, and one that is no object', async () => {
    for (const body of [{}, { expectedVersion: 1 }, { id: '1', idempotencyKey: 'k' }]) {
      const answer = await patch('a', body);
      expect(issuesOf(answer)).toEqual(['empty patch']);
      expect(answer.problem().issues?.[0]?.message).toBe(
        'The merge patch names no field; send at least one of status, subject, description, priority, owner, labels, addBlockedBy, removeBlockedBy; null empties description, owner, labels.',
      );
    }
    expect(issuesOf(await patch('a', [{ op: 'replace' }]))).toEqual(['type ']);
  });
});
