import { describe, expect, it } from 'vitest';
import { useMcpServer } from '../support/mcp_server.js';
import { codeOf, legacy, post } from '../support/mcp_wire.js';
import { CALLER, call, freshList } from '../support/service.js';

const server = useMcpServer();

type Members = Readonly<Record<string, unknown>>;

const UPDATE = {
  name: 'task_update',
  arguments: { id: '1', expectedVersion: 1, patch: { subject: 'Second' } },
};
const DELETE = { name: 'task_delete', arguments: { id: '1', expectedVersion: 1 } };
const LIST = { name: 'task_list', arguments: { status: 'pending' } };
const GET = { name: 'task_get', arguments: { id: '1' } };

/** Where a member may stand outside the arguments, and how a refusal says so. */
const PLACES = {
  'beside arguments': (params: Members, members: Members) => [{ ...params, ...members }, {}, ''],
  'beside params': (params: Members, members: Members) => [params, members, ''],
  'in _meta': (params: Members, members: Members) => [{ ...params, _meta: members }, {}, ''],
  'in the query': (params: Members, members: Members) => [params, {}, `?${toQuery(members)}`],
} as const satisfies Record<
  string,
  (params: Members, members: Members) => readonly [Members, Members, string]
>;

type PlaceName = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as PlaceName[];

function toQuery(members: Members): string {
  const texts = Object.entries(members).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}

/** The answer of such a call, and the version of its list, which has one task and is at 1. */
async function send(place: PlaceName, params: Members, members: Members) {
  const list = freshList();
  await call(server().instance.service, list, 'task_create', { subject: 'First' }, CALLER);
  const [inParams, beside, query] = PLACES[place](params, members);
  const { body, headers } = legacy('tools/call', inParams);
  const answer = await post(server().urlOf(list) + query, { ...body, ...beside }, headers);
  return { answer, code: codeOf(answer), version: (await server().instance.service.head(list)).version };
}

/** That the call ran without the members. */
async function expectRun(place: PlaceName, params: Members, members: Members) {
  const { answer, code } = await send(place, params, members);
  expect([answer.status, code]).toEqual([200, null]);
}

async function expectRefused(place: PlaceName, params: Members, members: Members, message: string) {
  const { answer, code, version } = await send(place, params, members);
  expect([answer.status, code, version]).toEqual([200, 'INVALID_INPUT', 1]);
  expect(answer.text).toContain(message);
}

const FIELDS: Members = {
  status: 'done',
  subject: 'Other',
  description: 'More',
  priority: 'high',
  owner: 'ann',
  labels: ['api'],
  addBlockedBy: ['2'],
  removeBlockedBy: ['2'],
};

describe.each(PLACE_NAMES)('a field of the patch %s', (place) => {
  const says = `stands ${place}`;

  it.each(Object.entries(FIELDS))('%s is refused with its place', async (name, value) => {
    const message = `${name} ${says}; send it as patch.${name} among the arguments.`;
    await expectRefused(place, UPDATE, { [name]: value }, message);
  });

  it.each(['patch.status', 'patch[status]', 'Status'])('%s is refused too', async (name) => {
    await expectRefused(place, UPDATE, { [name]: 'done' }, `${says}; send it as patch.status among the`);
  });

  it.each([
    ['is_ready', LIST, true, 'send ready in arguments'],
    ['expected_version', UPDATE, 2, 'send expectedVersion in arguments'],
    ['assigned_to', UPDATE, 'ann', 'send it as patch.owner among the arguments'],
    ['add_tags', UPDATE, ['api'], 'send it in arguments'],
    ['patch', DELETE, { status: 'done' }, 'and task_delete has no patch; send it without only if'],
    ['patch', GET, { status: 'done' }, 'and task_get has no patch; send it without only if'],
  ])('%s is judged by the tool', async (name, params, value, instead) => {
    await expectRefused(place, params, { [name]: value }, instead);
  });

  it.each(['input', 'args', 'arguments', 'parameters', 'tool_input', 'kwargs', 'params', 'body', 'data'])(
    'is seen inside %s',
    async (name) => {
      // These two are read by JSON-RPC itself there.
      if (place === 'beside params' && name === 'params') return;
      if (place === 'beside arguments' && name === 'arguments') return;
      for (const value of [{ status: 'done' }, '{"status":"done"}']) {
        const { code, version, answer } = await send(place, UPDATE, { [name]: value });
        expect([code, version]).toEqual(['INVALID_INPUT', 1]);
        expect(answer.text).toMatch(
          / is not read; send what it holds among|stands beside params; send it in/,
        );
      }
    },
  );

  it.each(['function', 'toolCall', 'request'])('is seen inside a whole call as %s', async (name) => {
    const params = { name: 'task_update', arguments: { ...UPDATE.arguments, owner: 'ann' } };
    const { code, answer } = await send(place, UPDATE, { [name]: params });
    expect(code).toBe('INVALID_INPUT');
    expect(answer.text).toContain(`${name} is not read; send what it holds among the arguments`);
    await expectRun(place, UPDATE, { [name]: UPDATE });
  });

  it.each([
    ['foreign members', { task: { ttl: 60_000 }, metadata: { status: 'x' }, title: 'x', timeout: 5 }],
    ['options and data of others', { options: { timeout: 1, id: 'x' }, data: { id: 'x', trace: 'y' } }],
    ['arguments that are repeated', { input: UPDATE.arguments, args: { id: '1' } }],
    ['a version of something else', { version: '2.0', requestId: 'r', user: 'u', state: null }],
  ])('leaves %s alone', async (_what, members) => {
    await expectRun(place, UPDATE, members);
  });
});

describe('members that only few note', () => {
  it.each([
    ['version', UPDATE, 2, 'send expectedVersion in arguments'],
    ['task_id', GET, '2', 'send id in arguments'],
    ['state', UPDATE, 'done', 'send it as patch.status among the arguments'],
    ['status', DELETE, 'done', 'and task_delete has no status; send it without only if'],
  ])('%s is refused beside arguments and beside params', async (name, params, value, instead) => {
    await expectRefused('beside arguments', params, { [name]: value }, instead);
    await expectRefused('beside params', params, { [name]: value }, instead);
  });

  it.each([
    ['version', UPDATE, 2],
    ['taskId', GET, '2'],
    ['state', UPDATE, 'x'],
    ['status', DELETE, 'x'],
  ])('%s in _meta and in the query is taken for that of somebody else', async (name, params, value) => {
    await expectRun('in _meta', params, { [name]: value });
    await expectRun('in the query', params, { [name]: value });
  });
});
