import type { Engine, Statement, Transaction } from '../../../src/database/database.js';
import type { VirtualClock } from './virtual_clock.js';

/** A row of the audit log, as the append sends it, with the append that wrote it. */
export interface LoggedRow {
  readonly version: number;
  readonly request_id: string;
  readonly commit_id: string;
}

interface TaskRow {
  readonly number: number;
  readonly [column: string]: unknown;
}

interface State {
  head: {
    version: number;
    next_number: number;
    counts: readonly number[];
    commit_id: string | null;
    updated_at: string;
  } | null;
  readonly tasks: ReadonlyMap<number, TaskRow>;
  readonly log: readonly LoggedRow[];
  readonly answers: ReadonlyMap<string, object>;
}

const EMPTY: State = { head: null, tasks: new Map(), log: [], answers: new Map() };
const COUNTS = ['pending', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
/** The append's own deadline (src/log/append.ts). */
const APPEND_DEADLINE_MS = 2_500;

/**
 * What the writer's statements mean, for one list of tasks without edges, so that a hundred thousand orders of
 * faults can be tried. The same orders are tried on Postgres, which this has to agree with.
 */
export class MemoryEngine implements Engine {
  #state: State = EMPTY;

  constructor(private readonly clock: VirtualClock) {}

  get log(): readonly LoggedRow[] {
    return this.#state.log;
  }

  async query<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    const { state, rows } = this.#run(this.#state, statement, parameters);
    this.#state = state;
    return rows as Row[];
  }

  async hold<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    let held = this.#state;
    return work({
      query: async (statement, parameters) => {
        const { state, rows } = this.#run(held, statement, parameters);
        held = state;
        return rows as never;
      },
      commit: async () => {
        this.#state = held;
      },
    });
  }

  async close(): Promise<void> {}

  /** Somebody else's append. */
  overtake(): void {
    const { head, log } = this.#state;
    const version = (head?.version ?? 0) + 1;
    const commit_id = `other-${version}`;
    const { next_number, counts } = head ?? { next_number: 1, counts: [0, 0, 0, 0, 0] };
    this.#state = {
      ...this.#state,
      head: { version, next_number, counts, commit_id, updated_at: this.clock.timestamp() },
      log: [...log, { version, commit_id, request_id: commit_id }],
    };
  }

  #run(state: State, { name }: Statement, parameters: readonly unknown[]) {
    const [kind, ...sections] = (name.split('@')[0] ?? '').split('_');
    if (kind === 'load') return { state, rows: [this.#load(state, sections, parameters)] };
    if (kind === 'append') return this.#append(state, sections, parameters);
    if (name.startsWith('hold_head')) return { state, rows: [] };
    if (name.startsWith('ensure_head')) return { state: this.#ensureHead(state), rows: [] };
    throw new Error(`No statement of the writer is called ${name}.`);
  }

  #ensureHead(state: State): State {
    const updated_at = this.clock.timestamp();
    const empty = { version: 0, next_number: 1, counts: [0, 0, 0, 0, 0], commit_id: null, updated_at };
    return { ...state, head: state.head ?? empty };
  }

  #load(state: State, sections: readonly string[], [, ...rest]: readonly unknown[]) {
    const bound = [...rest];
    const row: Record<string, unknown> = { now: this.clock.timestamp(), version: null, updated_at: null };
    row.commit_id = null;
    if (state.head) {
      const { counts, ...head } = state.head;
      Object.assign(row, head, Object.fromEntries(COUNTS.map((name, index) => [name, counts[index]])));
    }
    for (const section of sections) {
      if (section === 'answers') row.answers = answersAmong(state, JSON.parse(String(bound.shift())));
      else if (section === 'tasks') {
        const numbers = [...(bound.shift() as number[]), ...(bound.shift() as number[])];
        row.tasks = numbers.flatMap((number) => toLoadedTask(state.tasks.get(number)));
      } else if (section === 'history') bound.shift();
      else if (section === 'landed') {
        const [ids, after] = [bound.shift() as string[], bound.shift() as number];
        const later = state.log.filter(
          ({ version, commit_id }) => version > after && ids.includes(commit_id),
        );
        row.landed = [...new Set(later.map(({ commit_id }) => commit_id))];
      } else if (section !== 'head') throw new Error(`No load of these tests has the section ${section}.`);
    }
    return row;
  }

  #append(state: State, parts: readonly string[], parameters: readonly unknown[]) {
    const [, version, commitId, ownId, now, loadedAt, ...rest] = parameters;
    const bound = [...rest];
    const [toVersion, next_number, ...counts] = bound.splice(0, 7) as number[];
    const late = Date.parse(`${this.clock.timestamp()}Z`) - Date.parse(String(loadedAt));
    const isGuarded = (state.head?.version ?? 0) === version && (state.head?.commit_id ?? null) === commitId;
    if (!isGuarded || late < 0 || late >= APPEND_DEADLINE_MS) return { state, rows: [] };
    const commit_id = String(ownId);
    const tasks = new Map(state.tasks);
    const answers = new Map(state.answers);
    let log = state.log;
    for (const part of parts) {
      const rows = JSON.parse(String(bound.shift()));
      if (part === 'created' || part === 'changed') for (const task of rows) tasks.set(task.number, task);
      if (part === 'changed' || part === 'kept') bound.shift();
      if (part === 'logged') log = [...log, ...rows.map((row: object) => ({ ...row, commit_id }))];
      if (part === 'kept') for (const row of rows) answers.set(keyOf(row), row);
    }
    const head = { version: toVersion ?? 0, next_number: next_number ?? 1, counts, commit_id };
    const updated_at = String(now).replace('Z', '');
    return { state: { head: { ...head, updated_at }, tasks, log, answers }, rows: [{ version: toVersion }] };
  }
}

const keyOf = (row: { principal: string; tool: string; key: string }) =>
  `${row.principal}\n${row.tool}\n${row.key}`;

function answersAmong(state: State, wanted: { principal: string; tool: string; key: string }[]) {
  return wanted.flatMap((key) => {
    // The append sent it as JSON of this shape.
    const kept = state.answers.get(keyOf(key));
    return kept ? [{ ...kept, changes: [] }] : [];
  });
}

function toLoadedTask(task: TaskRow | undefined): object[] {
  if (!task) return [];
  const { createdAt, updatedAt, completedAt, deletedAt } = task;
  const toTimestamp = (at: unknown) => (at === null ? null : String(at).replace('Z', ''));
  return [
    {
      ...task,
      createdAt: toTimestamp(createdAt),
      updatedAt: toTimestamp(updatedAt),
      completedAt: toTimestamp(completedAt),
      deletedAt: toTimestamp(deletedAt),
    },
  ];
}
