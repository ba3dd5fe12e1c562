import type { ChangedField } from '../errors.js';
import { signature } from './caller.js';
import type { AuditEntry, Edge, TaskChange } from './changes.js';
import { CHANGES_SINCE_MAX_VERSIONS } from './needs.js';
import { isOpen } from './status.js';
import { type Counts, NO_TASKS, type TaskEdges, type TaskRecord } from './task.js';

/** The head row of a list. A list without a row is at version 0. */
export interface Head {
  readonly version: number;
  readonly nextNumber: number;
  readonly counts: Counts;
}

export const EMPTY_HEAD: Head = { version: 0, nextNumber: 1, counts: NO_TASKS };

/**
 * What a write was decided on, which its append compares: the list version, the last append that moved the
 * head (null where none did), and the database's clock then, RFC 3339 in UTC with milliseconds.
 */
export interface Guard {
  readonly version: number;
  readonly commitId: string | null;
  readonly loadedAt: string;
}

/** The answer that was stored with an idempotency key, and at which version its task is now. */
export interface StoredAnswer {
  readonly fingerprint: string;
  readonly value: unknown;
  readonly changes: AuditEntry['changes'];
  readonly taskNumber: number;
}

/** What a load found in one statement, at one list version. */
export interface LoadedRows {
  readonly guard: Guard;
  /** The time of what is decided: the guard's clock, or the last time of the list where that went back. */
  readonly now: string;
  readonly head: Head;
  readonly tasks: readonly TaskRecord[];
  readonly edges: readonly Edge[];
  readonly history: readonly (ChangedField & { readonly number: number })[];
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

/**
 * The rows that the decisions of one batch need, at one list version. `apply` moves it on, so that each
 * decision sees what the decisions before it left; nothing else changes it.
 */
export class Snapshot {
  readonly guard: Guard;
  readonly now: string;
  head: Head;
  readonly #tasks = new Map<number, TaskRecord>();
  readonly #blockers = new Map<number, Set<number>>();
  readonly #dependents = new Map<number, Set<number>>();
  readonly #history: (ChangedField & { readonly number: number })[];
  readonly answers: Map<string, StoredAnswer>;

  constructor(
    readonly list: string,
    rows: LoadedRows,
  ) {
    this.guard = rows.guard;
    this.now = rows.now;
    this.head = rows.head;
    this.#history = [...rows.history];
    this.answers = new Map(rows.answers);
    for (const task of rows.tasks) this.#tasks.set(task.number, task);
    for (const edge of rows.edges) this.#addEdge(edge);
  }

  find(number: number): TaskRecord | undefined {
    return this.#tasks.get(number);
  }

  /** The tasks that this one waits for, ascending. */
  blockersOf(number: number): number[] {
    return ascending(this.#blockers.get(number));
  }

  /** The tasks that wait for this one, ascending. */
  dependentsOf(number: number): number[] {
    return ascending(this.#dependents.get(number));
  }

  /** The edges of a task that the needs named under `tasks`. */
  edgesOf(number: number): TaskEdges {
    const blockedBy = this.blockersOf(number);
    return { blockedBy, openBlockers: this.openAmong(blockedBy), blocks: this.dependentsOf(number) };
  }

  /** Those of the given tasks that are open. */
  openAmong(numbers: readonly number[]): number[] {
    return numbers.filter((number) => {
      const task = this.#tasks.get(number);
      return task !== undefined && isOpen(task);
    });
  }

  /**
   * Each field that one of the newest versions after the given one changed, with its newest value, oldest
   * change first.
   */
  changedSince(number: number, version: number): ChangedField[] {
    const newest = new Map<string, ChangedField>();
    const oldest = Math.max(version, (this.find(number)?.version ?? 0) - CHANGES_SINCE_MAX_VERSIONS);
    const later = this.#history.filter((change) => change.number === number && change.taskVersion > oldest);
    for (const { number: _, ...change } of later.sort((a, b) => a.taskVersion - b.taskVersion)) {
      newest.delete(change.field);
      newest.set(change.field, change);
    }
    return [...newest.values()];
  }

  /** Moves the snapshot on by one decided change, which becomes the audit entry given. */
  apply(change: TaskChange, entry: AuditEntry): void {
    const { after, before } = change;
    this.#tasks.set(after.number, after);
    for (const edge of change.removedEdges) this.#removeEdge(edge);
    for (const edge of change.addedEdges) this.#addEdge(edge);
    for (const { number, openBlockers } of change.dependents) {
      const task = this.#tasks.get(number);
      if (task) this.#tasks.set(number, { ...task, openBlockers });
    }
    this.head = {
      version: entry.version,
      nextNumber: Math.max(this.head.nextNumber, after.number + 1),
      counts: recount(this.head.counts, before, after),
    };
    const by = signature(entry.caller);
    for (const { field, to } of change.fields) {
      this.#history.push({ number: after.number, field, to, by, at: entry.at, taskVersion: after.version });
    }
  }

  #addEdge({ task, blocker }: Edge): void {
    insert(this.#blockers, task, blocker);
    insert(this.#dependents, blocker, task);
  }

  #removeEdge({ task, blocker }: Edge): void {
    this.#blockers.get(task)?.delete(blocker);
    this.#dependents.get(blocker)?.delete(task);
  }
}

function ascending(numbers: ReadonlySet<number> | undefined): number[] {
  return numbers ? [...numbers].sort((a, b) => a - b) : [];
}

function insert(map: Map<number, Set<number>>, key: number, value: number): void {
  const existing = map.get(key);
  if (existing) existing.add(value);
  else map.set(key, new Set([value]));
}

function recount(counts: Counts, before: TaskRecord | null, after: TaskRecord): Counts {
  const next = { ...counts };
  if (before && before.deletedAt === null) next[before.status] -= 1;
  if (after.deletedAt === null) next[after.status] += 1;
  return next;
}
