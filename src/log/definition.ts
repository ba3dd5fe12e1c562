import type { Database } from '../database/database.js';
import type { Caller } from './caller.js';

/** What a log is made of, in types alone. */
declare const TYPES: unique symbol;

/** Names a log, with what a decision on it needs, is made on and comes to: all that a tool knows of it. */
export interface LogName<
  Needs = unknown,
  State extends LogState = LogState,
  Change = unknown,
  Entry extends LogEntry = LogEntry,
> {
  /** Ends the names of its statements, and tells listeners of a landed append whose it is. */
  readonly name: string;
  readonly [TYPES]?: { needs: Needs; state: State; change: Change; entry: Entry };
}

/**
 * A log is a serial, versioned record with one head row. This is everything that is particular to one; the
 * engine beside it knows nothing else of it. What the engine does with the types of a log is none of its
 * business: to it needs, changes and entries of other logs are alike.
 */
export interface LogDefinition<
  Needs = unknown,
  State extends LogState = LogState,
  Change = unknown,
  Entry extends LogEntry = LogEntry,
> extends LogName<Needs, State, Change, Entry> {
  /** What one of its keys is called in a sentence, such as "list". */
  readonly noun: string;
  readonly tables: LogTables;
  /** Of the head row, beside key, version, commit_id, created_at and updated_at. */
  readonly headColumns: readonly HeadColumn[];
  /**
   * Of an audit row, beside key, version, action, changes, reason, principal, agent, session, tool,
   * request_id, tool_call_id, commit_id and at.
   */
  readonly entryColumns: readonly Column[];
  /** The needs of a batch: each intent of it finds its rows as the intents before it left them. */
  mergeNeeds(all: readonly Needs[]): Needs;
  /** Adds to the load what the needs name. */
  load(needs: Needs, sections: LoadSections): void;
  open(loaded: Loaded): State;
  /** Values of the head columns, in their order. */
  headOf(state: State): readonly unknown[];
  /** Adds to the append what the changes write; `state` is what they led to. */
  append(state: State, changes: readonly Change[], parts: AppendParts): void;
  /** The audit entry that a change makes; null for one that is stored and is no event. */
  entryOf(change: Change, stamp: Stamp): Entry | null;
  /** Adds the values of these columns to the row of an entry. */
  rowOf(row: object, entry: Entry): object;
  /** An entry as its row has it: what every log keeps of one, and the columns of this one. */
  readEntry(base: LogEntry, row: Readonly<Record<string, unknown>>): Entry;
  /** Begins to play the entries of one key, for verify. */
  replay(): Replay<Entry>;
}

export interface LogTables {
  /** The column that every key and every WHERE begins with. */
  readonly key: string;
  readonly head: string;
  readonly audit: string;
  readonly answers: string;
  /** The column of `answers` that holds the number of what an answer is about; null where it is nothing. */
  readonly subject: string;
  /** Those of the log itself, with what its statements do with each, such as "SELECT, INSERT". */
  readonly own: Readonly<Record<string, string>>;
}

export interface Column {
  readonly name: string;
  /** Its type in SQL. */
  readonly type: string;
}

export interface HeadColumn extends Column {
  /** Its value before the first write. */
  readonly initial: number | string;
}

/** Sections of the statement that loads what a batch is decided on. */
export interface LoadSections {
  /** Binds a parameter and returns its place, such as $4. The key is $1. */
  bind(value: unknown): string;
  /**
   * `name` becomes part of the name of the statement: a section of one name has one text. `tables` goes into
   * its WITH RECURSIVE, `output` into its SELECT from the head row.
   */
  add(name: string, section: { readonly tables?: string; readonly output?: string }): void;
  /** Whether there is a table `answers`, whose `subject` are the numbers of what stored answers are about. */
  readonly hasAnswers: boolean;
  /** Says that the statement may walk far. */
  walk(): void;
}

