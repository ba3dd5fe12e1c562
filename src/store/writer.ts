import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, decideBatch, type Outcome, type Proposal } from '../domain/batch.js';
import { mergeNeeds } from '../domain/needs.js';
import { Snapshot } from '../domain/snapshot.js';
import { Refusal } from '../errors.js';
import { append } from './append.js';
import { type Database, DatabaseFault, type Engine, type Statement } from './database.js';
import { contention, notSent, outcomeUnknown, toRefusal } from './faults.js';
import { load, type Wanted } from './load.js';

export interface WriterOptions {
  readonly idempotencyTtlHours: number;
}

/** More would make one statement long; 32 waiting writers already share the cost of one. */
const BATCH_MAX_INTENTS = 64;
/** A queue this long means seconds of waiting: better told to come back. */
const QUEUE_MAX_INTENTS = 5_000;
/** Rounds that other processes may win before this one holds the head row. */
const OPTIMISTIC_ROUNDS = 4;
/** Upper bound of the pause before round n + 1 is this times 2^n: long enough for the winner to finish. */
const ROUND_PAUSE_MS = 5;
/** A broken connection is worth one more try at once: the server is often there. */
const FAULTS_MAX_COUNT = 1;
/**
 * An append whose answer was lost is looked for longer: a restart takes seconds, and its caller cannot tell
 * whether it landed.
 */
const LOOKUP_BUDGET_MS = 4_000;
/** Pause after the nth fault is n times this. */
const FAULT_PAUSE_MS = 100;

interface Waiting {
  readonly proposal: Proposal;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** An append that was sent, and what its callers are told if it landed. */
interface Attempt {
  readonly commitId: string;
  readonly loadedVersion: number;
  readonly outcomes: readonly Outcome[];
}

/**
 * Puts the writes of this process to each list in a row. Those that arrive while an append is under way are
 * decided one after the other on one snapshot and appended together; between processes the guard of the
 * append decides.
 */
export class Writer {
  readonly #queues = new Map<string, Waiting[]>();

  constructor(
    private readonly engine: Engine,
    private readonly options: WriterOptions,
  ) {}

  /** @throws Refusal */
  submit(list: string, proposal: Proposal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { proposal, resolve, reject };
      const queue = this.#queues.get(list);
      if (!queue) {
        this.#queues.set(list, [waiting]);
        void this.#drain(list);
      } else if (queue.length < QUEUE_MAX_INTENTS) {
        queue.push(waiting);
      } else {
        reject(contention(`${QUEUE_MAX_INTENTS} writes to the list "${list}" wait already.`));
      }
    });
  }

  async #drain(list: string): Promise<void> {
    const queue = this.#queues.get(list) ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX_INTENTS);
      try {
        settle(batch, await this.#commit(list, batch));
      } catch (error) {
        rejectAll(batch, error);
        // Those that waited behind it have waited as long, and nothing of theirs was sent.
        if (error instanceof Refusal) rejectAll(queue.splice(0), notSent(error));
      }
    }
    this.#queues.delete(list);
  }

  /** @throws Refusal when the database did not let the batch through */
  async #commit(list: string, batch: readonly Waiting[]): Promise<readonly Outcome[]> {
    const proposals = batch.map(({ proposal }) => proposal);
    try {
      return await new Commit(this.engine, list, proposals, this.options).run();
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      if (error.kind !== 'rejected') throw toRefusal(error);
      if (batch.length === 1) return [{ error: toRefusal(error) }];
      // One intent that the database refuses must not spoil its neighbours.
      const alone: Outcome[] = [];
      for (const waiting of batch) alone.push(...(await this.#commit(list, [waiting])));
      return alone;
    }
  }
}

function settle(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
  batch.forEach(({ resolve, reject }, index) => {
    const outcome = outcomes[index];
    if (outcome && 'answer' in outcome) resolve(outcome.answer);
    else reject(outcome?.error ?? new Error('A batch has an outcome for each intent.'));
  });
}

