import { expect, test } from 'vitest';
import { type Decision, decideBatch, type Proposal } from '../../src/log/decide_batch.js';
import { type AuditEntry, NO_NEEDS } from '../../src/tasks/changes.js';
import { planCreation } from '../../src/tasks/plan.js';
import { EMPTY_HEAD, NO_NEIGHBOURS, Snapshot } from '../../src/tasks/snapshot.js';
import { tasks } from '../../src/tasks/sql/log.js';
import { blankRecord, type TaskRecord } from '../../src/tasks/task.js';
import { CALLER } from '../support/caller.js';

const NOW = '2026-11-30T09:00:00.000Z';

function emptyList(): Snapshot {
  const guard = { version: 0, commitId: null, loadedAt: NOW };
  const rows = { guard, now: NOW, head: EMPTY_HEAD, tasks: [], edges: [], history: [], answers: new Map() };
  return new Snapshot('home', { ...rows, ...NO_NEIGHBOURS });
}

function record(number: number): TaskRecord {
  return { ...blankRecord(number, NOW, 'agent-7'), version: 1, subject: `Task ${number}` };
}

function proposal(key: string | null, decide: (snapshot: Snapshot) => Decision): Proposal {
  const idempotency = key === null ? null : { key, fingerprint: 'f' };
  return { tool: 'task_create', caller: CALLER, needs: NO_NEEDS, idempotency, decide };
}

/** Several tasks in one decision, the second of which waits for the first. */
function decideTwo(snapshot: Snapshot): Decision {
  const first = planCreation(snapshot, record(1), []);
  const second = { ...planCreation(snapshot, record(2), []), addedEdges: [{ task: 2, blocker: 1 }] };
  return { value: { ids: ['1', '2'] }, changes: [first, second], subject: null };
}

test('a decision of several changes is one answer and an entry for each, in their order', () => {
  const { outcomes, writes } = decideBatch(tasks, emptyList(), [proposal('plan', decideTwo)]);
  expect(outcomes).toMatchObject([{ answer: { value: { ids: ['1', '2'] }, replayed: false } }]);
  expect((writes.entries as AuditEntry[]).map(({ version, number }) => [version, number])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(writes.answers).toMatchObject([{ key: 'plan', version: 2, entries: 2, subject: null }]);
});

test('what comes behind it in the batch sees all of it, and a repeat of its key gets its answer', () => {
  const seen: unknown[] = [];
  const look = proposal(null, (snapshot) => {
    seen.push(snapshot.head.version, snapshot.find(2)?.subject, snapshot.blockersOf(2));
    return { value: {}, changes: [], subject: null };
  });
  const { outcomes, writes } = decideBatch(tasks, emptyList(), [
    proposal('plan', decideTwo),
    look,
    proposal('plan', decideTwo),
  ]);
  expect(seen).toEqual([2, 'Task 2', [1]]);
  expect(outcomes.at(2)).toMatchObject({
    answer: { value: { ids: ['1', '2'] }, replayed: true, versionNow: null },
  });
  expect(writes.entries).toHaveLength(2);
});
