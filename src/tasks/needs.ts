/**
 * The rows that a decision needs, as task numbers. A batch loads the union of what its intents need, so that
 * each finds its rows as the intents before it left them.
 */
export interface Needs {
  /** Tasks with their blockers, with the tasks that wait for them, and with the edges between. */
  readonly tasks: readonly number[];
  /** Tasks of which only the record counts: the blockers that an intent names. */
  readonly references: readonly number[];
  /** Tasks of which every edge to a blocker counts, transitively: where a cycle could close. */
  readonly upstream: readonly number[];
  /** The changes of a task after a version, for a write that turns out to be stale. */
  readonly changesSince: readonly { readonly number: number; readonly version: number }[];
}

/** A stale write is told what the newest versions changed; older changes are in task_history. */
export const CHANGES_SINCE_MAX_VERSIONS = 20;

export const NO_NEEDS: Needs = { tasks: [], references: [], upstream: [], changesSince: [] };

/** The union of several needs. */
export function mergeNeeds(all: readonly Needs[]): Needs {
  const [only] = all;
  if (only && all.length === 1) return only;
  const union = (pick: (needs: Needs) => readonly number[]): number[] => [...new Set(all.flatMap(pick))];
  return {
    tasks: union((needs) => needs.tasks),
    references: union((needs) => needs.references),
    upstream: union((needs) => needs.upstream),
    changesSince: all.flatMap((needs) => needs.changesSince),
  };
}
