import { randomUUID } from 'node:crypto';
import type { Clock } from '../database/clock.js';
import { type Database, DatabaseFault, type Engine, type Statement } from '../database/database.js';
import { contention, isWorthAnotherTry, outcomeUnknown, writeNotStored } from '../database/faults.js';
import type { Observer } from '../observer.js';
import { mergeNeeds } from '../tasks/needs.js';
import { Snapshot } from '../tasks/snapshot.js';
import { prepareAppend } from '../tasks/sql/append.js';
import { type Loaded, load, type Wanted } from '../tasks/sql/load.js';
import { type Attempt, UnknownAttempts } from './attempts.js';
import { decideBatch, type Outcome, type Proposal } from './decide_batch.js';

export interface CommitOptions {
  readonly idempotencyTtlHours: number;
  readonly clock: Clock;
  readonly observer: Observer;
}

/** Rounds that other processes may win before this one holds the head row. */
const OPTIMISTIC_ROUNDS = 4;
/** Upper bound of the pause before round n + 1 is this times 2^n: long enough for the winner to finish. */
const ROUND_PAUSE_MS = 5;
/**
 * An append whose answer was lost is looked for longer: a restart takes seconds, and its caller cannot tell
 * whether it landed.
 */
const LOOKUP_BUDGET_MS = 4_000;
/** Pause after the nth fault is n times this. */
const FAULT_PAUSE_MS = 100;

/** The database did not let a batch through. `outcomes` has what is true of each intent. */
export class CommitFailure extends Error {
  override readonly name = 'CommitFailure';

  constructor(
    override readonly cause: unknown,
    readonly outcomes: readonly Outcome[],
  ) {
    super('The database did not let a batch through.', { cause });
  }
}

/** Outcomes that are certain without an append, null when the round is lost; or an append to be attempted. */
type Round =
  | { readonly settled: readonly Outcome[] | null }
  | { readonly attempt: Attempt; append(database: Database): Promise<boolean> };

