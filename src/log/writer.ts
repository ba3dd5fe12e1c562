import { type Clock, DatabaseFault, type Engine, PROCESS_CLOCK } from '../database/database.js';
import { contention, outcomeUnknown, writeNotStored } from '../database/faults.js';
import { type Observer, SILENT } from '../observer.js';
import { Refusal } from '../refusals/refusal.js';
import { Commit, CommitFailure, type CommitOptions, type Landed } from './commit.js';
import type { Answer, Outcome, Proposal } from './decide_batch.js';
import type { LogDefinition } from './definition.js';
import { answerName } from './idempotency.js';

export interface WriterOptions {
  readonly idempotencyTtlHours: number;
  /** The clock of this process when none is given. */
  readonly clock?: Clock;
  /** Nobody looks where it is not given. */
  readonly observer?: Observer;
  /** Told of every append of this process that landed; must not throw. Nobody listens without it. */
  readonly onLanded?: (landed: Landed) => void;
}

/** More would make one statement long; 32 waiting writers already share the cost of one. */
const BATCH_MAX_INTENTS = 64;
/** A queue this long means seconds of waiting: better told to come back. */
const QUEUE_MAX_INTENTS = 5_000;

interface Waiting {
  readonly proposal: Proposal;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Puts the writes of this process to each key in a row. Those that arrive while an append is under way are
 * decided one after the other on one snapshot and appended together; between processes the guard of the
 * append decides.
 */
export class Writer {
  readonly #queues = new Map<string, Waiting[]>();
  readonly #options: CommitOptions;
  readonly #openKeys = new OpenKeys();

  constructor(
    private readonly engine: Engine,
    private readonly log: LogDefinition,
    { clock = PROCESS_CLOCK, observer = SILENT, onLanded = () => {}, ...options }: WriterOptions,
  ) {
    this.#options = { ...options, clock, observer, onLanded };
  }

  /** @throws Refusal */
  submit(key: string, proposal: Proposal): Promise<Answer> {
    const { observer } = this.#options;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { proposal, resolve, reject };
      const queue = this.#queues.get(key);
      if (!queue) {
        this.#queues.set(key, [waiting]);
        observer.queued(1);
        void this.#drain(key);
      } else if (queue.length < QUEUE_MAX_INTENTS) {
        queue.push(waiting);
        observer.queued(1);
      } else {
        const full = contention(`${QUEUE_MAX_INTENTS} writes to the ${this.log.noun} "${key}" wait already.`);
        this.#refuseAll(key, [waiting], full);
      }
    });
  }

  async #drain(key: string): Promise<void> {
    const queue = this.#queues.get(key) ?? [];
    while (queue.length > 0) {
      const batch = this.#take(queue, BATCH_MAX_INTENTS);
      this.#options.observer.batch(batch.length);
      try {
        this.#settle(key, batch, await this.#commit(key, batch));
      } catch (error) {
        const failure = error instanceof CommitFailure ? error : null;
        this.#settle(key, batch, failure?.outcomes ?? batch.map(() => ({ error })));
        // Those that waited behind it have waited as long, and nothing of theirs was sent.
        if (failure) this.#refuseAll(key, this.#take(queue, queue.length), writeNotStored(failure.cause));
      }
    }
    this.#queues.delete(key);
  }

  #take(queue: Waiting[], count: number): Waiting[] {
    const taken = queue.splice(0, count);
    this.#options.observer.queued(-taken.length);
    return taken;
  }

  #settle(key: string, batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
    const proposals = batch.map(({ proposal }) => proposal);
    const told = this.#openKeys.judge(key, proposals, outcomes);
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = told[index];
      if (outcome && 'answer' in outcome) resolve(outcome.answer);
      else reject(outcome?.error ?? new Error('A batch has an outcome for each intent.'));
    });
  }

  #refuseAll(key: string, waiting: readonly Waiting[], error: unknown): void {
    this.#settle(
      key,
      waiting,
      waiting.map(() => ({ error })),
    );
  }

  /** @throws CommitFailure when the database did not let the batch through */
  async #commit(key: string, batch: readonly Waiting[]): Promise<readonly Outcome[]> {
    const proposals = batch.map(({ proposal }) => proposal);
    try {
      return await new Commit(this.engine, this.log, key, proposals, this.#options).run();
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      if (batch.length === 1) return [{ error: writeNotStored(error) }];
      return this.#commitEach(key, batch);
    }
  }

  /** One intent that the database refuses must not spoil its neighbours; nothing of theirs is stored yet. */
  async #commitEach(key: string, batch: readonly Waiting[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [index, waiting] of batch.entries()) {
      try {
        outcomes.push(...(await this.#commit(key, [waiting])));
      } catch (error) {
        if (!(error instanceof CommitFailure)) throw error;
        // What was stored before it stays stored, and what comes after it was not sent.
        const notSent = batch.slice(index + 1).map(() => ({ error: writeNotStored(error.cause) }));
        throw new CommitFailure(error.cause, [...outcomes, ...error.outcomes, ...notSent]);
      }
    }
    return outcomes;
  }
}

/** More calls than that do not wait to be known at once; the oldest are forgotten first. */
const OPEN_MAX_COUNT = 10_000;

/**
 * The keys of calls that may have been stored, though nobody could say. Until the log has moved on, which
 * proves that they landed before or never will, a repeat of such a call may be answered, but never be refused
 * for certain: its caller asks after the first one.
 */
export class OpenKeys {
  /** By the key of the log. */
  readonly #names = new Map<string, Set<string>>();
  #count = 0;

  /** The outcomes of a batch as its callers may be told them. */
  judge(log: string, proposals: readonly Proposal[], outcomes: readonly Outcome[]): readonly Outcome[] {
    if (outcomes.some((outcome, index) => isAppended(outcome, proposals[index]))) this.#forget(log);
    return outcomes.map((outcome, index) => {
      const name = nameOf(proposals[index]);
      if (name === null) return outcome;
      if ('answer' in outcome) this.#close(log, name);
      else if (isUnknown(outcome.error)) this.#open(log, name);
      else if (this.#names.get(log)?.has(name)) return { error: outcomeUnknown(outcome.error) };
      return outcome;
    });
  }

  #open(log: string, name: string): void {
    const names = this.#names.get(log) ?? new Set();
    this.#names.delete(log);
    this.#names.set(log, names);
    if (!names.has(name)) this.#count += 1;
    names.add(name);
    const [oldest] = this.#names.keys();
    if (this.#count > OPEN_MAX_COUNT && oldest !== undefined) this.#forget(oldest);
  }

  #close(log: string, name: string): void {
    const names = this.#names.get(log);
    if (!names?.delete(name)) return;
    this.#count -= 1;
    if (names.size === 0) this.#names.delete(log);
  }

  #forget(log: string): void {
    this.#count -= this.#names.get(log)?.size ?? 0;
    this.#names.delete(log);
  }
}

function nameOf(proposal: Proposal | undefined): string | null {
  if (!proposal?.idempotency) return null;
  const { caller, tool, idempotency } = proposal;
  return answerName({ principal: caller.principal, tool, key: idempotency.key });
}

/** Whether the log moved on: a repeated answer, and no change without a key, append nothing. */
function isAppended(outcome: Outcome, proposal: Proposal | undefined): boolean {
  if (!('answer' in outcome) || outcome.answer.replayed) return false;
  return outcome.answer.changes.length > 0 || proposal?.idempotency != null;
}

function isUnknown(error: unknown): boolean {
  return error instanceof Refusal && error.extras.isOutcomeUnknown === true;
}
