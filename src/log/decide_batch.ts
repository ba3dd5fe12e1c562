import { Refusal } from '../refusals/refusal.js';
import type { Caller } from './caller.js';
import type { FieldChange, LogDefinition, LogEntry, LogState } from './definition.js';
import { type AnswerToKeep, answerName } from './idempotency.js';

/** What a decision comes to: the canonical value, and the changes that make it true, in their order. */
export interface Decision<Change = unknown> {
  readonly value: unknown;
  readonly changes: readonly Change[];
  /** The number of what the value is about, whose version a replay tells; null where it is about nothing. */
  readonly subject: number | null;
}

/** One validated write, ready to be decided on a state of its log. */
export interface Proposal<Needs = unknown, State extends LogState = LogState, Change = unknown> {
  readonly tool: string;
  readonly caller: Caller;
  readonly needs: Needs;
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
  /** Pure. @throws Refusal when the rules do not allow it; then nothing of it is applied. */
  decide(state: State): Decision<Change>;
}

/**
 * A value that is stored, with the fields that changed, or the stored answer of the call that had the same
 * key first.
 */
export interface Answer {
  readonly value: unknown;
  readonly changes: readonly FieldChange[];
  readonly replayed: boolean;
  /** The version now of what a replayed answer is about; null when it is not a replay. */
  readonly versionNow: number | null;
}

export type Outcome = { readonly answer: Answer } | { readonly error: unknown };

/** What a batch writes, in the order it was decided. */
export interface Writes {
  readonly changes: readonly unknown[];
  readonly entries: readonly LogEntry[];
  readonly answers: readonly AnswerToKeep[];
}

interface Collected extends Writes {
  readonly changes: unknown[];
  readonly entries: LogEntry[];
  readonly answers: AnswerToKeep[];
}

/**
 * Decides proposals one after the other on one state, which it moves on. Each has its own outcome: one that
 * is refused leaves no trace and does not spoil its neighbours.
 */
export function decideBatch(
  log: Pick<LogDefinition, 'entryOf'>,
  state: LogState,
  proposals: readonly Proposal[],
): { outcomes: Outcome[]; writes: Writes } {
  const writes: Collected = { changes: [], entries: [], answers: [] };
  const outcomes = proposals.map((proposal): Outcome => {
    try {
      return { answer: replay(state, proposal) ?? accept(log, state, proposal, writes) };
    } catch (error) {
      return { error };
    }
  });
  return { outcomes, writes };
}

function replay(state: LogState, { idempotency, caller, tool }: Proposal): Answer | null {
  if (!idempotency) return null;
  const { key, fingerprint } = idempotency;
  const stored = state.answers.get(answerName({ principal: caller.principal, tool, key }));
  if (!stored) return null;
  if (stored.fingerprint !== fingerprint) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      `${tool} was called with this idempotencyKey and other arguments before.`,
    );
  }
  const { value, changes, subject } = stored;
  return { value, changes, replayed: true, versionNow: subject === null ? null : state.versionOf(subject) };
}

function accept(
  log: Pick<LogDefinition, 'entryOf'>,
  state: LogState,
  proposal: Proposal,
  writes: Collected,
): Answer {
  const { value, changes: decided, subject } = proposal.decide(state);
  const entries: LogEntry[] = [];
  for (const change of decided) {
    const entry = log.entryOf(change, stampOf(state, proposal));
    state.apply(change, entry);
    writes.changes.push(change);
    if (entry) entries.push(entry);
  }
  writes.entries.push(...entries);
  const [only] = entries;
  const changes = only && entries.length === 1 ? only.changes : entries.flatMap((entry) => entry.changes);
  const { caller, tool, idempotency } = proposal;
  if (idempotency) {
    const name = { principal: caller.principal, tool, key: idempotency.key };
    const { fingerprint } = idempotency;
    const version = entries.at(-1)?.version ?? 0;
    writes.answers.push({ ...name, fingerprint, value, version, entries: entries.length, subject });
    state.answers.set(answerName(name), { fingerprint, value, changes, subject });
  }
  return { value, changes, replayed: false, versionNow: null };
}

function stampOf(state: LogState, { caller, tool }: Proposal) {
  return { version: state.version + 1, caller, tool, at: state.now };
}
