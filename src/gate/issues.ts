import type { Issue } from '../errors.js';

/** More than a caller corrects at a time; it bounds the answer to an input of a million faults. */
export const ISSUES_MAX_COUNT = 50;

/**
 * The issues of one input: one for each path, at most ISSUES_MAX_COUNT, the last one saying so when there are
 * more.
 */
export class Issues {
  readonly #byPath = new Map<string, Issue>();
  #overflowed = false;

  static of(issues: readonly Issue[]): Issues {
    const made = new Issues();
    made.addAll(issues);
    return made;
  }

  /** True once an issue was left out: to look for more is of no use. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /**
   * Keeps the first issue of a path, but what a schema says of a number is more exact than that it is too
   * large, and a later issue may know what to send in place of a text that is refused or not there.
   */
  add(issue: Issue): void {
    const earlier = this.#byPath.get(issue.path);
    if (earlier?.code === 'unicode' || earlier?.code === 'required')
      this.#byPath.set(issue.path, withSuggestionOf(earlier, issue));
    if (earlier && earlier.code !== 'number') return;
    if (!earlier && this.#byPath.size >= ISSUES_MAX_COUNT) this.#overflowed = true;
    else this.#byPath.set(issue.path, issue);
  }

  addAll(issues: readonly Issue[]): void {
    for (const issue of issues) this.add(issue);
  }

  get isEmpty(): boolean {
    return this.#byPath.size === 0;
  }

  toArray(): Issue[] {
    const all = [...this.#byPath.values()];
    if (!this.#overflowed) return all;
    const shown = ISSUES_MAX_COUNT - 1;
    const message = `There are more issues than these ${shown}; correct these first.`;
    return [...all.slice(0, shown), { path: '', code: 'more', message }];
  }
}

function withSuggestionOf(issue: Issue, { suggestion, message }: Issue): Issue {
  if (suggestion === undefined || issue.suggestion !== undefined) return issue;
  return { ...issue, message: issue.code === 'required' ? message : issue.message, suggestion };
}
