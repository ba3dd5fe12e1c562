import { randomUUID } from 'node:crypto';
import { type Clock, type Database, DatabaseFault, type Engine } from '../database/database.js';
import { contention, isWorthAnotherTry, outcomeUnknown, writeNotStored } from '../database/faults.js';
import type { Observer } from '../observer.js';
import { type Attempt, ensureHead, holdHead, prepareAppend, UnknownAttempts } from './append.js';
import { decideBatch, type Outcome, type Proposal } from './decide_batch.js';
import type { Loaded, LogDefinition } from './definition.js';
import { load, type Wanted } from './load.js';

export interface CommitOptions {
  readonly idempotencyTtlHours: number;
  readonly clock: Clock;
  readonly observer: Observer;
  /** Told that an append landed, once each. */
  readonly onLanded: (landed: Landed) => void;
}

/** A landed append: whose log, and the version that its head has now. */
export interface Landed {
  readonly log: string;
  readonly key: string;
  readonly version: number;
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
    private readonly log: LogDefinition,
    private readonly key: string,
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
    throw contention(`Other writers were faster at the ${this.log.noun} "${this.key}" again and again.`);
  }

  /** One load, decide, append, each a transaction of its own. null when another process was first. */
  async #freeRound(): Promise<readonly Outcome[] | null> {
    const round = await this.#decide(this.engine);
    if ('settled' in round) return round.settled;
    return this.#attempt(round.attempt, () => round.append(this.engine));
  }

  /** Keeps everybody else out for one round, so that progress is certain. */
  #holdRound(): Promise<readonly Outcome[] | null> {
    return this.engine.hold(async (transaction) => {
      await transaction.query(ensureHead(this.log), [this.key]);
      await transaction.query(holdHead(this.log), [this.key]);
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

  /** What the batch comes to on the log as it is now. */
  async #decide(database: Database): Promise<Round> {
    const loaded = await load(database, this.log, this.key, this.#wanted());
    const landed = this.#unknown.settle(loaded);
    if (landed) {
      this.options.observer.unknown('landed');
      this.#tellLanded(landed);
      return { settled: landed.outcomes };
    }
    return this.#toRound(loaded);
  }

  #toRound(loaded: Loaded): Round {
    const state = this.log.open(loaded);
    const { outcomes, writes } = decideBatch(this.log, state, this.proposals);
    if (writes.changes.length === 0 && writes.answers.length === 0) {
      // Without an append nothing proves that an unknown one does not land after all: such a round is lost.
      return { settled: this.#unknown.isEmpty ? outcomes : null };
    }
    const commitId = randomUUID();
    const { idempotencyTtlHours } = this.options;
    return {
      attempt: { commitId, guard: loaded.guard, version: state.version, outcomes },
      append: prepareAppend(this.log, state, writes, { commitId, idempotencyTtlHours }),
    };
  }

  /** Remembers an attempt from the moment it is sent until it is certain that it did not land. */
  async #attempt(attempt: Attempt, send: () => Promise<boolean>): Promise<readonly Outcome[] | null> {
    this.#unknown.add(attempt);
    try {
      if (await send()) {
        this.#tellLanded(attempt);
        return attempt.outcomes;
      }
      this.#unknown.remove(attempt);
      return null;
    } catch (error) {
      if (error instanceof DatabaseFault && error.kind !== 'unknown') this.#unknown.remove(attempt);
      throw error;
    }
  }

  #tellLanded({ version }: Attempt): void {
    this.options.onLanded({ log: this.log.name, key: this.key, version });
  }

  #wanted(): Wanted {
    const keyed = this.proposals.flatMap(({ caller, tool, idempotency }) =>
      idempotency ? [{ principal: caller.principal, tool, key: idempotency.key }] : [],
    );
    return {
      needs: this.log.mergeNeeds(this.proposals.map(({ needs }) => needs)),
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
