import fc from 'fast-check';
import pg from 'pg';
import type { DatabaseFault, Engine, Statement, Transaction } from '../../../src/database/database.js';
import { toConnectFault, toFault } from '../../../src/database/faults.js';

/** What happens to one statement of the writer. */
export type Harm =
  | { readonly kind: 'none' }
  /** The connection is lost before the statement ran, or after it did. */
  | { readonly kind: 'lostBefore' | 'lostAfter' }
  /** The statement runs when so many others were sent; its caller has lost patience long before. */
  | { readonly kind: 'late'; readonly after: number }
  /** The statement holds the list in a commit that takes as long; its caller has lost patience. */
  | { readonly kind: 'stalled'; readonly after: number }
  | { readonly kind: 'noConnection' }
  /** The server answers with this SQLSTATE: nothing of the statement is kept. */
  | { readonly kind: 'refused'; readonly sqlState: string; readonly constraint?: string }
  /** Another process writes to the list first. */
  | { readonly kind: 'overtaken' };

const SQL_STATES = [
  '55P03', // lock not available
  '57014', // cancelled, or too slow
  '26000', // the server knows no such prepared statement
  '42P05', // or one already
  '53100', // disk full
  '25006', // read-only
  '53300', // too many connections
  '40001', // could not serialize
  '40P01', // deadlock
  '57P01', // the session was terminated
  'XX000', // internal error
];

const refused: fc.Arbitrary<Harm> = fc.oneof(
  fc.constantFrom(...SQL_STATES).map((sqlState) => ({ kind: 'refused' as const, sqlState })),
  fc.constant({ kind: 'refused' as const, sqlState: '23514', constraint: 'tasks_subject' }),
);

const later = (kind: 'late' | 'stalled') =>
  fc.integer({ min: 1, max: 12 }).map((after): Harm => ({ kind, after }));

/** One harm for each statement, in the order that they are sent, and what all later ones meet. */
export interface Harms {
  readonly inOrder: readonly Harm[];
  readonly afterwards: Harm;
}

const inOrder: fc.Arbitrary<Harm[]> = fc.array(
  fc.oneof(
    { arbitrary: fc.constant<Harm>({ kind: 'none' }), weight: 5 },
    { arbitrary: fc.constantFrom<Harm>({ kind: 'lostBefore' }, { kind: 'noConnection' }), weight: 2 },
    { arbitrary: fc.constant<Harm>({ kind: 'lostAfter' }), weight: 3 },
    { arbitrary: later('late'), weight: 2 },
    { arbitrary: later('stalled'), weight: 2 },
    { arbitrary: refused, weight: 4 },
    { arbitrary: fc.constant<Harm>({ kind: 'overtaken' }), weight: 3 },
  ),
  { maxLength: 40 },
);

/** Most faults pass. A writer must come to an end with those that stay, too. */
const afterwards: fc.Arbitrary<Harm> = fc.oneof(
  { arbitrary: fc.constant<Harm>({ kind: 'none' }), weight: 5 },
  { arbitrary: fc.constantFrom<Harm>({ kind: 'lostBefore' }, { kind: 'noConnection' }), weight: 1 },
  { arbitrary: refused, weight: 2 },
);

export const harms: fc.Arbitrary<Harms> = fc.record({ inOrder, afterwards });

/** How long a client waits for a statement (src/database/engine.ts). */
const PATIENCE_MS = 4_000;
const LOCK_WAIT_MS = 2_000;

export interface Surroundings {
  /** Time that passes while somebody waits. */
  pass(milliseconds: number): void;
  overtake(): Promise<void>;
}

interface Deferred {
  left: number;
  readonly holdsList: boolean;
  run(): Promise<unknown>;
}

/** An engine whose statements meet the harms given, one after the other, those of a transaction too. */
export class FaultyEngine implements Engine {
  readonly #harms: Harm[];
  #afterwards: Harm;
  readonly #deferred: Deferred[] = [];
  #isHeld = false;

