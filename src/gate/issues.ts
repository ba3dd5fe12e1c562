import { type Issue, invalidInput, Refusal } from '../refusals/refusal.js';
import { ISSUES_MAX_COUNT } from '../text/budget.js';
import { render } from '../text/render.js';
import { RUNTIME_KEY } from './hints/no_argument.js';

/** The next step of a model whose own part of the call is right. */
const NOT_BY_MODEL = [
  'You did nothing wrong, and to repeat the call does not help:',
  'tell your user what the runtime adds. This call stored nothing.',
].join(' ');

/**
 * The issues of one input: one for each path, at most ISSUES_MAX_COUNT, the last one saying so when there are
 * more. The others are counted.
 */
export class Issues {
  readonly #byPath = new Map<string, Issue>();
  #left = 0;

  static of(issues: readonly Issue[]): Issues {
    const made = new Issues();
    made.addAll(issues);
    return made;
  }

  /** Of faults of which a caller can send any number: only those are made that are shown. */
  static ofEach<Fault>(faults: readonly Fault[], toIssue: (fault: Fault) => Issue): Issues {
    const made = new Issues();
    for (const fault of faults) {
      if (made.isFull) made.count(1);
      else made.add(toIssue(fault));
    }
    return made;
  }

  /** True when a further issue would be counted only: to make it is of no use, `count` is cheaper. */
  get isFull(): boolean {
    return this.#byPath.size >= ISSUES_MAX_COUNT;
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** Counts issues of further paths that are not shown. */
  count(issues: number): void {
    this.#left += issues;
  }

  /**
   * Keeps the first issue of a path, but what a schema says of a number is more exact than that it is too
   * large, and a later issue may know what to send in place of a text that is refused or not there.
   */
  add(issue: Issue): void {
    const earlier = this.#byPath.get(issue.path);
    if (earlier?.code === 'unicode' || earlier?.code === 'required')
      this.#byPath.set(issue.path, withSuggestionOf(earlier, issue));
    if (earlier?.code === 'implied' && issue.code === 'implied')
      this.#byPath.set(issue.path, withFieldsOf(earlier, issue));
    // Names that are the same as far as they are shown are names apart.
    if (earlier?.code === 'unknown_key' && issue.path.endsWith('…"]')) this.count(1);
    if (earlier && earlier.code !== 'number') return;
    if (!earlier && this.isFull) this.count(1);
    else this.#byPath.set(issue.path, issue);
  }

  addAll(issues: readonly Issue[]): void {
    for (const issue of issues) this.add(issue);
  }

  get isEmpty(): boolean {
    return this.#byPath.size === 0;
  }

  toRefusal(): Refusal {
    const refusal = invalidInput(this.toArray(), this.#byPath.size + this.#left);
    const isRuntimes =
      this.#left === 0 && [...this.#byPath.values()].every(({ code }) => code === RUNTIME_KEY);
    if (!isRuntimes) return refusal;
    return new Refusal(refusal.code, refusal.message, { ...refusal.extras, hint: NOT_BY_MODEL });
  }

  toArray(): Issue[] {
    const all = [...this.#byPath.values()];
    if (this.#left === 0) return all;
    const shown = all.slice(0, ISSUES_MAX_COUNT - 1);
    const these = shown.length === 1 ? 'this one; correct it' : `these ${shown.length}; correct these`;
    return [...shown, { path: '', code: 'more', message: `There are more issues than ${these} first.` }];
  }
}

/** Several fields are to be emptied by one argument. */
function withFieldsOf(issue: Issue, { suggestion }: Issue): Issue {
  if (!Array.isArray(issue.suggestion) || !Array.isArray(suggestion)) return issue;
  const all = [...new Set([...issue.suggestion, ...suggestion])];
  return { ...issue, message: `${issue.path} ${render(all)} empties them; send it.`, suggestion: all };
}

function withSuggestionOf(issue: Issue, { suggestion, message }: Issue): Issue {
  if (suggestion === undefined || issue.suggestion !== undefined) return issue;
  return { ...issue, message: issue.code === 'required' ? message : issue.message, suggestion };
}
