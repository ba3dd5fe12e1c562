import type { ErrorCode } from '../../refusals/catalog.js';
import type { FieldChange } from '../changes.js';
import type { HistoryEntry } from '../history.js';
import type { Counts, Task, TaskSummary } from '../task.js';

/** What a screen draws. A client chooses by `card`, never by the name of the tool that answered. */
export type Card = TaskCard | TasksCard | DiffCard | TimelineCard | ProblemCard;

/** One task, whole. */
export interface TaskCard {
  readonly card: 'task';
  readonly title: string;
  readonly task: Task;
}

/** A page of tasks. `truncated` is true when there are more than the `count` shown. */
export interface TasksCard {
  readonly card: 'tasks';
  readonly title: string;
  readonly list: string;
  readonly version: number;
  readonly counts: Counts;
  readonly tasks: readonly TaskSummary[];
  readonly count: number;
  readonly truncated: boolean;
}

/** What a write changed in one task, field by field, and what it did to the tasks that wait for it. */
export interface DiffCard {
  readonly card: 'diff';
  readonly title: string;
  readonly task: Task;
  readonly changes: readonly FieldChange[];
  /** The first of them, as in the value, and how many there are. */
  readonly unblocked: readonly string[];
  readonly unblockedCount: number;
  readonly blockedAgain: readonly string[];
  readonly blockedAgainCount: number;
}

/** What happened to one task, newest first. `truncated` is true when there are more than `count`. */
export interface TimelineCard {
  readonly card: 'timeline';
  readonly title: string;
  readonly entries: readonly HistoryEntry[];
  readonly count: number;
  readonly truncated: boolean;
}

export interface ProblemCard {
  readonly card: 'problem';
  readonly code: ErrorCode;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  readonly retryable: boolean;
}
