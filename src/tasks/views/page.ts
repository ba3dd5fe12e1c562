import {
  charactersOf,
  firstThatFit,
  type Measure,
  PAGE_FRAME_MAX_CHARACTERS,
  PAGE_VALUE_MAX_CHARACTERS,
  RESULT_MAX_CHARACTERS,
  TEXT_MAX_CHARACTERS,
} from '../../text/budget.js';
import { quote } from '../../text/one_line.js';
import { type Counts, STATUSES, type TaskSummary } from '../task.js';
import { LINE_MAX_BYTES, taskLine } from './line.js';

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

/** As many of the tasks, from the first on, as text, value and result of a page have room for. */
export function tasksThatFit(tasks: readonly TaskSummary[]): readonly TaskSummary[] {
  return firstThatFit(tasks, pageMeasures(tasks, taskLine, PAGE_BOUNDS));
}

/** JSON writes any UTF-16 unit in at most six characters. */
const UNIT_MAX_CHARACTERS = 6;
/** The names of all fields, and all values of a bounded length. */
const SUMMARY_FRAME_MAX_CHARACTERS = 700;
/** An id or a label with its quotes and its comma. */
const ID_MAX_CHARACTERS = 12;
const LABEL_MAX_CHARACTERS = 53;

/** A summary takes no more than this as JSON. */
function summaryAtMost(task: TaskSummary): number {
  const { list, subject, owner, createdBy, updatedBy, labels, blockedBy, openBlockers, blocks } = task;
  const units = list.length + subject.length + (owner?.length ?? 0) + createdBy.length + updatedBy.length;
  const ids = blockedBy.length + openBlockers.length + blocks.length;
  return (
    SUMMARY_FRAME_MAX_CHARACTERS +
    UNIT_MAX_CHARACTERS * units +
    ID_MAX_CHARACTERS * ids +
    LABEL_MAX_CHARACTERS * labels.length
  );
}

/** What a line and a value take at most: known without writing them out. */
interface Bounds<Entry> {
  readonly line: number;
  value(entry: Entry): number;
}

/** Of a page of tasks. */
export const PAGE_BOUNDS: Bounds<TaskSummary> = { line: LINE_MAX_BYTES, value: summaryAtMost };

/**
 * What bounds a page: value and text end at the same entry. A result holds the text once, as JSON, and the
 * value twice, the second time as the card. With `bounds` a page that is surely short need not be written out
 * to be measured.
 */
export function pageMeasures<Entry>(
  entries: readonly Entry[],
  lineOf: (entry: Entry) => string,
  bounds?: Bounds<Entry>,
): Measure<Entry>[] {
  const textAtMost = entries.length * ((bounds?.line ?? Number.POSITIVE_INFINITY) + 1);
  const valueAtMost = bounds
    ? entries.reduce((sum, entry) => sum + bounds.value(entry), 0)
    : charactersOf(entries);
  const inText = (entry: Entry) => lineOf(entry).length + 1;
  const inValue = (entry: Entry) => charactersOf(entry) + 1;
  return [
    { max: TEXT_MAX_CHARACTERS - PAGE_FRAME_MAX_CHARACTERS, atMost: textAtMost, sizeOf: inText },
    { max: PAGE_VALUE_MAX_CHARACTERS - PAGE_FRAME_MAX_CHARACTERS, atMost: valueAtMost, sizeOf: inValue },
    {
      max: RESULT_MAX_CHARACTERS - 3 * PAGE_FRAME_MAX_CHARACTERS,
      // JSON escapes a character of a line by one more: a line holds no control character.
      atMost: 2 * textAtMost + 2 * valueAtMost,
      sizeOf: (entry) => charactersOf(lineOf(entry)) + 2 * inValue(entry),
    },
  ];
}

/** Names the call that goes on where a page ends. */
export function moreLine(tool: string, cursor: string): string {
  return `More: call ${tool} with the same arguments and cursor ${quote(cursor)}`;
}

function headLine({ list, version, counts }: Page): string {
  const parts = STATUSES.map((status) => `${counts[status]} ${status}`);
  return `${list} v${version}: ${parts.join(', ')}`;
}
