import type { Caller } from '../../src/log/caller.js';
import type { Proposal } from '../../src/log/decide_batch.js';
import type { LogDefinition } from '../../src/log/definition.js';
import { NO_NEEDS, type TaskChange } from '../../src/tasks/changes.js';
import { planCreation } from '../../src/tasks/plan.js';
import type { Snapshot } from '../../src/tasks/snapshot.js';
import { tasks } from '../../src/tasks/sql/log.js';
import { blankRecord } from '../../src/tasks/task.js';
import { addNotes, NOTES_SQL, notes } from './notes_log.js';

/** A log with the words of a test for it. */
export interface LogInTest {
  readonly log: LogDefinition;
  /** Makes its tables, where the migrations do not. */
  readonly sql: string;
  /** A write of one change for each text, in one decision. */
  add(texts: readonly string[], caller: Caller, key?: string | null): Proposal;
  /** Changes a stored text behind the log's back. */
  readonly tamper: string;
}

const tasksInTest: LogInTest = {
  log: tasks,
  sql: '',
  tamper: `UPDATE tasks SET subject = 'tampered' WHERE list = $1`,
  add: (texts, caller, key = null) => ({
    tool: 'task_create',
    caller,
    needs: NO_NEEDS,
    idempotency: key === null ? null : { key, fingerprint: texts.join() },
    decide(state) {
      const snapshot = state as Snapshot;
      const first = snapshot.head.nextNumber;
      const changes = texts.map((text, index) => create(snapshot, first + index, text));
      return { value: { first }, changes, subject: first };
    },
  }),
};

function create(snapshot: Snapshot, number: number, subject: string): TaskChange {
  const blank = blankRecord(number, snapshot.now, 'agent-7');
  return planCreation(snapshot, { ...blank, version: 1, subject }, []);
}

const notesInTest: LogInTest = {
  log: notes,
  sql: NOTES_SQL,
  tamper: `UPDATE notes SET text = 'tampered' WHERE board = $1`,
  add: addNotes,
};

export const LOGS: readonly LogInTest[] = [tasksInTest, notesInTest];
