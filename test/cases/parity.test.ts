import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { publishedInput } from '../../src/definitions/published.js';
import type { Problem } from '../../src/problems/problem.js';
import { CATALOG, type ErrorCode } from '../../src/refusals/catalog.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { TOOLS } from '../../src/registry.js';
import { appOn, exchange, lastProblem, listen, send, stubService, useApp } from '../http/harness.js';
import { type Arguments, Doors, expectAlike, type Outcome, onlyIssue, openDoors } from '../support/doors.js';
import { problemOf } from '../support/mcp_door.js';
import { runs } from '../support/property_runs.js';
import { someArguments } from '../support/request_arbitrary.js';
import { arbitraryOf } from '../support/schema_arbitrary.js';
import { restCarries } from './rest_carries.js';

const app = useApp();

type Call = readonly [tool: string, args: Arguments];
type Table<Value> = Readonly<Partial<Record<ErrorCode, Value>>>;

/** Refused by the gate or by a rule, on the list of `withHistory`. */
const REFUSED_CALLS: Table<Call> = {
  INVALID_INPUT: [
    'task_update',
    { id: '1', expectedVersion: 2, patch: { prioritty: 'high', status: 'Done' } },
  ],
  TASK_NOT_FOUND: ['task_get', { id: '9' }],
  TASK_DELETED: ['task_get', { id: '3' }],
  STALE_VERSION: ['task_update', { id: '1', expectedVersion: 1, patch: { priority: 'high' } }],
  VERSION_REQUIRED: ['task_update', { id: '1', patch: { priority: 'high' } }],
  ILLEGAL_TRANSITION: ['task_update', { id: '4', expectedVersion: 2, patch: { status: 'in_progress' } }],
  BLOCKED: ['task_update', { id: '2', expectedVersion: 1, patch: { status: 'in_progress' } }],
  DEPENDENCY_CYCLE: ['task_update', { id: '1', expectedVersion: 2, patch: { addBlockedBy: ['2'] } }],
  INVALID_REFERENCE: ['task_create', { subject: 'Announce', blockedBy: ['9'] }],
  IDEMPOTENCY_KEY_REUSED: ['task_create', { subject: 'Other', idempotencyKey: 'build-1' }],
};

/** Refused by name; a resource has no name of a tool in its address. */
const REFUSED_NAMES: Table<string> = { UNKNOWN_TOOL: 'taskUpdate' };

/** Refused by a route that is no tool. */
const REFUSED_READS: Table<string> = { CURSOR_UNKNOWN: '/events?after=99' };

const SECRET = 'password=hunter2';

/** What the service throws, on whatever call. */
const FAILURES: Table<Error> = {
  INTERNAL: new Error(SECRET),
  CONTENTION: new Refusal('CONTENTION', 'Too many writers.', {
    retryAfterSeconds: 1,
    cause: new Error(SECRET),
  }),
  STORE_UNAVAILABLE: new Refusal('STORE_UNAVAILABLE', 'The database is gone.', { cause: new Error(SECRET) }),
};

/** Where each door takes calls; all three take POST and nothing else. */
const ADDRESSES = [
  '/v1/lists/parity/tools/task_reopen',
  '/v1/lists/parity/tasks/1/reopen',
  '/v1/lists/parity/mcp',
];

interface WireRequest {
  readonly method?: 'PUT' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: string;
}

const KEYS = [{ principal: 'planner', key: 'planner-key-0123456789', lists: ['elsewhere'] }];

const stub = (http: Parameters<typeof appOn>[1] = {}) => appOn(stubService({}), http).then(({ app }) => app);

async function injected(on: FastifyInstance, address: string, request: WireRequest): Promise<Problem> {
  const { method = 'POST', path = '', raw = '{}', headers = {} } = request;
  return problemOf(await send(on, method, `${address}${path}`, { headers, raw }));
}

/** What an app says of the same request to each address. */
function asked(request: WireRequest, http: Parameters<typeof appOn>[1] = {}): () => Promise<Problem[]> {
  return async () => {
    const on = await stub(http);
    const problems: Problem[] = [];
    for (const address of ADDRESSES) problems.push(await injected(on, address, request));
    return problems;
  };
}

