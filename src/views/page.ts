import { type Counts, STATUSES, type TaskSummary } from '../domain/task.js';
import { taskLine } from './line.js';
import { quote } from './one_line.js';

/** The value of task_list. */
export interface Page {
  readonly list: string;
  readonly version: number;
  readonly counts: Counts;
  readonly tasks: readonly TaskSummary[];
  readonly nextCursor: string | null;
}

/** The head of the list, one line for each task of the page, and how to get the next page if there is one. */
export function pageText(page: Page): string {
  const lines = [headLine(page), ...page.tasks.map(taskLine)];
  if (page.tasks.length === 0) lines.push('No task matches.');
  if (page.nextCursor !== null) lines.push(moreLine('task_list', page.nextCursor));
  return lines.join('\n');
}

/** Names the call that goes on where a page ends. */
export function moreLine(tool: string, cursor: string): string {
  return `More: call ${tool} with the same arguments and cursor ${quote(cursor)}`;
}

function headLine({ list, version, counts }: Page): string {
  const parts = STATUSES.map((status) => `${counts[status]} ${status}`);
  return `${list} v${version}: ${parts.join(', ')}`;
}