/** The commit of one batch: rounds of load, decide, append, until one is through. */
export class Commit {
  readonly #unknown: UnknownAttempts;
  readonly #startedAt: number;
  #faults = 0;
  #unknownSince: number | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly list: string,
    private readonly proposals: readonly Proposal[],
    private readonly options: CommitOptions,
  ) {
    this.#startedAt = options.clock.now();
    this.#unknown = new UnknownAttempts(() => options.observer.unknown('ruled_out'));
  }

  /**
   * @throws DatabaseFault of kind `rejected` when the database refused the batch as such: nothing of it was
   *   stored, and each intent may be tried alone
   * @throws CommitFailure when no round came through
   */
  async run(): Promise<readonly Outcome[]> {
    try {
      return await this.#rounds();
    } catch (error) {
      const isCertain = this.#unknown.isEmpty;
      if (isCertain && error instanceof DatabaseFault && error.kind === 'rejected') throw error;
      throw new CommitFailure(error, this.#outcomesAfter(error));
    }
  }

  /** What is true of each intent when the rounds have ended without an answer. */
  #outcomesAfter(error: unknown): Outcome[] {
    const unknown = outcomeUnknown(error);
    const notStored = writeNotStored(error);
    if (!this.#unknown.isEmpty) this.options.observer.unknown('reported');
    return this.proposals.map((_, index) => ({ error: this.#unknown.mayStore(index) ? unknown : notStored }));
  }

  /** @throws Refusal or DatabaseFault when no round came through */
  async #rounds(): Promise<readonly Outcome[]> {
    for (let lost = 0; lost <= OPTIMISTIC_ROUNDS; ) {
      try {
        const holds = lost >= OPTIMISTIC_ROUNDS;
        const outcomes = await (holds ? this.#holdRound() : this.#freeRound());
        this.options.observer.round(outcomes ? 'won' : 'lost', holds);
        if (outcomes) return outcomes;
        lost += 1;
        await this.options.clock.sleep(Math.random() * ROUND_PAUSE_MS * 2 ** lost);
      } catch (error) {
        if (!(error instanceof DatabaseFault)) throw error;
        if (error.kind === 'raced') lost += 1;
        else await this.#endure(error);
      }
    }
    throw contention(`Other writers were faster at the list "${this.list}" again and again.`);
  }

  /** One load, decide, append, each a transaction of its own. null when another process was first. */
  async #freeRound(): Promise<readonly Outcome[] | null> {
    const round = await this.#decide(this.engine);
    if ('settled' in round) return round.settled;
    return this.#attempt(round.attempt, () => round.append(this.engine));
  }

  /** Keeps everybody else out of the list for one round, so that progress is certain. */
  #holdRound(): Promise<readonly Outcome[] | null> {
    return this.engine.hold(async (transaction) => {
      await transaction.query(ENSURE_HEAD, [this.list]);
      await transaction.query(HOLD_HEAD, [this.list]);
      const round = await this.#decide(transaction);
      if ('settled' in round) return round.settled;
      if (!(await round.append(transaction))) return null;
      // Nothing of a transaction lands before its COMMIT is sent: only that can be of unknown outcome.
      return this.#attempt(round.attempt, async () => {
        await transaction.commit();
        return true;
      });
    });
  }

  /** What the batch comes to on the list as it is now. */
  async #decide(database: Database): Promise<Round> {
    const loaded = await load(database, this.list, this.#wanted());
    const landed = this.#unknown.settle(loaded);
    if (landed) {
      this.options.observer.unknown('landed');
      return { settled: landed.outcomes };
    }
    return this.#toRound(loaded);
  }

  #toRound(loaded: Loaded): Round {
    const snapshot = new Snapshot(this.list, loaded);
    const { outcomes, writes } = decideBatch(snapshot, this.proposals);
    if (writes.entries.length === 0 && writes.answers.length === 0) {
      // Without an append nothing proves that an unknown one does not land after all: such a round is lost.
      return { settled: this.#unknown.isEmpty ? outcomes : null };
    }
    const commitId = randomUUID();
    const { idempotencyTtlHours } = this.options;
    return {
      attempt: { commitId, guard: loaded.guard, outcomes },
      append: prepareAppend(snapshot, writes, { commitId, idempotencyTtlHours }),
    };
  }

  /** Remembers an attempt from the moment it is sent until it is certain that it did not land. */
  async #attempt(attempt: Attempt, send: () => Promise<boolean>): Promise<readonly Outcome[] | null> {
    this.#unknown.add(attempt);
    try {
      if (await send()) return attempt.outcomes;
      this.#unknown.remove(attempt);
      return null;
    } catch (error) {
      if (error instanceof DatabaseFault && error.kind !== 'unknown') this.#unknown.remove(attempt);
      throw error;
    }
  }

  #wanted(): Wanted {
    const keyed = this.proposals.flatMap(({ caller, tool, idempotency }) =>
      idempotency ? [{ principal: caller.principal, tool, key: idempotency.key }] : [],
    );
    return {
      needs: mergeNeeds(this.proposals.map(({ needs }) => needs)),
      answers: keyed,
      landed: this.#unknown.wanted(),
    };
  }

  /** Waits for a database that was lost to come back, or gives up. @throws the fault itself */
  async #endure(fault: DatabaseFault): Promise<void> {
    const { clock } = this.options;
    if (this.#unknown.isEmpty) {
      this.#unknownSince = null;
      const elapsed = clock.now() - this.#startedAt;
      if (!isWorthAnotherTry(fault, this.#faults + 1, elapsed)) throw fault;
    } else {
      this.#unknownSince ??= clock.now();
      if (clock.now() - this.#unknownSince > LOOKUP_BUDGET_MS) throw fault;
    }
    this.#faults += 1;
    await clock.sleep(FAULT_PAUSE_MS * this.#faults);
  }
}

/** A list that nobody wrote to has no row to hold yet. */
const ENSURE_HEAD: Statement = {
  name: 'ensure_head',
  lane: 'write',
  text: `INSERT INTO lists (list, version, next_number, pending, in_progress, blocked, done, cancelled, created_at, updated_at)
    VALUES ($1, 0, 1, 0, 0, 0, 0, 0, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()))
    ON CONFLICT (list) DO NOTHING`,
};

const HOLD_HEAD: Statement = {
  name: 'hold_head',
  lane: 'write',
  text: 'SELECT version FROM lists WHERE list = $1 FOR UPDATE',
};