/** What an app says of the same bytes to each address, on the wire. */
function written(rest: string, http: Parameters<typeof appOn>[1] = {}): () => Promise<Problem[]> {
  return async () => {
    const on = await stub(http);
    const port = await listen(on);
    const received = ADDRESSES.map((address) => exchange(port, `POST ${address} HTTP/1.1\r\n${rest}`));
    const problems = (await Promise.all(received)).map(lastProblem);
    await on.close();
    return problems;
  };
}

const LATE = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"subject"';

/** Refused by what is around the doors, before a tool is looked for: at the address of MCP as at the others. */
const REFUSED_REQUESTS: Table<() => Promise<Problem[]>> = {
  MALFORMED_BODY: asked({ raw: '{"id":"1",' }),
  ROUTE_NOT_FOUND: asked({ path: '/nothing/here' }),
  METHOD_NOT_ALLOWED: asked({ method: 'PUT' }),
  PAYLOAD_TOO_LARGE: asked({ raw: ' '.repeat(1_048_577) }),
  UNSUPPORTED_MEDIA_TYPE: asked({ headers: { 'content-type': 'text/plain' } }),
  UNAUTHENTICATED: asked({}, { keys: KEYS }),
  FORBIDDEN: asked({ headers: { authorization: `Bearer ${KEYS[0]?.key}` } }, { keys: KEYS }),
  RATE_LIMITED: async () => {
    const on = await stub({ rateLimitPerMinute: 1 });
    await send(on, 'GET', '/v1/tools');
    return Promise.all(ADDRESSES.map((address) => injected(on, address, {})));
  },
  EXPECTATION_FAILED: written(
    'Host: localhost\r\nConnection: close\r\nExpect: a-miracle\r\nContent-Length: 0\r\n\r\n',
  ),
  HEADERS_TOO_LARGE: written(`Host: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
  REQUEST_TIMEOUT: written(LATE, { requestTimeoutMs: 200 }),
};

/** #1 was changed, #2 waits for it, #3 is deleted and #4 done; each door had its part. */
async function withHistory(doors: Doors): Promise<Doors> {
  await doors.tool.create('Build', { idempotencyKey: 'build-1' });
  await doors.rest.create('Ship', { blockedBy: ['1'] });
  await doors.mcp.create('Drop');
  await doors.mcp.create('Close');
  await doors.tool.task('task_update', { id: '1', expectedVersion: 1, patch: { owner: 'agent-7' } });
  await doors.mcp.task('task_delete', { id: '3', expectedVersion: 1 });
  await doors.rest.task('task_update', { id: '4', expectedVersion: 1, patch: { status: 'done' } });
  return doors;
}

describe('every code of the catalog', () => {
  test('stands in exactly one of these tables', () => {
    const tables = [REFUSED_CALLS, REFUSED_NAMES, REFUSED_READS, FAILURES, REFUSED_REQUESTS];
    expect(tables.flatMap((table) => Object.keys(table)).sort()).toEqual(Object.keys(CATALOG).sort());
  });

  test.each(Object.entries(REFUSED_CALLS))('%s is one problem at all doors', async (code, [tool, args]) => {
    const doors = await withHistory(openDoors(app()));
    const problem = await doors.refused(tool, args);
    expect(problem).toMatchObject({ code, ...statusAndTitle(code) });
    expect(problem.text.startsWith(`${code}: `)).toBe(true);
  });

  test.each(Object.entries(REFUSED_READS))('%s is what its own route answers', async (code, path) => {
    const problem = problemOf(await send(app(), 'GET', `/v1/lists/parity-reads${path}`, {}));
    expect([problem.code, problem.status]).toEqual([code, CATALOG[code as ErrorCode].status]);
  });

  test.each(Object.entries(REFUSED_NAMES))(
    '%s is one problem wherever a tool is named',
    async (code, name) => {
      const problem = await openDoors(app()).refusedByName(name, {});
      expect(problem).toMatchObject({ code, ...statusAndTitle(code) });
    },
  );

  test.each(Object.entries(FAILURES))(
    '%s is one problem at all doors, and says no cause',
    async (code, thrown) => {
      const { app: failing, lines } = await appOn(stubService({ call: () => Promise.reject(thrown) }));
      const doors = openDoors(failing);
      // A read waits for no writer.
      const tools = TOOLS.filter(({ kind }) => code !== 'CONTENTION' || kind === 'write');
      for (const { name, examples } of tools) {
        const problem = await doors.alike(name, examples[0]?.arguments ?? {});
        expect(problem).toMatchObject({ code, ...statusAndTitle(code) });
        expect(JSON.stringify(problem)).not.toContain(SECRET);
      }
      expect(lines.filter((line) => line.code === code)).toHaveLength(3 * tools.length);
    },
  );

  test.each(Object.entries(REFUSED_REQUESTS))('%s is one problem at every address', async (code, ask) => {
    const problems = await ask();
    const [first, ...others] = problems.map((problem, index) => withoutAddress(problem, ADDRESSES[index]));
    if (!first) throw new Error('There are addresses.');
    expect(first).toMatchObject({ code, ...statusAndTitle(code) });
    expect(others).toHaveLength(2);
    for (const other of others) expectAlike(first, other);
  });
});

function statusAndTitle(code: string) {
  // The tables have the keys of the catalog only; the first test proves it.
  const { status, title } = CATALOG[code as ErrorCode];
  return { status, title };
}

/** A problem may name the address that it is about. */
function withoutAddress(problem: Problem, address = ''): Problem {
  return JSON.parse(JSON.stringify(problem).replaceAll(address, 'ADDRESS'));
}

let trios = 0;
/** Three lists, one for each door, which differ in their names only, and not in the length of these. */
async function openTrio(): Promise<readonly [Doors, Doors, Doors]> {
  trios += 1;
  const number = String(trios).padStart(4, '0');
  const [one, two, three] = ['a', 'b', 'c'].map((letter) => new Doors(app(), `trio-${letter}-${number}`));
  if (!one || !two || !three) throw new Error('There are three letters.');
  await Promise.all([one, two, three].map(withHistory));
  return [one, two, three];
}

/** What a call came to but for the names, times and ids that two lists cannot share. */
function comparable({ code, value, text, problem, replayed }: Outcome, list: string): string {
  // The request, and the status of a precondition, are not what a refusal says.
  const { instance: _, status: __, ...said } = problem ?? {};
  return JSON.stringify({ code, value, text, said, replayed })
    .replaceAll(list, 'LIST')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{17}[0-9a-f]{4}/g, 'UUID')
    .replaceAll(/("nextCursor":|cursor \\)"[^"]+"/g, '$1"CURSOR"');
}

/** Calls a tool through each door on its list; a resource gives text only to whoever asks for it, and then no value. */
async function callAlike(
  [one, two, three]: readonly Doors[],
  tool: string,
  args: Arguments,
): Promise<string> {
  if (!one || !two || !three) throw new Error('A trio has three lists.');
  const answer = await one.tool.call(tool, args);
  const byTool = comparable(answer, one.list);
  expect(comparable(await three.mcp.call(tool, args), three.list)).toBe(byTool);
  // Where a resource cannot carry them, its list goes on as the others do.
  const other = await (restCarries(tool, args) ? two.rest : two.tool).call(tool, args);
  const text = other.text ?? answer.text?.replaceAll(one.list, two.list);
  expect(comparable({ ...other, text }, two.list)).toBe(byTool);
  return answer.code ?? 'ok';
}

const SUCCESSES: readonly Call[] = [
  ['task_create', { subject: 'New', labels: ['api'], blockedBy: ['1'], priority: 'high' }],
  ['task_get', { id: '2' }],
  ['task_list', { limit: 2 }],
  [
    'task_update',
    { id: '1', expectedVersion: 2, patch: { status: 'done', description: 'a\n#9 v1 [done] b' } },
  ],
  ['task_reopen', { id: '4', expectedVersion: 2, reason: 'Again' }],
  ['task_delete', { id: '1', expectedVersion: 2 }],
  ['task_restore', { id: '3', expectedVersion: 2 }],
  ['task_history', { id: '1', limit: 1 }],
];

describe('every tool', () => {
  test('stands in this table', () => {
    expect(SUCCESSES.map(([tool]) => tool).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  test.each(SUCCESSES)(
    '%s gives one value and one text at all doors, and again as a replay',
    async (tool, args) => {
      const trio = await openTrio();
      const isWrite = TOOLS.some(({ name, kind }) => name === tool && kind === 'write');
      const keyed = isWrite ? { ...args, idempotencyKey: 'k-1' } : args;
      for (let round = 0; round < 2; round += 1) await callAlike(trio, tool, keyed);
      const texts = await Promise.all(trio.map((doors, index) => doors.at(index).text(tool, keyed)));
      const [byTool, ...others] = texts.map((text, index) =>
        text
          .replaceAll(trio[index]?.list ?? '', 'LIST')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|cursor "[^"]+"/g, 'X'),
      );
      for (const text of others) expect(text).toBe(byTool);
      expect(byTool?.startsWith('Replay of a call that was stored before: ')).toBe(isWrite);
    },
  );
});

/** A call that may be right: an example about tasks that are there, something like it, or what the schema takes. */
const calls = fc.constantFrom(...TOOLS).chain((tool) => {
  const about = fc.record({
    id: fc.integer({ min: 1, max: 6 }).map(String),
    version: fc.integer({ min: 1, max: 3 }),
  });
  const changes = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, someArguments);
  const examples = fc.constantFrom(...tool.examples.map((example) => example.arguments));
  const nearly = fc.tuple(examples, about, changes).map(([args, { id, version }, changed]) => ({
    ...args,
    ...('id' in args && { id }),
    ...('expectedVersion' in args && { expectedVersion: version }),
    ...changed,
  }));
  // The published input of a tool is an object, and so is what it takes.
  const accepted = arbitraryOf(publishedInput(tool)) as fc.Arbitrary<Arguments>;
  const args = fc.oneof<fc.MaybeWeightedArbitrary<Arguments>[]>(
    { weight: 3, arbitrary: nearly },
    someArguments,
    accepted,
  );
  return fc.record({ tool: fc.constant(tool.name), args });
});

/** What this property found in earlier runs. */
const FOUND: { tool: string; args: Arguments }[][] = [
  // A query said nothing of the number in an id that it cannot carry, and that the tool does not take.
  [{ tool: 'task_list', args: { id: { '': 9_007_199_254_740_992 } } }],
  // A key that stands for one is refused at every door, at the header by its name.
  [{ tool: 'task_delete', args: { id: '1', expectedVersion: 1, idempotencyKey: '%A%' } }],
];

describe('any calls', () => {
  test(
    'come to the same through three doors on three lists with one history',
    async () => {
      const codes = new Map<string, number>();
      let carried = 0;
      const sequences = fc.array(calls, { minLength: 1, maxLength: 3 });
      const property = fc.asyncProperty(sequences, async (sequence) => {
        const trio = await openTrio();
        for (const { tool, args } of sequence) {
          const code = await callAlike(trio, tool, args);
          codes.set(code, (codes.get(code) ?? 0) + 1);
          if (restCarries(tool, args)) carried += 1;
        }
        const heads = await Promise.all(trio.map((doors) => doors.head()));
        const [first, ...others] = heads.map(({ version, counts }) => ({ version, counts }));
        for (const other of others) expect(other).toEqual(first);
      });
      await fc.assert(property, { numRuns: runs(100), examples: FOUND.map((sequence) => [sequence]) });
      // They were many and of many kinds, and so the doors had a chance to differ.
      for (const code of ['ok', 'INVALID_INPUT', 'TASK_NOT_FOUND', 'STALE_VERSION']) {
        expect(codes.get(code)).toBeGreaterThan(2);
      }
      expect(carried).toBeGreaterThan(140);
    },
    runs(180_000),
  );

  test('F48: name the same issues at every door for what none of them takes', async () => {
    const doors = openDoors(app());
    for (const value of [9_007_199_254_740_992, '\0', '\ud83d', [[]]]) {
      const problem = await doors.refused('task_list', { id: { '': value } });
      expect(onlyIssue(problem)).toMatchObject({ path: 'id', code: 'unknown_key' });
    }
  });
});
