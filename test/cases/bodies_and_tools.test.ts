import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problems/problem.js';
import { TOOLS } from '../../src/registry.js';
import type { Tool } from '../../src/tools/tool.js';
import { type Answer, issuesOf, send, useApp } from '../http/harness.js';
import { type Doors, expectAlike, onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

let shared: Promise<Doors> | undefined;
/** One open task; every call on it is refused or reads. */
function sharedList(): Promise<Doors> {
  shared ??= (async () => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    return doors;
  })();
  return shared;
}

const WRITING = TOOLS.filter(({ kind }) => kind === 'write');

function byTool(list: string, { name }: Tool, raw: string | Buffer): Promise<Answer> {
  return send(app(), 'POST', `/v1/lists/${list}/tools/${name}`, { raw });
}

function byRest(list: string, { http }: Tool, raw: string | Buffer): Promise<Answer> {
  return send(app(), http.method, `/v1/lists/${list}${http.path.replace(':id', '1')}`, { raw });
}

/** MCP puts into a message what the others take as a whole body. */
async function byMcp(doors: Doors, { name }: Tool, raw: string | Buffer): Promise<Problem> {
  const { problem, body } = await doors.mcp.callRaw(name, raw);
  if (!problem) throw new Error(`${name} was not refused:\n${body}`);
  return problem;
}

/** What every tool says of a body through the tool route, and every tool that takes one through its resource. */
async function refusals(raw: string | Buffer): Promise<Problem[]> {
  const { list } = await sharedList();
  const answers: Answer[] = [];
  for (const tool of TOOLS) answers.push(await byTool(list, tool, raw));
  for (const tool of WRITING) answers.push(await byRest(list, tool, raw));
  return answers.map((answer) => answer.problem());
}

/** What every tool says of it by MCP in the place of its arguments. */
async function refusalsByMcp(raw: string | Buffer): Promise<Problem[]> {
  const doors = await sharedList();
  const problems: Problem[] = [];
  for (const tool of TOOLS) problems.push(await byMcp(doors, tool, raw));
  return problems;
}

/** The one refusal that all of them are, on a list that none of them moves. */
async function oneRefusal(ask: () => Promise<readonly Problem[]>): Promise<Problem> {
  const doors = await sharedList();
  const [first, ...others] = await doors.unchanged(ask);
  if (!first) throw new Error('There are tools.');
  for (const other of others) expectAlike(first, other);
  return first;
}

const everyDoor = async (raw: string | Buffer) => [...(await refusals(raw)), ...(await refusalsByMcp(raw))];

describe('case 16: a body that is no JSON object', () => {
  test('null is none by HTTP, and the same as no arguments by MCP', async () => {
    const problem = await oneRefusal(() => refusals('null'));
    expect([problem.status, problem.code, onlyIssue(problem).code]).toEqual([400, 'INVALID_INPUT', 'type']);
    const doors = await sharedList();
    for (const { name } of TOOLS) {
      const [byNull, byEmpty] = [await doors.mcp.callRaw(name, 'null'), await doors.mcp.callRaw(name, '{}')];
      expect(byNull.value).toEqual(byEmpty.value);
      if (byNull.problem && byEmpty.problem) expectAlike(byNull.problem, byEmpty.problem);
      expect(byNull.text).toBe(byEmpty.text);
    }
  });

  test.each([
    '[]',
    '[{}]',
    '[{"subject":"x"}]',
    '"{}"',
    '"{\\"subject\\":\\"x\\"}"',
    '"subject"',
    '""',
    '0',
    '1e400',
    'true',
    'false',
  ])('%s is refused by every door with one text', async (raw) => {
    const problem = await oneRefusal(() => everyDoor(raw));
    expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
    expect(onlyIssue(problem)).toMatchObject({
      path: '',
      code: 'type',
      expected: 'one JSON object that holds the arguments',
    });
  });

  test('the object that a string or an array holds is what it suggests', async () => {
    const doors = await sharedList();
    for (const raw of ['"{\\"subject\\":\\"x\\"}"', '[{"subject":"x"}]', '["{\\"subject\\":\\"x\\"}"]']) {
      for (const door of [byTool, byRest]) {
        const [create] = WRITING;
        if (!create) throw new Error('There are tools.');
        const issue = onlyIssue((await door(doors.list, create, raw)).problem());
        expect(issue.suggestion).toEqual({ subject: 'x' });
      }
      const [create] = WRITING;
      if (!create) throw new Error('There are tools.');
      expect(onlyIssue(await byMcp(doors, create, raw)).suggestion).toEqual({ subject: 'x' });
    }
  });
});

