import type { Task } from './task.js';

/** A field that changed since the version that a stale write names: its value now, and who set it. */
export interface ChangedField {
  readonly field: string;
  readonly to: unknown;
  /** Code points of the text, where `to` holds only its beginning. */
  readonly toLength?: number;
  readonly by: string;
  readonly at: string;
  readonly taskVersion: number;
}

export interface Blocker {
  readonly id: string;
  readonly status: string;
  readonly subject: string;
}

declare module '../refusals/refusal.js' {
  /** What the rules of tasks add. */
  interface RefusalExtras {
    /** The task as it is now. */
    readonly current?: Task;
    readonly changedSince?: readonly ChangedField[];
    readonly blockers?: readonly Blocker[];
    /** The tasks of a cycle: ids, the first one again at the end. */
    readonly path?: readonly string[];
  }
}
