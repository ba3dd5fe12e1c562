import { Refusal } from '../refusals/refusal.js';
import type { Status, TaskRecord } from './task.js';

const CLOSED: ReadonlySet<Status> = new Set(['done', 'cancelled']);
const NEEDS_CLEAR_WAY: ReadonlySet<Status> = new Set(['in_progress', 'done']);

/** done and cancelled are closed; only task_reopen leaves them. */
export function isClosed(status: Status): boolean {
  return CLOSED.has(status);
}

/** True when a task with this status must not wait for an open blocker. */
export function needsClearWay(status: Status): boolean {
  return NEEDS_CLEAR_WAY.has(status);
}

/** True while the task holds up those that wait for it. A deleted task holds up nobody. */
export function isOpen(task: Pick<TaskRecord, 'status' | 'deletedAt'>): boolean {
  return !isClosed(task.status) && task.deletedAt === null;
}

/** @throws Refusal ILLEGAL_TRANSITION when a closed task is to get another status by an update. */
export function requireLegalTransition(task: TaskRecord, to: Status): void {
  if (to === task.status || !isClosed(task.status)) return;
  const id = task.number;
  throw new Refusal(
    'ILLEGAL_TRANSITION',
    `#${id} is ${task.status}, which is closed; it cannot become ${to} by an update.`,
    {
      hint: `If the work on #${id} starts again, call task_reopen with id "${id}", expectedVersion ${task.version} and a reason.`,
    },
  );
}
