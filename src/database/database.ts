import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a statement waits behind. `quick` reads find a few rows by key; `slow` reads may walk a list; `write`
 * statements wait for locks and for the disk. Each lane has connections of its own, so that none holds up
 * another.
 */
export type Lane = 'quick' | 'slow' | 'write';

/**
 * One SQL statement, prepared under its name on each connection that runs it. A name stands for one text, for
 * ever.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly lane: Lane;
}

/** Anything that answers single statements; each is a transaction of its own unless it comes from `hold`. */
export interface Database {
  /** @throws DatabaseFault */
  query<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]>;
}

/** Statements of one transaction on a connection of its own. */
export interface Transaction extends Database {
  /** Only this can leave the outcome of the transaction unknown. @throws DatabaseFault */
  commit(): Promise<void>;
}

/** A database that can also keep several statements in one transaction. */
export interface Engine extends Database {
  /** What `work` has not committed when it settles is rolled back. */
  hold<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Why a statement gave no rows.
 * - `unavailable`: it did not run: no connection, or the server could not take it now.
 * - `unknown`: the connection was lost or timed out after the statement was sent; it may have run.
 * - `raced`: the server undid it in favour of another (serialization failure, deadlock).
 * - `timeout`: the server gave it up, for a lock or for the time it took. Nothing of it was stored.
 * - `rejected`: the server refused it; `constraint` is set when a named constraint did.
 */
export type FaultKind = 'unavailable' | 'unknown' | 'raced' | 'timeout' | 'rejected';

export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';

  constructor(
    readonly kind: FaultKind,
    override readonly cause: unknown,
    /** SQLSTATE, or null when the server did not answer. */
    readonly sqlState: string | null,
    readonly constraint: string | null,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The time of this process, for budgets and pauses; nothing that is stored comes from it. */
export interface Clock {
  /** Milliseconds that only go forward. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const PROCESS_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => sleep(milliseconds),
};

/** What JSON of Postgres has, but for a time whose milliseconds end with 0. */
const WHOLE_LENGTH = '2026-11-30T08:15:30.125'.length;

/**
 * "2026-11-30 08:15:30.12" or with a T, as Postgres prints a timestamp, as RFC 3339 in UTC with milliseconds.
 */
export function toInstant(timestamp: string): string {
  if (timestamp.length === WHOLE_LENGTH && timestamp[10] === 'T') return `${timestamp}Z`;
  const fraction = timestamp.slice(20).padEnd(3, '0');
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction}Z`;
}
