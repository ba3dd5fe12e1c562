import { expect, test } from 'vitest';
import { nothingChanged, receipt, replay } from '../../../src/tasks/views/line.js';
import { bytesOf, ids, task } from './samples.js';

const started = task({ version: 2, status: 'in_progress' });
const start = [{ field: 'status', from: 'pending', to: 'in_progress' }];

test('is a verb and the line of the task', () => {
  expect(receipt('Created', task())).toBe('Created #3 v1 [pending] Write tests');
});

test('says what changed', () => {
  expect(receipt('Updated', started, { changes: start })).toBe(
    'Updated #3 v2 [in_progress] Write tests: status pending → in_progress',
  );
});

test('says which tasks a write unblocked or blocked again', () => {
  const done = task({ version: 3, status: 'done' });
  const changes = [{ field: 'status', from: 'in_progress', to: 'done' }];
  expect(receipt('Updated', done, { changes, unblocked: ['4', '5'] })).toBe(
    'Updated #3 v3 [done] Write tests: status in_progress → done; unblocked #4, #5',
  );
  expect(receipt('Reopened', task({ version: 4 }), { changes: [], blockedAgain: ['4'] })).toBe(
    'Reopened #3 v4 [pending] Write tests; blocked again #4',
  );
});

test('F18: counts the unblocked tasks beyond those that the value names, and says where they are', () => {
  const deleted = task({ deletedAt: '2026-11-30T10:00:00.000Z' });
  const named = ids(20)
    .map((id) => `#${id}`)
    .join(', ');
  expect(receipt('Deleted', deleted, { unblocked: ids(20), unblockedCount: 3000 })).toBe(
    `Deleted #3 v1 [pending, deleted] Write tests; unblocked ${named} and 2980 more (task_list with ready true shows what can start)`,
  );
  expect(receipt('Reopened', task(), { blockedAgain: ids(20), blockedAgainCount: 21 })).toBe(
    `Reopened #3 v1 [pending] Write tests; blocked again ${named} and 1 more`,
  );
});

test('says that nothing changed', () => {
  expect(nothingChanged(started)).toBe('#3 v2 [in_progress] Write tests: nothing changed');
});

test('says that an answer is a replay', () => {
  expect(replay('Created #3 v1 [pending] Write tests', { id: '3', version: 1 }, 1)).toBe(
    'Replay of a call that was stored before: Created #3 v1 [pending] Write tests',
  );
  expect(replay('Created #3 v1 [pending] Write tests', { id: '3', version: 1 }, null)).toBe(
    'Replay of a call that was stored before: Created #3 v1 [pending] Write tests',
  );
});

test('says at which version the task of a replay is now, where it has moved on', () => {
  expect(replay('Created #3 v1 [pending] Write tests', { id: '3', version: 1 }, 5)).toBe(
    'Replay of a call that was stored before: Created #3 v1 [pending] Write tests. Task #3 is now at version 5.',
  );
});

test('is under 200 bytes for a usual write', () => {
  const usual = task({
    id: '1234',
    version: 12,
    status: 'in_progress',
    subject: 'Move the nightly export to the new queue',
    priority: 'high',
    owner: 'agent-7',
  });
  const changes = [...start, { field: 'owner', from: null, to: 'agent-7' }];
  expect(bytesOf(receipt('Updated', usual, { changes, unblocked: ['1240', '1241'] }))).toBeLessThan(200);
});