describe('case 16: a tool call that was sent whole', () => {
  test.each([
    '{"arguments":{"subject":"x"}}',
    '{"name":"task_create","arguments":{"subject":"x"}}',
    '{"type":"function","id":"call_1","name":"task_create","arguments":"{\\"subject\\":\\"x\\"}"}',
    '{"input":{"subject":"x"}}',
    '{"params":{"subject":"x"}}',
    '{"tool":"task_create","args":{"subject":"x"}}',
  ])('%s is refused with the arguments themselves as what to send', async (raw) => {
    const doors = await sharedList();
    // Another tool than the one that is called would be a conflict.
    const naming = ({ name }: { name: string }) => raw.replaceAll('task_create', () => name);
    await doors.unchanged(async () => {
      const problems = [];
      for (const tool of TOOLS) problems.push((await byTool(doors.list, tool, naming(tool))).problem());
      for (const tool of TOOLS) problems.push(await byMcp(doors, tool, naming(tool)));
      for (const tool of WRITING.filter(
        ({ http }) => http.body === 'arguments' && !http.path.includes(':id'),
      )) {
        problems.push((await byRest(doors.list, tool, naming(tool))).problem());
      }
      for (const problem of problems) {
        expect([problem.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
        const issue = onlyIssue(problem);
        expect(issue).toMatchObject({ path: '', code: 'unknown_key', suggestion: { subject: 'x' } });
        expect(issue.message).toContain('send the arguments themselves at the top level');
      }
    });
  });

  test('F5: is a conflict and nothing else where it names another tool than the one that is called', async () => {
    const doors = await sharedList();
    const problem = await doors.refusedByName('task_get', { tool: 'task_create', args: { subject: 'x' } });
    expect(problem.issues?.map(({ code, path, suggestion }) => [code, path, suggestion])).toEqual([
      ['conflict', 'tool', undefined],
    ]);
  });

  test('is refused on an address that has the id already, naming the key that wraps', async () => {
    const doors = await sharedList();
    const raw = '{"arguments":{"expectedVersion":1}}';
    for (const tool of WRITING.filter(({ http }) => http.path.includes(':id'))) {
      const answer = await doors.unchanged(() => byRest(doors.list, tool, raw));
      expect(answer.problem().code).toBe('INVALID_INPUT');
      expect(issuesOf(answer).some((issue) => /^unknown_key (patch\.)?arguments$/.test(issue))).toBe(true);
    }
  });
});

describe('case 16: a body that is not JSON', () => {
  test.each<[string, string | Buffer, string]>([
    ['a word', 'x', 'json'],
    ['undefined', 'undefined', 'json'],
    ['NaN', 'NaN', 'json'],
    ['a form', 'subject=x&priority=high', 'json'],
    ['a brace', '{', 'json'],
    ['half an object', '{"subject":"Wri', 'json'],
    ['an object without its end', '{"subject":"x"', 'json'],
    ['a key without a value', '{"subject":', 'json'],
    ['single quotes', "{'subject':'x'}", 'json'],
    ['keys without quotes', '{subject:"x"}', 'json'],
    ['a trailing comma', '{"subject":"x",}', 'json'],
    ['a comment', '{"subject":"x"} // done', 'json'],
    ['two objects', '{"subject":"x"}{"subject":"y"}', 'json'],
    ['a leading zero', '{"expectedVersion":01}', 'json'],
    ['a raw line break in a string', '{"subject":"a\nb"}', 'json'],
    ['a bad escape', '{"subject":"\\x41"}', 'json'],
    ['half a unicode escape', '{"subject":"\\u12"}', 'json'],
    ['a NUL byte', '\0', 'json'],
    ['Markdown around it', '```json\n{"subject":"x"}\n```', 'json'],
    ['XML', '<subject>x</subject>', 'json'],
    ['a gzip header', Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'unicode'],
    ['Latin-1', Buffer.from('{"subject":"café"}', 'latin1'), 'unicode'],
    ['a character cut in half', Buffer.from('{"subject":"é"}').subarray(0, 13), 'unicode'],
  ])('%s is refused by every door with one text that names the place', async (_name, raw, code) => {
    const problem = await oneRefusal(() => refusals(raw));
    // By MCP the body is the message around them, which is as little JSON, at a place that differs by the name.
    for (const { status, code: named, issues } of [problem, ...(await refusalsByMcp(raw))]) {
      expect([status, named, issues]).toMatchObject([400, 'MALFORMED_BODY', [{ path: '', code }]]);
      expect(issues?.[0]?.message).toMatch(/ at (its end|line \d+, column \d+|byte \d+)/);
    }
  });

  test.each<[string, string]>([
    ['{"subject":"x","subject":"y"}', 'subject'],
    ['{"subject":"x","subject":"x"}', 'subject'],
    ['{"subject":"x","sub\\u006aect":"y"}', 'subject'],
    ['{"id":"1","expectedVersion":1,"expectedVersion":2}', 'expectedVersion'],
    ['{"patch":{"status":"done","owner":"a","status":"pending"}}', 'patch.status'],
    ['{"labels":[{"a":1},{"a":1,"b":2,"a":3}]}', 'labels[1].a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', '[""]'],
    ['{"nothing":null,"nothing":null}', 'nothing'],
    ['[{"a":1,"a":1}]', '[0].a'],
  ])('%s names a key twice and is refused by every door with one text', async (raw, path) => {
    const problem = await oneRefusal(() => everyDoor(raw));
    expect([problem.status, problem.code]).toEqual([400, 'MALFORMED_BODY']);
    expect(onlyIssue(problem)).toMatchObject({ path, code: 'duplicate' });
  });
});

describe('case 16: a body that is empty', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['white space', ' \r\n\t '],
    ['a byte order mark', '\ufeff'],
  ])('%s is an empty object on every door', async (_name, raw) => {
    const doors = await sharedList();
    for (const tool of TOOLS) {
      const [empty, object] = [await byTool(doors.list, tool, raw), await byTool(doors.list, tool, '{}')];
      expect(empty.status).toBe(object.status);
      if (empty.status === 200) expect(empty.text).toBe(object.text);
      else expectAlike(empty.problem(), object.problem());
    }
    for (const tool of WRITING) {
      const [empty, object] = [await byRest(doors.list, tool, raw), await byRest(doors.list, tool, '{}')];
      expectAlike(empty.problem(), object.problem());
    }
  });

  test('no arguments at all are an empty object to MCP', async () => {
    const doors = await sharedList();
    for (const { name } of TOOLS) {
      const [none, object] = [await doors.mcp.callRaw(name, undefined), await doors.mcp.callRaw(name, '{}')];
      expect([none.value, none.text]).toEqual([object.value, object.text]);
      if (none.problem && object.problem) expectAlike(none.problem, object.problem);
    }
  });

  test('no body and no type is an empty object too', async () => {
    const doors = await sharedList();
    const url = `/v1/lists/${doors.list}`;
    expect((await send(app(), 'POST', `${url}/tools/task_list`)).status).toBe(200);
    expect(issuesOf(await send(app(), 'POST', `${url}/tools/task_create`))).toEqual(['required subject']);
    expect(issuesOf(await send(app(), 'POST', `${url}/tasks`))).toEqual(['required subject']);
    expect(issuesOf(await send(app(), 'PATCH', `${url}/tasks/1`))).toEqual(['empty patch']);
    expect(issuesOf(await send(app(), 'POST', `${url}/tasks/1/reopen`))).toEqual(['required reason']);
    for (const [method, path] of [
      ['DELETE', '/tasks/1'],
      ['POST', '/tasks/1/restore'],
    ] as const) {
      expect((await send(app(), method, `${url}${path}`)).problem().code).toBe('VERSION_REQUIRED');
    }
  });

  test('a GET of a resource takes no body, whatever is in it', async () => {
    const doors = await sharedList();
    for (const tool of TOOLS.filter(({ kind }) => kind === 'read')) {
      for (const raw of ['{}', '{"limit":5}', 'x']) {
        const problem = (await byRest(doors.list, tool, raw)).problem();
        expect([problem.status, problem.code, onlyIssue(problem).code]).toEqual([
          400,
          'INVALID_INPUT',
          'body',
        ]);
      }
    }
  });

  test('an object after a byte order mark is taken', async () => {
    const doors = openDoors(app());
    for (const path of ['tasks', 'tools/task_create']) {
      const answer = await send(app(), 'POST', `/v1/lists/${doors.list}/${path}`, {
        raw: '\ufeff {"subject":"x"}\n',
      });
      expect(answer.status).toBeLessThan(300);
    }
    expect((await doors.head()).version).toBe(2);
  });
});