/** Parts of the statement that appends, each a data-modifying statement with `FROM head`. */
export interface AppendParts {
  bind(value: unknown): string;
  /** Leaves the part out where there are no rows; `json` binds them. The key is $1, the commit $4, now $5. */
  add(name: string, rows: readonly unknown[], part: (json: () => string) => string): void;
}

/** What a load found in one statement, at one version. */
export interface Loaded {
  readonly key: string;
  readonly guard: Guard;
  /** The time of what is decided: the guard's clock, or the last time of the head where that went back. */
  readonly now: string;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  /** The head columns, null before the first write, and the outputs of the sections. */
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * What a write was decided on, which its append compares: the version, the last append that moved the head
 * (null where none did), and the database's clock then, RFC 3339 in UTC with milliseconds.
 */
export interface Guard {
  readonly version: number;
  readonly commitId: string | null;
  readonly loadedAt: string;
}

/** The rows that the decisions of one batch need. Only `apply` moves it on. */
export interface LogState {
  readonly key: string;
  readonly guard: Guard;
  readonly now: string;
  /** The version of the head, with what was decided so far. */
  readonly version: number;
  /** By answerName. */
  readonly answers: Map<string, StoredAnswer>;
  /** The version now of what a stored answer is about; null where it has none. */
  versionOf(subject: number): number | null;
  /** Moves on by one decided change, which becomes the audit entry given. */
  apply(change: unknown, entry: LogEntry | null): void;
}

/** The answer that was stored with an idempotency key. */
export interface StoredAnswer {
  readonly fingerprint: string;
  readonly value: unknown;
  readonly changes: readonly FieldChange[];
  readonly subject: number | null;
}

/** One field with its value before and after. A field that had no value comes from null. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Code points of the text, where `from` holds only its beginning. */
  readonly fromLength?: number;
  /** Code points of the text, where `to` holds only its beginning. */
  readonly toLength?: number;
}

/** What the engine sets on an audit entry. */
export interface Stamp {
  readonly version: number;
  readonly caller: Caller;
  readonly tool: string;
  readonly at: string;
}

/** One row of the audit log: what changed, and who changed it. */
export interface LogEntry extends Stamp {
  readonly action: string;
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
}

/** A log that cannot be true: a hole in its versions, or a change from a value that was not there. */
export class BrokenLog extends Error {
  override readonly name = 'BrokenLog';
}

/** Plays the entries of one key, in order and without holes. */
export interface Replay<Entry extends LogEntry = LogEntry> {
  /** @throws BrokenLog */
  play(entry: Entry): void;
  /** Where the tables differ from what was played, a sentence each, and how many records they hold. */
  compare(database: Database, key: string): Promise<{ records: number; differences: readonly string[] }>;
}

/** What is read of a log for a tool, by the store's name for it. */
export interface ReadKind<Query = unknown, Rows = unknown> {
  readonly name: string;
  /** Whether equal questions of one moment share an answer. */
  readonly isShared: boolean;
  /** Only a type: what is asked, and what comes back. */
  readonly types?: (query: Query) => Rows;
}

/** What the statements of a log do with each of its tables. */
export function rightsOf({ tables }: LogDefinition): Readonly<Record<string, string>> {
  return {
    [tables.head]: 'SELECT, INSERT, UPDATE',
    ...tables.own,
    [tables.audit]: 'SELECT, INSERT',
    [tables.answers]: 'SELECT, INSERT, UPDATE, DELETE',
  };
}

/** What depends on the log alone and is asked for with every batch. */
export function perLog<Made>(make: (log: LogDefinition) => Made): (log: LogDefinition) => Made {
  const made = new WeakMap<LogDefinition, Made>();
  return (log) => {
    const known = made.get(log);
    if (known !== undefined) return known;
    const fresh = make(log);
    made.set(log, fresh);
    return fresh;
  };
}

/** The text of each composed statement, by its name: a name stands for one text, which is made once. */
export const composedText = perLog(() => {
  const texts = new Map<string, string>();
  return (name: string, compose: () => string): string => {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const text = compose();
    texts.set(name, text);
    return text;
  };
});
