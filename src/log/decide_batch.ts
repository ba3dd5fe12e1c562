import { Refusal } from '../refusals/refusal.js';
import type { AuditEntry, FieldChange, TaskChange } from '../tasks/changes.js';
import type { Needs } from '../tasks/needs.js';
import type { Snapshot } from '../tasks/snapshot.js';
import type { Caller } from './caller.js';

/** What a decision comes to: the canonical value, and the changes that make it true, in their order. */
export interface Decision {
  readonly value: unknown;
  readonly changes: readonly TaskChange[];
  /** The number of what the value is about, whose version a replay tells; null where it is about nothing. */
  readonly subject: number | null;
}

/** One validated write, ready to be decided on a snapshot. */
export interface Proposal {
  readonly tool: string;
  readonly caller: Caller;
  readonly needs: Needs;
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
  /** Pure. @throws Refusal when the rules do not allow it; then nothing of it is applied. */
  decide(snapshot: Snapshot): Decision;
}

/**
 * A value that is stored, with the fields that changed, or the stored answer of the call that had the same
 * key first.
 */
export interface Answer {
  readonly value: unknown;
  readonly changes: readonly FieldChange[];
  readonly replayed: boolean;
  /** The version that the task of a replayed answer has now; null when it is not a replay. */
  readonly versionNow: number | null;
}

export type Outcome = { readonly answer: Answer } | { readonly error: unknown };

/**
 * An answer to be kept under its idempotency key. `version` is the list version of its last audit row;
 * 0 when nothing changed.
 */
export interface AnswerToKeep {
  readonly principal: string;
  readonly tool: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly value: unknown;
  readonly version: number;
  readonly subject: number | null;
}

/** What a batch writes, in the order it was decided. */
export interface Writes {
  readonly changes: readonly TaskChange[];
  readonly entries: readonly AuditEntry[];
  readonly answers: readonly AnswerToKeep[];
}

/** Names a stored answer within its list. No part can hold a line break. */
export function answerName(principal: string, tool: string, key: string): string {
  return `${principal}\n${tool}\n${key}`;
}

/**
 * Decides proposals one after the other on one snapshot, which it moves on. Each has its own outcome: one
 * that is refused leaves no trace and does not spoil its neighbours.
 */
export function decideBatch(
  snapshot: Snapshot,
  proposals: readonly Proposal[],
): { outcomes: Outcome[]; writes: Writes } {
  const writes = { changes: [] as TaskChange[], entries: [] as AuditEntry[], answers: [] as AnswerToKeep[] };
  const outcomes = proposals.map((proposal): Outcome => {
    try {
      return { answer: replay(snapshot, proposal) ?? accept(snapshot, proposal, writes) };
    } catch (error) {
      return { error };
    }
  });
  return { outcomes, writes };
}

function replay(snapshot: Snapshot, { idempotency, caller, tool }: Proposal): Answer | null {
  if (!idempotency) return null;
  const stored = snapshot.answers.get(answerName(caller.principal, tool, idempotency.key));
  if (!stored) return null;
  if (stored.fingerprint !== idempotency.fingerprint) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      `${tool} was called with this idempotencyKey and other arguments before.`,
    );
  }
  const subject = stored.subject === null ? undefined : snapshot.findReference(stored.subject);
  const versionNow = subject?.version ?? null;
  return { value: stored.value, changes: stored.changes, replayed: true, versionNow };
}

function accept(
  snapshot: Snapshot,
  proposal: Proposal,
  writes: { changes: TaskChange[]; entries: AuditEntry[]; answers: AnswerToKeep[] },
): Answer {
  const { value, changes: decided, subject } = proposal.decide(snapshot);
  const { caller, tool, idempotency } = proposal;
  const changes = decided.flatMap(({ fields }) => fields);
  for (const change of decided) {
    const entry = toEntry(snapshot, change, proposal);
    snapshot.apply(change, entry);
    writes.changes.push(change);
    writes.entries.push(entry);
  }
  if (idempotency) {
    const { key, fingerprint } = idempotency;
    const version = decided.length > 0 ? snapshot.head.version : 0;
    writes.answers.push({ principal: caller.principal, tool, key, fingerprint, value, version, subject });
    snapshot.answers.set(answerName(caller.principal, tool, key), {
      fingerprint,
      value,
      changes,
      subject,
    });
  }
  return { value, changes, replayed: false, versionNow: null };
}

function toEntry(snapshot: Snapshot, change: TaskChange, { caller, tool }: Proposal): AuditEntry {
  return {
    version: snapshot.head.version + 1,
    number: change.after.number,
    taskVersion: change.after.version,
    action: change.action,
    changes: change.fields,
    reason: change.reason,
    caller,
    tool,
    at: snapshot.now,
  };
}
