import { enumerateIds } from '../../text/cut.js';
import type { Task, TaskSummary } from '../task.js';
import { nameOf, shown } from './callers_words.js';

/** A page of 50 lines with subjects of this length, the usual owner and a blocker or two stays under 6 kB. */
export const SUBJECT_LINE_MAX_BYTES = 80;
/** Agent names with an ordinal fit; a longer name stands whole in the text of its task. */
export const OWNER_LINE_MAX_BYTES = 32;
/** More ids do not help to choose; the text of the task has them all. */
export const BLOCKERS_LINE_MAX_COUNT = 5;

/** Of a whole line; so it is in UTF-16 units, too. */
export const LINE_MAX_BYTES = 260;

/** The subject on one line, as every line about its task shows it. */
export function shortSubject(subject: string): string {
  return shown(subject, SUBJECT_LINE_MAX_BYTES);
}

/** `#3 v1 [pending] Write tests !high @agent-7 [blocked by #1, #2]`: one line of at most LINE_MAX_BYTES. */
export function taskLine(task: Task | TaskSummary): string {
  const { id, version, status, priority, owner, openBlockers, deletedAt } = task;
  const state = deletedAt === null ? status : `${status}, deleted`;
  let line = `#${id} v${version} [${state}] ${shortSubject(task.subject)}`;
  if (priority !== 'normal') line += ` !${priority}`;
  if (owner !== null) line += ` @${nameOf(owner, OWNER_LINE_MAX_BYTES)}`;
  if (openBlockers.length > 0) line += ` [blocked by ${enumerateIds(openBlockers, BLOCKERS_LINE_MAX_COUNT)}]`;
  return line;
}