function rejectAll(waiting: readonly Waiting[], error: unknown): void {
  for (const { reject } of waiting) reject(error);
}

/** The commit of one batch: rounds of load, decide, append, until one is through. */
class Commit {
  readonly #attempts: Attempt[] = [];
  #faults = 0;
  #firstFaultAt: number | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly list: string,
    private readonly proposals: readonly Proposal[],
    private readonly options: WriterOptions,
  ) {}

  /** @throws Refusal or DatabaseFault when no round came through */
  async run(): Promise<readonly Outcome[]> {
    for (let lost = 0; lost <= OPTIMISTIC_ROUNDS; ) {
      try {
        const outcomes = await (lost < OPTIMISTIC_ROUNDS ? this.#round(this.engine) : this.#holdRound());
        if (outcomes) return outcomes;
        lost += 1;
        await sleep(Math.random() * ROUND_PAUSE_MS * 2 ** lost);
      } catch (error) {
        if (!(error instanceof DatabaseFault)) throw error;
        if (error.kind === 'raced') lost += 1;
        else await this.#endure(error);
      }
    }
    throw contention(`Other writers were faster at the list "${this.list}" again and again.`);
  }

  /** One load, decide, append. null when another process was first. */
  async #round(database: Database): Promise<readonly Outcome[] | null> {
    const loaded = await load(database, this.list, this.#wanted());
    const landed = this.#attempts.find(({ commitId }) => loaded.landed.includes(commitId));
    if (landed) return landed.outcomes;

    const snapshot = new Snapshot(this.list, loaded);
    const { outcomes, writes } = decideBatch(snapshot, this.proposals);
    if (writes.entries.length === 0 && writes.answers.length === 0) return outcomes;

    const attempt = { commitId: randomUUID(), loadedVersion: loaded.head.version, outcomes };
    const done = await this.#try(attempt, () =>
      append(database, snapshot, writes, { ...attempt, ...this.options }),
    );
    return done ? outcomes : null;
  }

  /** Keeps everybody else out of the list for one round, so that progress is certain. */
  async #holdRound(): Promise<readonly Outcome[] | null> {
    let outcomes: readonly Outcome[] | null = null;
    await this.engine.hold(async (database) => {
      await database.query(ENSURE_HEAD, [this.list]);
      await database.query(HOLD_HEAD, [this.list]);
      outcomes = await this.#round(database);
      return outcomes !== null;
    });
    return outcomes;
  }

  /** Remembers an attempt until it is certain that it did not land. */
  async #try(attempt: Attempt, send: () => Promise<boolean>): Promise<boolean> {
    this.#attempts.push(attempt);
    try {
      const done = await send();
      if (!done) this.#attempts.pop();
      return done;
    } catch (error) {
      if (!(error instanceof DatabaseFault) || error.kind !== 'unknown') this.#attempts.pop();
      throw error;
    }
  }

  #wanted(): Wanted {
    const keyed = this.proposals.flatMap(({ caller, tool, idempotency }) =>
      idempotency ? [{ principal: caller.principal, tool, key: idempotency.key }] : [],
    );
    const [first] = this.#attempts;
    return {
      needs: mergeNeeds(this.proposals.map(({ needs }) => needs)),
      answers: keyed,
      landed: first
        ? { commitIds: this.#attempts.map(({ commitId }) => commitId), afterVersion: first.loadedVersion }
        : null,
    };
  }

  /** Waits for a database that was lost to come back, or gives up. @throws Refusal or the fault itself */
  async #endure(fault: DatabaseFault): Promise<void> {
    if (fault.kind === 'rejected' || fault.kind === 'timeout') throw fault;
    this.#faults += 1;
    this.#firstFaultAt ??= performance.now();
    if (this.#attempts.length === 0) {
      if (this.#faults > FAULTS_MAX_COUNT) throw fault;
    } else if (performance.now() - this.#firstFaultAt > LOOKUP_BUDGET_MS) {
      throw outcomeUnknown(fault);
    }
    await sleep(FAULT_PAUSE_MS * this.#faults);
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
