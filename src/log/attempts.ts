import type { Outcome } from './decide_batch.js';
import type { Guard } from './definition.js';

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
