import { outcomeUnknown } from '../database/faults.js';
import { Refusal } from '../refusals/refusal.js';
import type { Outcome, Proposal } from './decide_batch.js';
import { answerName } from './idempotency.js';

/** More calls than that do not wait to be known at once; the oldest are forgotten first. */
const OPEN_MAX_COUNT = 10_000;

/**
 * The keys of calls that may have been stored, though nobody could say. Until the list has moved on, which
 * proves that they landed before or never will, a repeat of such a call may be answered, but never be refused
 * for certain: its caller asks after the first one.
 */
export class OpenKeys {
  /** By list. */
  readonly #names = new Map<string, Set<string>>();
  #count = 0;

  /** The outcomes of a batch as its callers may be told them. */
  judge(list: string, proposals: readonly Proposal[], outcomes: readonly Outcome[]): readonly Outcome[] {
    if (outcomes.some((outcome, index) => isAppended(outcome, proposals[index]))) this.#forget(list);
    return outcomes.map((outcome, index) => {
      const name = nameOf(proposals[index]);
      if (name === null) return outcome;
      if ('answer' in outcome) this.#close(list, name);
      else if (isUnknown(outcome.error)) this.#open(list, name);
      else if (this.#names.get(list)?.has(name)) return { error: outcomeUnknown(outcome.error) };
      return outcome;
    });
  }

  #open(list: string, name: string): void {
    const names = this.#names.get(list) ?? new Set();
    this.#names.delete(list);
    this.#names.set(list, names);
    if (!names.has(name)) this.#count += 1;
    names.add(name);
    const [oldest] = this.#names.keys();
    if (this.#count > OPEN_MAX_COUNT && oldest !== undefined) this.#forget(oldest);
  }

  #close(list: string, name: string): void {
    const names = this.#names.get(list);
    if (!names?.delete(name)) return;
    this.#count -= 1;
    if (names.size === 0) this.#names.delete(list);
  }

  #forget(list: string): void {
    this.#count -= this.#names.get(list)?.size ?? 0;
    this.#names.delete(list);
  }
}

function nameOf(proposal: Proposal | undefined): string | null {
  if (!proposal?.idempotency) return null;
  const { caller, tool, idempotency } = proposal;
  return answerName({ principal: caller.principal, tool, key: idempotency.key });
}

/** Whether the list moved on: a repeated answer, and no change without a key, append nothing. */
function isAppended(outcome: Outcome, proposal: Proposal | undefined): boolean {
  if (!('answer' in outcome) || outcome.answer.replayed) return false;
  return outcome.answer.changes.length > 0 || proposal?.idempotency != null;
}

function isUnknown(error: unknown): boolean {
  return error instanceof Refusal && error.extras.isOutcomeUnknown === true;
}
