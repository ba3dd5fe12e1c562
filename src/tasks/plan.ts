import type { FieldChange } from '../log/definition.js';
import { type Action, describeCreation, describeDifference, type Edge, type TaskChange } from './changes.js';
import type { Snapshot } from './snapshot.js';
import { isClosed, isOpen, type TaskRecord } from './task.js';

/**
 * A planned change with what it does to the tasks that wait for the changed one (task numbers, ascending).
 */
export interface Plan {
  readonly change: TaskChange;
  readonly unblocked: readonly number[];
  readonly blockedAgain: readonly number[];
}

/** The change that adds a task. It waits for `blockedBy`; nobody waits for it yet. */
export function planCreation(
  snapshot: Snapshot,
  record: TaskRecord,
  blockedBy: readonly number[],
): TaskChange {
  const openBlockers = snapshot.openAmong(blockedBy);
  const after = { ...record, openBlockers: openBlockers.length };
  return {
    action: 'create',
    before: null,
    after,
    edges: { blockedBy, openBlockers, blocks: [] },
    addedEdges: toEdges(after.number, blockedBy),
    removedEdges: [],
    dependents: [],
    fields: describeCreation(after, blockedBy),
    reason: null,
  };
}

/**
 * The change that gives a task a next state, or null when its own fields stay as they are. `next` holds the
 * new own fields; version, times, signature and open blockers are set here, so that no tool can forget one.
 */
export function planChange(
  snapshot: Snapshot,
  before: TaskRecord,
  next: {
    readonly action: Action;
    readonly record: TaskRecord;
    readonly blockedBy?: readonly number[];
    readonly by: string;
    readonly reason?: string | null;
  },
): Plan | null {
  const edgesBefore = snapshot.edgesOf(before.number);
  const blockedBy = next.blockedBy ?? edgesBefore.blockedBy;
  const openBlockers = snapshot.openAmong(blockedBy);
  const after = signed(before, { ...next.record, openBlockers: openBlockers.length }, next.by, snapshot.now);
  const fields = [
    ...describeDifference({ record: before, blockedBy: edgesBefore.blockedBy }, { record: after, blockedBy }),
    ...describeDeletion(before, after),
  ];
  if (fields.length === 0) return null;
  const effect = onDependents(snapshot, before, after);
  const change: TaskChange = {
    action: next.action,
    before,
    after,
    edges: { blockedBy, openBlockers, blocks: edgesBefore.blocks },
    addedEdges: toEdges(before.number, without(blockedBy, edgesBefore.blockedBy)),
    removedEdges: toEdges(before.number, without(edgesBefore.blockedBy, blockedBy)),
    dependents: effect.dependents,
    fields,
    reason: next.reason ?? null,
  };
  return { change, unblocked: effect.unblocked, blockedAgain: effect.blockedAgain };
}

function signed(before: TaskRecord, next: TaskRecord, by: string, now: string): TaskRecord {
  const completedAt = next.status === 'done' ? (before.status === 'done' ? before.completedAt : now) : null;
  return { ...next, version: before.version + 1, updatedAt: now, updatedBy: by, completedAt };
}

function describeDeletion(before: TaskRecord, after: TaskRecord): FieldChange[] {
  if (before.deletedAt === after.deletedAt) return [];
  return [{ field: 'deletedAt', from: before.deletedAt, to: after.deletedAt }];
}

/**
 * Opening or closing a task changes the count of open blockers of every task that waits for it, deleted ones
 * too.
 */
function onDependents(snapshot: Snapshot, before: TaskRecord, after: TaskRecord) {
  const step = Number(isOpen(after)) - Number(isOpen(before));
  const dependents: { number: number; openBlockers: number }[] = [];
  const effect = { dependents, unblocked: [] as number[], blockedAgain: [] as number[] };
  if (step === 0) return effect;
  for (const number of snapshot.dependentsOf(before.number)) {
    const dependent = snapshot.findState(number);
    if (!dependent) throw new Error(`The snapshot lacks #${number}, which waits for #${before.number}.`);
    const openBlockers = dependent.openBlockers + step;
    dependents.push({ number, openBlockers });
    if (isClosed(dependent.status) || dependent.deletedAt !== null) continue;
    if (openBlockers === 0) effect.unblocked.push(number);
    if (step === 1 && openBlockers === 1) effect.blockedAgain.push(number);
  }
  return effect;
}

function toEdges(task: number, blockers: readonly number[]): Edge[] {
  return blockers.map((blocker) => ({ task, blocker }));
}

function without(numbers: readonly number[], excluded: readonly number[]): number[] {
  return numbers.filter((number) => !excluded.includes(number));
}
