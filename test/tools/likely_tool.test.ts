import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/refusals/refusal.js';
import { requireTool, TOOLS } from '../../src/registry.js';
import { impliedIssues, likelyTool } from '../../src/tools/likely_tool.js';

const NAMES = TOOLS.map(({ name }) => name);

const TABLE: Readonly<Record<string, readonly string[]>> = {
  task_create: [
    ...['taskCreate', 'TaskCreate', 'create', 'createTask', 'createtask', 'create_tasks', 'task_creat'],
    ...[
      'new_task',
      'task_new',
      'add_task',
      'task_add',
      'create_todo',
      'todo_create',
      'TodoWrite',
      'todo_write',
    ],
  ],
  task_get: [
    ...['mcp__tasklatch__task_get', 'functions.task_get', 'tasklatch/task_get', 'default_api:task_get'],
    ...['TASK_GET', 'get', 'get_task', 'getTaskById', 'tasks.get', 'task\0get', ' task_get'],
    ...['task_read', 'read_task', 'show_task', 'task_show', 'task_view', 'fetch_task', 'get_task_status'],
  ],
  task_list: [
    ...[
      'tasks',
      'list',
      'lists',
      'tasks/list',
      'list_tasks',
      'listTasks',
      'tasklist',
      'task_lst',
      'tsak_list',
    ],
    ...['task_search', 'search_tasks', 'find_tasks', 'get_tasks', 'get_all_tasks', 'todo_read', 'TodoRead'],
    ...['list_open_tasks', 'open_tasks', 'done_tasks', 'next_task', 'get_next_task', 'list_tasks_by_status'],
  ],
  task_update: [
    ...['taskUpdate', 'task.update', 'task-update', 'update_task', 'UpdateTask', 'updat_task', 'update'],
    ...[
      'task_complete',
      'complete_task',
      'task_close',
      'close_task',
      'finish_task',
      'task_done',
      'mark_done',
    ],
    ...['set_status', 'task_edit', 'edit_task', 'task_patch', 'task_modify', 'task_assign', 'unassign_task'],
    ...['cancel_task', 'task_delegate', 'demote_task', 'unblock_task', 'update_task_status'],
    ...['add_label', 'remove_label', 'delete_label', 'add_dependency', 'remove_dependency', 'add_comment'],
  ],
  task_reopen: ['task_open', 'open_task', 'task_uncomplete', 'uncancel_task', 'reopen', 'task_reopn'],
  task_delete: [
    'delete',
    'delte_task',
    'deletetask',
    'task_remove',
    'remove_task',
    'task_destroy',
    'rm_task',
  ],
  task_restore: [
    'task_undelete',
    'undelete_task',
    'unremove_task',
    'recover_task',
    'resotre_task',
    'restore',
  ],
  task_history: ['task_log', 'task_events', 'history', 'get_task_history', 'task_histroy', 'status_history'],
  none: [
    // against each other, and against a tool
    ...[
      'delete_all_tasks',
      'task_create_update',
      'mark_undone',
      'not_delete_task',
      'task_notdelete',
      'nodelete',
    ],
    ...['recreate_task', 'task_redelete', 'unlist', 'restart_task', 'restore_label', 'do_not_update_task'],
    // other words, other things
    ...['deplete_task', 'crate_task', 'task_last', 'talk_update', 'undo', 'archive_task', 'purge_tasks'],
    ...[
      'create_list',
      'delete_list',
      'file_delete',
      'read_file',
      'create_subtask',
      'multitask',
      'task_status',
    ],
    ...['task', 'todo', 'xyzzy', '', '_', '__proto__', 'constructor', 'toString', 'задача', 'задача_delete'],
    ...['mcp__tasklatch__tasks_purge', 'mcp_tasklatch_task_get', 'task_'.repeat(60), '👩‍👩‍👧‍👦'],
  ],
};

describe('a name that no tool has', () => {
  test.each(Object.keys(TABLE))('stands for %s in these spellings and no others', (expected) => {
    const names = TABLE[expected] ?? [];
    const found = names.map((name) => [name, likelyTool(name, NAMES) ?? 'none']);
    expect(found).toEqual(names.map((name) => [name, expected]));
  });

  test('never stands for a tool that is not there', () => {
    expect(likelyTool('remove_task', ['task_create', 'task_get'])).toBeUndefined();
    expect(likelyTool('claim_tsk', ['task_claim'])).toBeUndefined();
  });

  test('is refused with the tools there are and the likely one', () => {
    const refused = (name: string) => {
      try {
        return requireTool(name);
      } catch (error) {
        return error instanceof Refusal ? [error.code, error.extras.hint, error.extras.tools] : error;
      }
    };
    expect(refused('undelete_task')).toEqual([
      'UNKNOWN_TOOL',
      'Call task_restore; it is the nearest of the tools there are.',
      NAMES,
    ]);
    expect(refused('undo')).toEqual(['UNKNOWN_TOOL', 'Call one of the tools there are.', NAMES]);
  });

  test('of every tool the own verb alone, and its words the other way round, stand for it', () => {
    for (const name of NAMES) {
      const verb = name.replace('task_', '');
      expect([verb, `${verb}_task`, `${verb}Task`].map((other) => likelyTool(other, NAMES))).toEqual([
        name,
        name,
        name,
      ]);
    }
  });
});

test.each([
  ['complete_task', 'done'],
  ['mark_task_as_done', 'done'],
  ['setDone', 'done'],
  ['task_start', 'in_progress'],
  ['CancelTask', 'cancelled'],
  ['update_task', undefined],
  ['set_status', undefined],
  ['unblock_task', undefined],
  ['task_close_open', undefined],
  ['add_done_label', undefined],
])('the name %s asks for the status %s', (name, status) => {
  const issues = status && [
    {
      path: 'patch.status',
      code: 'implied',
      message: `patch.status is what this name asks for; send "${status}".`,
      suggestion: status,
    },
  ];
  expect(impliedIssues(name, 'task_update').issues).toEqual(issues);
});

test('a name that stands for another tool asks for no status', () => {
  expect(impliedIssues('complete_task', 'task_get')).toEqual({});
});
