import { expect, test } from 'vitest';
import { impliedIssues } from '../../../src/tasks/tools/implied_status.js';

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
