import type { Database, Statement } from '../database/database.js';
import { entryRow, insertEntries } from './audit.js';
import type { Outcome, Writes } from './decide_batch.js';
import {
  type AppendParts,
  composedText,
  type Guard,
  type LogDefinition,
  type LogState,
  perLog,
} from './definition.js';
import { insertAnswers } from './idempotency.js';

export interface AppendOptions {
  /** Kept by the head and the audit rows: tells whether an append whose answer was lost did land. */
  readonly commitId: string;
  readonly idempotencyTtlHours: number;
}

/**
 * An append that starts later than this after its load writes nothing. It is less than the client's patience
 * with a statement, so that a statement that lay in the socket of a stopped server cannot land after its
 * caller was told that it did not.
 */
const APPEND_DEADLINE_MS = 2_500;

/**
 * The statement that applies what a batch decided, if the head is still what it was decided on. It resolves
 * with false when it is not: then nothing was written. @throws DatabaseFault
 */
export function prepareAppend(
  log: LogDefinition,
  state: LogState,
  writes: Writes,
  options: AppendOptions,
): (database: Database) => Promise<boolean> {
  const { statement, parameters } = composeAppend(log, state, writes, options);
  return async (database) => (await database.query(statement, parameters)).length > 0;
}

function composeAppend(
  log: LogDefinition,
  state: LogState,
  { changes, entries, answers }: Writes,
  { commitId, idempotencyTtlHours }: AppendOptions,
): { statement: Statement; parameters: unknown[] } {
  const { key, guard, now, version } = state;
  const head = [guard.version, guard.commitId, commitId, now, guard.loadedAt, version, ...log.headOf(state)];
  const parameters: unknown[] = [key, ...head];
  const names: string[] = [];
  const texts: string[] = [headPart(log)];
  const parts: AppendParts = {
    bind: (value) => `$${parameters.push(value)}`,
    add(name, rows, part) {
      if (rows.length === 0) return;
      names.push(name);
      texts.push(`${name} AS (${part(() => `${parts.bind(JSON.stringify(rows))}::json`)})`);
    },
  };
  log.append(state, changes, parts);
  const rows = entries.map((entry) => entryRow(log, entry));
  parts.add('logged', rows, (json) => insertEntries(log)(json()));
  parts.add('kept', answers, (json) => insertAnswers(log)(json(), parts.bind(idempotencyTtlHours)));
  const name = `append_${names.join('_')}@${log.name}`;
  const text = composedText(log)(name, () => `WITH ${texts.join(',\n')}\nSELECT version FROM head`);
  return { statement: { name, text, lane: 'write' }, parameters };
}

/** Where the values of the log's own head columns begin. */
const OWN_FROM = 8;

/** The guard: without a row from here, no other part of the statement has anything to write. */
const headPart = perLog(({ tables: { key, head }, headColumns }) => {
  const names = headColumns.map(({ name }) => `, ${name}`).join('');
  const values = headColumns.map(({ type }, index) => `, $${OWN_FROM + index}::${type}`).join('');
  const updates = headColumns.map(({ name }) => `, ${name} = EXCLUDED.${name}`).join('');
  return `head AS (
  INSERT INTO ${head} AS current (${key}, version, created_at, updated_at, commit_id${names})
  SELECT $1::text, $7::int, $5::timestamptz, $5::timestamptz, $4::uuid${values}
  WHERE now() >= $6::timestamptz AND now() < $6::timestamptz + interval '${APPEND_DEADLINE_MS} milliseconds'
    AND ($2::int = 0 AND $3::uuid IS NULL OR EXISTS (SELECT FROM ${head} WHERE ${key} = $1))
  ON CONFLICT (${key}) DO UPDATE SET version = EXCLUDED.version, updated_at = EXCLUDED.updated_at,
    commit_id = EXCLUDED.commit_id${updates}
  WHERE current.version = $2::int AND current.commit_id IS NOT DISTINCT FROM $3::uuid
  RETURNING version)`;
});

/** A log that nobody wrote to has no row to hold yet. */
export const ensureHead = perLog(({ name, tables: { key, head }, headColumns }): Statement => {
  const names = headColumns.map((column) => `, ${column.name}`).join('');
  const values = headColumns.map(({ initial, type }) => `, '${initial}'::${type}`).join('');
  return {
    name: `ensure_head@${name}`,
    lane: 'write',
    text: `INSERT INTO ${head} (${key}, version, created_at, updated_at${names})
    VALUES ($1, 0, date_trunc('milliseconds', now()), date_trunc('milliseconds', now())${values})
    ON CONFLICT (${key}) DO NOTHING`,
  };
});

export const holdHead = perLog(
  ({ name, tables: { key, head } }): Statement => ({
    name: `hold_head@${name}`,
    lane: 'write',
    text: `SELECT version FROM ${head} WHERE ${key} = $1 FOR UPDATE`,
  }),
);

/** An append that was sent, and what its callers are told if it landed. */
export interface Attempt {
  readonly commitId: string;
  readonly guard: Guard;
  /** The version of the head if it landed. */
  readonly version: number;
  readonly outcomes: readonly Outcome[];
}

/** What a load says about the attempts of a batch. */
interface Evidence {
  /** The head as the load found it. */
  readonly guard: Guard;
  /** The commit ids of those that did land. */
  readonly landed: readonly string[];
}

/**
 * The appends of one batch whose outcome is not known: each may have landed, may land later, or never. While
 * there is one, no intent of the batch may be refused for certain, nor start anew apart from its batch.
 */
export class UnknownAttempts {
  #attempts: Attempt[] = [];

  /** `onRuledOut` is told of each attempt of unknown outcome that turns out never to land. */
  constructor(private readonly onRuledOut: () => void) {}

  get isEmpty(): boolean {
    return this.#attempts.length === 0;
  }

  add(attempt: Attempt): void {
    this.#attempts.push(attempt);
  }

  /** Forgets an attempt that certainly did not land. */
  remove(attempt: Attempt): void {
    this.#attempts = this.#attempts.filter((other) => other !== attempt);
  }

  /** What a load has to look for; null when nothing is unknown. */
  wanted(): { readonly commitIds: readonly string[]; readonly afterVersion: number } | null {
    if (this.isEmpty) return null;
    return {
      commitIds: this.#attempts.map(({ commitId }) => commitId),
      afterVersion: Math.min(...this.#attempts.map(({ guard }) => guard.version)),
    };
  }

  /**
   * The attempt that landed, if one did. Those whose guard the head has left behind can never land and are
   * forgotten; at most one of the others can, because they share a guard.
   */
  settle({ guard, landed }: Evidence): Attempt | null {
    // One that only kept answers has no audit row: the head names it while it is the last.
    const found = this.#attempts.find(
      ({ commitId }) => commitId === guard.commitId || landed.includes(commitId),
    );
    if (found) return found;
    const canLand = (attempt: Attempt) =>
      attempt.guard.version === guard.version && attempt.guard.commitId === guard.commitId;
    for (const attempt of this.#attempts) if (!canLand(attempt)) this.onRuledOut();
    this.#attempts = this.#attempts.filter(canLand);
    return null;
  }

  /** Whether one of the attempts, if it landed, stores the intent at this place of the batch. */
  mayStore(index: number): boolean {
    return this.#attempts.some(({ outcomes }) => {
      const outcome = outcomes[index];
      return outcome !== undefined && 'answer' in outcome && !outcome.answer.replayed;
    });
  }
}
