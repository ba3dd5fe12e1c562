/** Why a statement gave no rows, or that it gave them. */
export type StatementOutcome = 'ok' | 'unavailable' | 'unknown' | 'raced' | 'timeout' | 'rejected';

/**
 * How an append of unknown outcome ended: it was found, it can never land, or its callers were told that it
 * is not known.
 */
export type UnknownOutcome = 'landed' | 'ruled_out' | 'reported';

/** What an operator may want to know of the work behind the doors. No method may throw. */
export interface Observer {
  /** A call of a tool ended: `ok`, `replayed` or the code of its refusal. */
  call(tool: string, outcome: string): void;
  /** So many writes wait more, or less where it is negative. */
  queued(intents: number): void;
  /** A batch is decided and appended together. */
  batch(intents: number): void;
  /** A round of load, decide, append ended; `held` where it held the head row. */
  round(outcome: 'won' | 'lost', held: boolean): void;
  unknown(outcome: UnknownOutcome): void;
  /** A statement ended. `kind` is the first word of its name, such as load, append or page. */
  statement(kind: string, milliseconds: number, outcome: StatementOutcome): void;
  /** The connections for writes, asked when somebody looks. */
  watchPool(count: () => { readonly idle: number; readonly busy: number; readonly waiting: number }): void;
}

const nothing = (): void => {};

export const SILENT: Observer = {
  call: nothing,
  queued: nothing,
  batch: nothing,
  round: nothing,
  unknown: nothing,
  statement: nothing,
  watchPool: nothing,
};
