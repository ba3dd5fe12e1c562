import { signature } from '../log/caller.js';
import type { Guard, LogName, LogState, StoredAnswer } from '../log/definition.js';
import {
  type AuditEntry,
  CHANGES_SINCE_MAX_VERSIONS,
  type ChangedField,
  type Edge,
  type Needs,
  type TaskChange,
} from './changes.js';
import {
  type Counts,
  type DependentState,
  isOpen,
  NO_TASKS,
  type ReferenceState,
  type TaskEdges,
  type TaskRecord,
} from './task.js';

/** The head row of a list. A list without a row is at version 0. */
export interface Head {
  readonly version: number;
  readonly nextNumber: number;
  readonly counts: Counts;
}

export const EMPTY_HEAD: Head = { version: 0, nextNumber: 1, counts: NO_TASKS };

/** What a load found in one statement, at one list version. */
export interface LoadedRows {
  readonly guard: Guard;
  /** The time of what is decided: the guard's clock, or the last time of the list where that went back. */
  readonly now: string;
  readonly head: Head;
  /** Those that the needs named under `tasks`. */
  readonly tasks: readonly TaskRecord[];
  /** The blockers of these, those that the needs named under `references`, and those of stored answers. */
  readonly references: readonly ReferenceState[];
  /** Those that wait for one of `tasks`. */
  readonly dependents: readonly DependentState[];
  /** Which of them wait for which. */
  readonly waiting: readonly (readonly [blocker: number, numbers: readonly number[]])[];
  /** How many tasks wait for each reference; no more than DEPENDENTS_MAX_COUNT are counted. */
  readonly dependentCounts: readonly (readonly [number: number, count: number])[];
  /** From `tasks` to their blockers, and wherever a cycle could close. */
  readonly edges: readonly Edge[];
  readonly history: readonly (ChangedField & { readonly number: number })[];
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

/** Where every task is one of `tasks`. */
export const NO_NEIGHBOURS = { references: [], dependents: [], waiting: [], dependentCounts: [] } as const;

/**
 * The rows that the decisions of one batch need, at one list version. `apply` moves it on, so that each
 * decision sees what the decisions before it left; nothing else changes it.
 */
export class Snapshot implements LogState {
  readonly guard: Guard;
  readonly now: string;
  head: Head;
  readonly #tasks = new Map<number, TaskRecord>();
  /** Of tasks that are not in #tasks. */
  readonly #references = new Map<number, ReferenceState>();
  /** Of tasks that are in neither. */
  readonly #states = new Map<number, DependentState>();
  readonly #dependentCounts: Map<number, number>;
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
    this.#dependentCounts = new Map(rows.dependentCounts);
    for (const task of rows.tasks) this.#tasks.set(task.number, task);
    for (const task of rows.references) this.#references.set(task.number, task);
    for (const task of rows.dependents) this.#states.set(task.number, task);
    for (const [blocker, numbers] of rows.waiting) this.#dependents.set(blocker, new Set(numbers));
    for (const edge of rows.edges) this.#addEdge(edge);
  }

  get key(): string {
    return this.list;
  }

  get version(): number {
    return this.head.version;
  }

  versionOf(subject: number): number | null {
    return this.findReference(subject)?.version ?? null;
  }

  /** A task that the needs named under `tasks`, or that the batch created. */
  find(number: number): TaskRecord | undefined {
    return this.#tasks.get(number);
  }

  /** One of these, or a task that is referred to. */
  findReference(number: number): ReferenceState | undefined {
    return this.find(number) ?? this.#references.get(number);
  }

  /** One of these, or a task that waits for one that the needs named under `tasks`. */
  findState(number: number): DependentState | undefined {
    return this.findReference(number) ?? this.#states.get(number);
  }

  /** The tasks that this one waits for, ascending. */
  blockersOf(number: number): number[] {
    return ascending(this.#blockers.get(number));
  }

  /** The tasks that wait for this one, ascending. */
  dependentsOf(number: number): number[] {
    return ascending(this.#dependents.get(number));
  }

  /** How many tasks wait for this one; of a reference no more than DEPENDENTS_MAX_COUNT were counted. */
  countDependents(number: number): number {
    if (this.#tasks.has(number)) return this.#dependents.get(number)?.size ?? 0;
    return this.#dependentCounts.get(number) ?? 0;
  }

  /** The edges of a task that the needs named under `tasks`. */
  edgesOf(number: number): TaskEdges {
    const blockedBy = this.blockersOf(number);
    return { blockedBy, openBlockers: this.openAmong(blockedBy), blocks: this.dependentsOf(number) };
  }

  /** Those of the given tasks that are open. */
  openAmong(numbers: readonly number[]): number[] {
    return numbers.filter((number) => {
      const task = this.findState(number);
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
    this.#recountDependents(change.addedEdges, 1);
    this.#recountDependents(change.removedEdges, -1);
    for (const { number, openBlockers } of change.dependents) this.#setOpenBlockers(number, openBlockers);
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

  #setOpenBlockers(number: number, openBlockers: number): void {
    const task = this.#tasks.get(number);
    const reference = this.#references.get(number);
    const state = this.#states.get(number);
    if (task) this.#tasks.set(number, { ...task, openBlockers });
    else if (reference) this.#references.set(number, { ...reference, openBlockers });
    else if (state) this.#states.set(number, { ...state, openBlockers });
  }

  #recountDependents(edges: readonly Edge[], step: number): void {
    for (const { blocker } of edges) {
      const count = this.#dependentCounts.get(blocker);
      if (count !== undefined) this.#dependentCounts.set(blocker, count + step);
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

/** The log that the tools of tasks write to. */
export const TASKS: LogName<Needs, Snapshot, TaskChange, AuditEntry> = { name: 'tasks' };