  constructor(
    private readonly engine: Engine,
    harmsToCome: Harms,
    private readonly surroundings: Surroundings,
  ) {
    this.#harms = [...harmsToCome.inOrder];
    this.#afterwards = harmsToCome.afterwards;
  }

  query<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    const send = () => this.engine.query<Row>(statement, parameters);
    const stall = () => this.#stall((transaction) => transaction.query(statement, parameters));
    return this.#harmed(statement.name, send, stall);
  }

  async hold<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.engine.hold(async (transaction) => {
      try {
        return await work({
          query: (statement, parameters) =>
            this.#harmed(`held ${statement.name}`, () => {
              this.#isHeld ||= statement.name.startsWith('hold_head');
              return transaction.query(statement, parameters);
            }) as never,
          commit: () => this.#harmed('commit', () => transaction.commit()),
        });
      } finally {
        this.#isHeld = false;
      }
    });
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  /** Lets everything land that is on its way. */
  async settle(): Promise<void> {
    this.#harms.length = 0;
    this.#afterwards = { kind: 'none' };
    this.#isHeld = false;
    const inOrder = this.#deferred.splice(0).sort((a, b) => Number(b.holdsList) - Number(a.holdsList));
    for (const { run } of inOrder) await run().catch(() => undefined);
  }

  async #harmed<Result>(
    point: string,
    send: () => Promise<Result>,
    stall?: () => Promise<Deferred['run']>,
  ): Promise<Result> {
    if (!this.#isHeld) await this.#landDue();
    const isLocked = this.#deferred.some(({ holdsList }) => holdsList);
    if (isLocked && point !== 'commit' && !point.includes('load_')) {
      this.surroundings.pass(LOCK_WAIT_MS);
      throw answered('55P03');
    }
    const harm = this.#harms.shift() ?? this.#afterwards;
    switch (harm.kind) {
      case 'none':
        return send();
      case 'lostBefore':
        throw lost();
      case 'lostAfter':
        await send();
        throw lost();
      case 'noConnection':
        throw toConnectFault(new Error('connect ECONNREFUSED'));
      case 'refused':
        throw answered(harm.sqlState, harm.constraint);
      case 'overtaken':
        if (!isLocked && !this.#isHeld && !point.startsWith('held')) await this.surroundings.overtake();
        return send();
      case 'late':
        // What lies in the socket of a transaction never runs: its COMMIT was not sent.
        if (point.startsWith('append_'))
          this.#deferred.push({ left: harm.after, holdsList: false, run: send });
        throw lost();
      case 'stalled':
        if (point.startsWith('append_') && stall) {
          this.#deferred.push({ left: harm.after, holdsList: true, run: await stall() });
        }
        this.surroundings.pass(PATIENCE_MS);
        throw lost();
    }
  }

  /** Runs a statement up to its commit, which comes when what this resolves with is called. */
  async #stall(run: (transaction: Transaction) => Promise<unknown>): Promise<Deferred['run']> {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((started) => {
      ended = this.engine.hold(async (transaction) => {
        await run(transaction).finally(started);
        await gate;
        await transaction.commit();
      });
      ended.catch(started);
    });
    return () => {
      open();
      return ended;
    };
  }

  /** A statement that holds the list lets no other land before it. */
  async #landDue(): Promise<void> {
    const inOrder = [...this.#deferred].sort((a, b) => Number(b.holdsList) - Number(a.holdsList));
    for (const deferred of inOrder) {
      deferred.left -= 1;
      if (deferred.left > 0 && deferred.holdsList) return;
      if (deferred.left > 0) continue;
      this.#deferred.splice(this.#deferred.indexOf(deferred), 1);
      await deferred.run().catch(() => undefined);
    }
  }
}

const lost = (): DatabaseFault => toFault(new Error('Connection terminated unexpectedly'));

function answered(sqlState: string, constraint?: string): DatabaseFault {
  const error = new pg.DatabaseError('said by the test', 1, 'error');
  return toFault(Object.assign(error, { code: sqlState, severity: 'ERROR', constraint }));
}
