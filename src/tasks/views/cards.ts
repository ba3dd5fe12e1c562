import { CATALOG } from '../../refusals/catalog.js';
import type { Refusal } from '../../refusals/refusal.js';
import { cut } from '../../text/cut.js';
import type { Task } from '../task.js';
import { boundedChanges } from './bounded.js';
import type { DiffCard, ProblemCard, TaskCard, TasksCard, TimelineCard } from './card.js';
import type { HistoryPage } from './history_text.js';
import { shortSubject } from './line.js';
import type { Page } from './page.js';
import type { Effects } from './receipt.js';

/** Of a detail or a hint: a long sentence. What a caller sent and a message repeats is cut with it. */
export const SENTENCE_MAX_BYTES = 600;

const heading = (task: Task): string => `#${task.id} ${shortSubject(task.subject)}`;

/** One task as it is. */
export function taskCard(task: Task): TaskCard {
  return { card: 'task', title: heading(task), task };
}

/** One task after a write, and what the write did. */
export function diffCard(task: Task, effects: Effects = {}): DiffCard {
  const { changes = [], unblocked = [], blockedAgain = [] } = effects;
  const { unblockedCount = unblocked.length, blockedAgainCount = blockedAgain.length } = effects;
  return {
    card: 'diff',
    title: heading(task),
    task,
    changes: boundedChanges(changes),
    unblocked,
    unblockedCount,
    blockedAgain,
    blockedAgainCount,
  };
}

export function tasksCard({ list, version, counts, tasks, nextCursor }: Page): TasksCard {
  const title = `Tasks of ${list}`;
  return {
    card: 'tasks',
    title,
    list,
    version,
    counts,
    tasks,
    count: tasks.length,
    truncated: nextCursor !== null,
  };
}

export function timelineCard({ entries, nextCursor }: HistoryPage): TimelineCard {
  const newest = entries[0];
  const title = newest ? `History of #${newest.id}` : 'History';
  return { card: 'timeline', title, entries, count: entries.length, truncated: nextCursor !== null };
}

export function problemCard({ code, message, extras }: Refusal): ProblemCard {
  const { title, hint, retryable } = CATALOG[code];
  return {
    card: 'problem',
    code,
    title,
    detail: cut(message, SENTENCE_MAX_BYTES),
    hint: cut(extras.hint ?? hint, SENTENCE_MAX_BYTES),
    retryable,
  };
}
