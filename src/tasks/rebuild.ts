import { signature } from '../log/caller.js';
import { BrokenLog, type FieldChange } from '../log/definition.js';
import type { AuditEntry } from './changes.js';
import { blankRecord, type Counts, isOpen, NO_TASKS, type TaskRecord } from './task.js';

/** A list as its audit log says it is. */
export interface RebuiltList {
  readonly version: number;
  readonly nextNumber: number;
  readonly counts: Counts;
  readonly tasks: ReadonlyMap<number, RebuiltTask>;
}

export interface RebuiltTask {
  readonly record: TaskRecord;
  /** Ascending. */
  readonly blockedBy: readonly number[];
}

/**
 * Plays the audit entries of one list, which come in the order of their versions, and nothing else.
 * @throws BrokenLog
 */
export class Rebuild {
  #version = 0;
  readonly #tasks = new Map<number, RebuiltTask>();

  play(entry: AuditEntry): void {
    this.#version = entry.version;
    const before = this.#tasks.get(entry.number);
    const expected = (before?.record.version ?? 0) + 1;
    if (entry.taskVersion !== expected) {
      throw new BrokenLog(
        `Version ${entry.version} gives #${entry.number} version ${entry.taskVersion}, not ${expected}.`,
      );
    }
    if ((entry.action === 'create') === (before !== undefined)) {
      throw new BrokenLog(
        `Version ${entry.version} is a ${entry.action} of #${entry.number} at the wrong time.`,
      );
    }
    this.#tasks.set(entry.number, playOn(before ?? blank(entry), entry));
  }

  /** The list as it is after the entries played so far. */
  result(): RebuiltList {
    const tasks = new Map<number, RebuiltTask>();
    const counts = { ...NO_TASKS };
    let highest = 0;
    for (const [number, task] of this.#tasks) {
      const openBlockers = task.blockedBy.filter((blocker) => this.#isOpen(blocker)).length;
      tasks.set(number, { ...task, record: { ...task.record, openBlockers } });
      if (task.record.deletedAt === null) counts[task.record.status] += 1;
      highest = Math.max(highest, number);
    }
    return { version: this.#version, nextNumber: highest + 1, counts, tasks };
  }

  #isOpen(number: number): boolean {
    const task = this.#tasks.get(number);
    return task !== undefined && isOpen(task.record);
  }
}

function blank({ number, at, caller }: AuditEntry): RebuiltTask {
  return { record: blankRecord(number, at, signature(caller)), blockedBy: [] };
}

function playOn({ record, blockedBy }: RebuiltTask, entry: AuditEntry): RebuiltTask {
  let next: Record<string, unknown> = { ...record };
  let nextBlockedBy = blockedBy;
  for (const change of entry.changes) {
    if (entry.action !== 'create') requireFrom(entry, change, record, blockedBy);
    if (change.field === 'blockedBy') nextBlockedBy = toNumbers(change.to);
    else next = { ...next, [change.field]: change.to };
  }
  const becameDone = next.status === 'done' && record.status !== 'done';
  const completedAt = next.status !== 'done' ? null : becameDone ? entry.at : record.completedAt;
  const signed = {
    version: entry.taskVersion,
    updatedAt: entry.at,
    updatedBy: signature(entry.caller),
    completedAt,
  };
  // The fields come from entries that planChange wrote; verify compares each of them with the table.
  return { record: { ...next, ...signed } as unknown as TaskRecord, blockedBy: nextBlockedBy };
}

function requireFrom(
  entry: AuditEntry,
  change: FieldChange,
  record: TaskRecord,
  blockedBy: readonly number[],
): void {
  const had = change.field === 'blockedBy' ? blockedBy.map(String) : Reflect.get(record, change.field);
  if (JSON.stringify(had) === JSON.stringify(change.from)) return;
  throw new BrokenLog(
    `Version ${entry.version} changes ${change.field} of #${entry.number} from ${JSON.stringify(change.from)}, but it was ${JSON.stringify(had)}.`,
  );
}

function toNumbers(ids: unknown): number[] {
  return Array.isArray(ids) ? ids.map(Number) : [];
}