describe('case 17: a tool that there is not', () => {
  test.each<[string, string | undefined]>([
    ['taskUpdate', 'task_update'],
    ['task.update', 'task_update'],
    ['task-update', 'task_update'],
    ['TaskCreate', 'task_create'],
    ['TASK_GET', 'task_get'],
    ['task_creat', 'task_create'],
    ['tsak_list', 'task_list'],
    ['update_task', 'task_update'],
    ['UpdateTask', 'task_update'],
    ['create', 'task_create'],
    ['delete', 'task_delete'],
    ['list', 'task_list'],
    ['tasks/list', 'task_list'],
    [' task_get', 'task_get'],
    ['task_get ', 'task_get'],
    ['task_get\n', 'task_get'],
    ['mcp__tasklatch__task_get', 'task_get'],
    ['delete_all_tasks', undefined],
    ['xyzzy', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['toString', undefined],
    ['t'.repeat(300), undefined],
    ['task\0get', 'task_get'],
    ['задача', undefined],
    ['👩‍👩‍👧‍👦', undefined],
  ])('%j is refused with the tools there are, and the nearest', async (name, nearest) => {
    const doors = await sharedList();
    for (const args of [{}, { id: '1' }]) {
      const problem = await doors.refusedByName(name, args);
      expect([problem.status, problem.code]).toEqual([404, 'UNKNOWN_TOOL']);
      expect(problem.tools).toEqual(TOOLS.map((tool) => tool.name));
      const likely = nearest && `Call ${nearest}; it is the nearest of the tools there are.`;
      expect(problem.hint).toBe(likely ?? 'Call one of the tools there are.');
      expect(problem.text).toContain(`Tools: ${TOOLS.map((tool) => tool.name).join(', ')}`);
      expect(problem.text.length).toBeLessThan(1_000);
    }
  });

  test('is told before its arguments are judged, but after whether the body is JSON', async () => {
    const doors = await sharedList();
    for (const door of [doors.tool, doors.mcp]) {
      expect((await door.callRaw('taskUpdate', '[]')).code).toBe('UNKNOWN_TOOL');
      expect((await door.callRaw('taskUpdate', '{')).code).toBe('MALFORMED_BODY');
    }
  });

  test.each<
    [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, code: string, allow?: string]
  >([
    ['GET', '/tools/task_list', 'METHOD_NOT_ALLOWED', 'POST'],
    ['PUT', '/tasks/1', 'METHOD_NOT_ALLOWED', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/tasks/1', 'METHOD_NOT_ALLOWED', 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/tasks', 'METHOD_NOT_ALLOWED', 'GET, HEAD, POST'],
    ['PATCH', '/tasks', 'METHOD_NOT_ALLOWED', 'GET, HEAD, POST'],
    ['GET', '/tasks/1/reopen', 'METHOD_NOT_ALLOWED', 'POST'],
    ['DELETE', '', 'METHOD_NOT_ALLOWED', 'GET, HEAD'],
    ['POST', '/tasks/1/complete', 'ROUTE_NOT_FOUND'],
    ['POST', '/tasks/1/task_update', 'ROUTE_NOT_FOUND'],
    ['GET', '/task/1', 'ROUTE_NOT_FOUND'],
    ['POST', '/tools/task_list/call', 'ROUTE_NOT_FOUND'],
    ['POST', '/tools', 'ROUTE_NOT_FOUND'],
  ])('%s %s, which no resource takes, is %s', async (method, path, code, allow) => {
    const doors = await sharedList();
    const answer = await doors.unchanged(() => send(app(), method, `/v1/lists/${doors.list}${path}`));
    expect(answer.problem().code).toBe(code);
    expect(answer.headers.allow).toBe(allow);
  });
});
