import { describe, expect, it } from 'vitest';
import { freshList } from '../../support/service.js';
import { appOn, send, stubService, useApp } from '../harness.js';

const KEYS = [
  { principal: 'planner', key: 'planner-key-0123456789', lists: ['*'] },
  { principal: 'worker', key: 'worker-key-0123456789', lists: ['own', 'shared-*'] },
];
const app = useApp({ keys: KEYS });

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const PLANNER = bearer('planner-key-0123456789');
const WORKER = bearer('worker-key-0123456789');

describe('a service with keys', () => {
  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer planner-key-012345678',
    'Bearer planner-key-0123456789x',
    'Bearer planner-key-0123456789 x',
    'Basic planner-key-0123456789',
    'planner-key-0123456789',
  ])('refuses every route below /v1 to %j', async (authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const url of [
      '/v1/tools',
      '/v1/lists',
      '/v1/lists/own',
      '/v1/lists/own/tasks',
      '/v1/lists/own/events',
    ]) {
      const answer = await send(app(), 'GET', url, { headers });
      expect([answer.status, answer.problem().code]).toEqual([401, 'UNAUTHENTICATED']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('refuses before it reads the body', async () => {
    const answer = await send(app(), 'POST', '/v1/lists/own/tasks', { raw: '{"subject"' });
    expect(answer.status).toBe(401);
  });

  it('leaves health, metrics and documentation open', async () => {
    const { app: open } = await appOn(stubService({ ping: async () => {} }), { keys: KEYS });
    for (const url of ['/livez', '/readyz', '/metrics', '/openapi.json', '/openapi.yaml']) {
      expect([url, (await send(open, 'GET', url)).status]).toEqual([url, 200]);
    }
  });

  it('signs a change with the principal of the key', async () => {
    const list = freshList();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers: { ...PLANNER, 'tasklatch-agent': 'worker' },
      body: { subject: 'Signed' },
    });
    expect(answer.json()).toMatchObject({ task: { createdBy: 'planner/worker' } });
    const events = await send(app(), 'GET', `/v1/lists/${list}/events`, { headers: PLANNER });
    expect(events.json().events).toMatchObject([{ principal: 'planner', agent: 'worker' }]);
  });

  it('takes the scheme in any case', async () => {
    const answer = await send(app(), 'GET', '/v1/tools', {
      headers: { authorization: 'bearer worker-key-0123456789' },
    });
    expect(answer.status).toBe(200);
  });

  it('lets a key reach its lists and no other, through every door', async () => {
    for (const [list, status] of [
      ['own', 200],
      ['shared-1', 200],
      ['owner', 403],
      ['shared', 403],
      ['other', 403],
    ]) {
      const answers = [
        await send(app(), 'GET', `/v1/lists/${list}`, { headers: WORKER }),
        await send(app(), 'GET', `/v1/lists/${list}/tasks`, { headers: WORKER }),
        await send(app(), 'GET', `/v1/lists/${list}/events`, { headers: WORKER }),
        await send(app(), 'POST', `/v1/lists/${list}/tools/task_list`, { headers: WORKER, body: {} }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(status));
      for (const answer of answers) if (status === 403) expect(answer.problem().code).toBe('FORBIDDEN');
    }
  });

  it('is judged before the address and the method, also where there is nothing', async () => {
    for (const [method, path] of [
      ['GET', '/mcp'],
      ['PUT', '/tasks'],
      ['DELETE', '/tasks'],
      ['PATCH', ''],
      ['GET', '/tools/task_list'],
      ['GET', '/nothing'],
      ['POST', '/mcp/x'],
    ] as const) {
      const answer = await send(app(), method, `/v1/lists/other${path}`, { headers: WORKER });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      const own = await send(app(), method, `/v1/lists/own${path}`, { headers: WORKER });
      expect([404, 405]).toContain(own.status);
    }
  });

  it('shows a key only the lists that it reaches', async () => {
    for (const list of ['own', 'shared-1', 'shared-2', 'zz-other']) {
      await send(app(), 'POST', `/v1/lists/${list}/tasks`, { headers: PLANNER, body: { subject: 'x' } });
    }
    const namesFor = async (headers: Record<string, string>) => {
      const answer = await send(app(), 'GET', '/v1/lists', { headers });
      return answer.json<{ lists: { list: string }[] }>().lists.map(({ list }) => list);
    };
    expect(await namesFor(WORKER)).toEqual(['own', 'shared-1', 'shared-2']);
    expect(await namesFor(PLANNER)).toContain('zz-other');
  });

  it('keeps the idempotency keys of principals apart', async () => {
    const create = (headers: Record<string, string>) =>
      send(app(), 'POST', '/v1/lists/shared-keys/tasks', {
        headers: { ...headers, 'idempotency-key': 'shared-1' },
        body: { subject: 'Mine' },
      });
    expect((await create(PLANNER)).headers.location).toBe('/v1/lists/shared-keys/tasks/1');
    expect((await create(WORKER)).headers.location).toBe('/v1/lists/shared-keys/tasks/2');
    expect((await create(WORKER)).headers['idempotency-replayed']).toBe('true');
  });
});

describe('a service without keys', () => {
  it('takes everybody for anonymous, whatever they claim', async () => {
    const { app: open } = await appOn(
      stubService({ lists: async ({ reaches }) => ({ lists: [], nextCursor: String(reaches('any')) }) }),
    );
    const answer = await send(open, 'GET', '/v1/lists', { headers: WORKER });
    expect([answer.status, answer.json().nextCursor]).toEqual([200, 'true']);
  });
});
