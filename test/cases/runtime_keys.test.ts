import { describe, expect, test } from 'vitest';
import { useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const N8N = {
  toolCallId: 'call_x1',
  sessionId: 's9',
  action: 'sendMessage',
  chatInput: 'x',
  tool: 'Task_List',
};
const NEXT = 'You did nothing wrong, and to repeat the call does not help';

describe('F4: keys that a runtime adds to the arguments', () => {
  test.each([
    ['task_list', { ready: true, ...N8N }, 'toolCallId, sessionId, action, chatInput, tool are no arguments'],
    ['task_create', { subject: 'x', toolCallId: 'call_x1' }, 'toolCallId is no argument'],
    [
      'task_create',
      { subject: 'x', _sessionID: 's9', sessionKey: 'k' },
      '_sessionID, sessionKey are no arguments',
    ],
    ['task_list', { random_string: 'a' }, 'random_string is no argument'],
    ['task_create', { subject: 'x', config: { configurable: { thread_id: 't' } } }, 'config is no argument'],
    [
      'task_list',
      { configurable: {}, recursion_limit: 25, run_id: 'r' },
      'configurable, recursion_limit, run_id',
    ],
    ['task_create', { subject: 'x', thread_id: 't', threadId: 't' }, 'thread_id, threadId are no arguments'],
    [
      'task_create',
      { subject: 'x', chatflowid: 'c', flowId: 'f', chatId: 'i' },
      'chatflowid, flowId, chatId are',
    ],
    ['task_create', { subject: 'x', _meta: { progressToken: 1 } }, '_meta is no argument'],
    [
      'task_get',
      { id: '1', conversation_id: 'c', call_id: 'x', trace_id: 't' },
      'conversation_id, call_id, trace_id',
    ],
    [
      'task_delete',
      { id: '1', expectedVersion: 1, ...N8N },
      'toolCallId, sessionId, action, chatInput, tool are no',
    ],
    [
      'task_update',
      { id: '1', expectedVersion: 1, patch: { status: 'done' }, ...N8N },
      'toolCallId, sessionId',
    ],
  ])('are one issue, which says who can help: %s %j', async (tool, args, start) => {
    const problem = await openDoors(app()).refused(tool, args);
    const issue = onlyIssue(problem);
    expect(issue.code).toBe('runtime_key');
    expect(issue.message.startsWith(start)).toBe(true);
    expect(issue.message).toMatch(
      /the runtime added (?:it|them), not the model, and adds (?:it|them) again when/,
    );
    expect(issue.message).toContain('docs/agents.md');
    expect(issue.message).not.toContain('leave it out');
    expect(issue).not.toHaveProperty('suggestion');
    expect(problem.hint).toContain(NEXT);
    expect(problem.text).toContain(NEXT);
  });

  test('are beside what the model did wrong, which it is told to correct', async () => {
    const problem = await openDoors(app()).refused('task_list', { staus: 'done', ...N8N });
    expect(problem.issues?.map(({ code, path }) => [code, path])).toEqual([
      ['runtime_key', 'toolCallId'],
      ['unknown_key', 'staus'],
    ]);
    expect(problem.hint).not.toContain(NEXT);
  });

  test('are beside what a door finds, with the hint of that', async () => {
    const { tool } = openDoors(app());
    const problem = await tool.problem('task_create', { subject: 'x', ...N8N }, { 'if-match': '"1"' });
    expect(problem.issues).toHaveLength(2);
    expect(problem.hint).not.toContain(NEXT);
  });

  test('are not any config, but that of a runtime', async () => {
    const issue = onlyIssue(await openDoors(app()).refused('task_list', { config: { color: 'red' } }));
    expect(issue.code).toBe('unknown_key');
  });

  test("are not the model's own words: another action, the right tool, another tool", async () => {
    const doors = openDoors(app());
    const action = onlyIssue(await doors.refused('task_list', { action: 'complete' }));
    expect(action.code).toBe('unknown_key');
    expect(await doors.mcp.value('task_list', { tool: 'task_list' })).toMatchObject({ tasks: [] });
    const other = onlyIssue(await doors.refused('task_list', { tool: 'task_delete' }));
    expect(other).toMatchObject({ path: 'tool', code: 'conflict' });
  });

  test('pass where they say what a header says, and are no conflict otherwise', async () => {
    const doors = openDoors(app());
    const headers = { 'tasklatch-session': 's9' };
    expect(await doors.tool.value('task_list', { sessionId: 's9' }, headers)).toMatchObject({ tasks: [] });
    const issue = onlyIssue(await doors.refused('task_list', { sessionId: 's10' }, headers));
    expect(issue.code).toBe('runtime_key');
  });
});
