import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { TOOL_NAMES } from '../../src/tools/likely_tool.js';
import { MERGE_PATCH_TYPE, send, useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';
import { issuesOf } from './schemas.js';

const app = useApp();

const ARGS = { id: '1', expectedVersion: 1 };

/** How runtimes and models write a whole call, by the path at which it names its tool. */
const CALLS: readonly (readonly [path: string, call: (name: string) => Record<string, unknown>])[] = [
  ['name', (name) => ({ name, arguments: ARGS })],
  ['name', (name) => ({ name, arguments: JSON.stringify(ARGS) })],
  ['name', (name) => ({ type: 'tool_use', id: 'c1', name, input: ARGS })],
  ['name', (name) => ({ name, args: ARGS })],
  ['tool', (name) => ({ tool: name, args: ARGS })],
  ['toolName', (name) => ({ toolName: name, input: ARGS })],
  ['tool_name', (name) => ({ tool_name: name, parameters: ARGS })],
  ['recipient_name', (name) => ({ recipient_name: name, parameters: ARGS })],
  ['action', (name) => ({ action: name, action_input: ARGS })],
  ['function', (name) => ({ function: name, arguments: ARGS })],
  ['method', (name) => ({ jsonrpc: '2.0', id: 1, method: name, params: ARGS })],
  ['type', (name) => ({ type: name, arguments: ARGS })],
  ['function.name', (name) => ({ type: 'function', function: { name, arguments: JSON.stringify(ARGS) } })],
  ['function_call.name', (name) => ({ function_call: { name, arguments: ARGS } })],
  ['functionCall.name', (name) => ({ functionCall: { name, args: ARGS } })],
  [
    'params.name',
    (name) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: ARGS } }),
  ],
  ['data.name', (name) => ({ data: { name, arguments: ARGS } })],
  ['tool_call.function.name', (name) => ({ tool_call: { function: { name, arguments: ARGS } } })],
];

describe.each(TOOLS)('F6: a whole call that came to $name', ({ name: called, admit }) => {
  const other = called === 'task_reopen' ? 'task_delete' : 'task_reopen';

  it.each(CALLS)(
    'and names another tool as %s is a conflict, and nothing is to be sent back',
    (path, call) => {
      for (const raw of [call(other), JSON.stringify(call(other)), call(`functions.${other}`)]) {
        const issues = issuesOf(admit, raw);
        expect(issues).toHaveLength(1);
        expect(issues[0]).toMatchObject({ path, code: 'conflict', expected: called });
        expect(issues[0]?.message).toBe(
          `${path} says that this is a call of ${other}, and it came to ${called}; call ${other}, if that is what is meant.`,
        );
        expect(issues[0]).not.toHaveProperty('suggestion');
      }
    },
  );

  it.each(CALLS)('and names it as %s in any spelling is unwrapped', (_path, call) => {
    const camel = called.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
    for (const name of [
      called,
      camel,
      called.toUpperCase(),
      `mcp__tasklatch__${called}`,
      `functions.${camel}`,
    ]) {
      expect(issuesOf(admit, call(name))).toMatchObject([{ path: '', suggestion: ARGS }]);
    }
  });

  it('and names a tool of another service is none of this one', () => {
    const [issue] = issuesOf(admit, { name: 'get_weather', arguments: ARGS });
    expect(issue?.message).toContain('this is a call of "get_weather"');
    expect(issue).not.toHaveProperty('suggestion');
  });

  it('and names none is unwrapped', () => {
    for (const raw of [{ arguments: ARGS }, { type: 'function', arguments: ARGS }]) {
      expect(issuesOf(admit, raw)).toMatchObject([{ path: '', suggestion: ARGS }]);
    }
  });
});

describe('F6: a whole call of another tool', () => {
  it.each(CALLS)('is refused alike at every door that takes arguments: %s', async (path, call) => {
    const { tool, mcp } = openDoors(app());
    const { id } = await tool.create('Kept');
    for (const client of [tool, mcp]) {
      const problem = await client.problem('task_delete', call('task_reopen'));
      const issue = onlyIssue(problem);
      expect(issue).toMatchObject({ path, code: 'conflict' });
      expect(issue).not.toHaveProperty('suggestion');
      expect(problem.text).not.toContain('top level');
    }
    expect((await tool.task('task_get', { id })).deletedAt).toBeNull();
  });
});

describe('F6: a whole call that came as a merge patch', () => {
  const patchOne = async (list: string, body: object) => {
    const raw = JSON.stringify(body);
    const headers = { ...MERGE_PATCH_TYPE, 'if-match': '"1"' };
    return (await send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, { headers, raw })).problem();
  };

  it.each(CALLS)('and names another tool as %s is refused naming its door', async (path, call) => {
    const { tool, list } = openDoors(app());
    await tool.create('Kept');
    const issue = onlyIssue(await patchOne(list, call('task_create')));
    expect(issue).toMatchObject({ path, code: 'conflict', expected: 'task_update' });
    expect(issue.message).toContain('send its arguments to POST /v1/lists/{list}/tools/task_create');
    expect(issue).not.toHaveProperty('suggestion');
    expect(await tool.task('task_get', { id: '1' })).toMatchObject({ subject: 'Kept', version: 1 });
  });

  it.each(CALLS)('and names task_update as %s is told where it belongs', async (_path, call) => {
    const { tool, list } = openDoors(app());
    await tool.create('Kept');
    const issue = onlyIssue(await patchOne(list, call('task_update')));
    expect(issue.code).toBe('unknown_key');
    expect(issue.message).toContain(`${issue.path} wraps the arguments of a call`);
    expect(issue.message).toContain('or the arguments to POST /v1/lists/{list}/tools/task_update');
    expect(issue).not.toHaveProperty('suggestion');
  });
});

it('the words of the tools are those of the tools there are', () => {
  expect([...TOOL_NAMES].sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});
