import { expect, test } from 'vitest';
import type { AuditEntry } from '../../src/tasks/changes.js';
import { Rebuild } from '../../src/tasks/rebuild.js';
import { CALLER } from '../support/caller.js';
import { NOW } from '../support/snapshot.js';

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  version: 1,
  number: 1,
  taskVersion: 1,
  action: 'create',
  changes: [
    { field: 'status', from: null, to: 'pending' },
    { field: 'subject', from: null, to: 'A' },
  ],
  reason: null,
  caller: CALLER,
  tool: 'task_create',
  at: NOW,
  ...fields,
});
const play = (...entries: AuditEntry[]) => {
  const rebuild = new Rebuild();
  for (const one of entries) rebuild.play(one);
  return rebuild.result();
};

test('entries in order give the list that they describe', () => {
  const done = [{ field: 'status', from: 'pending', to: 'done' }];
  const list = play(entry({}), entry({ version: 2, taskVersion: 2, action: 'update', changes: done }));
  expect(list).toMatchObject({ version: 2, nextNumber: 2, counts: { pending: 0, done: 1 } });
  expect(list.tasks.get(1)?.record).toMatchObject({ version: 2, status: 'done', completedAt: NOW });
});

test.each([
  ['a task version left out', [entry({ taskVersion: 2 })], 'Version 1 gives #1 version 2, not 1.'],
  [
    'a change of a task that was never created',
    [entry({ action: 'update' })],
    'Version 1 is a update of #1 at the wrong time.',
  ],
  [
    'a change from a value that was not there',
    [
      entry({}),
      entry({
        version: 2,
        taskVersion: 2,
        action: 'update',
        changes: [{ field: 'owner', from: 'x', to: null }],
      }),
    ],
    'Version 2 changes owner of #1 from "x", but it was null.',
  ],
])('%s is a broken log', (_, entries, message) => {
  expect(() => play(...entries)).toThrow(message);
});
