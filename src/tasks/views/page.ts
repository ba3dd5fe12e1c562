import { signature } from '../../log/caller.js';
import type { FieldChange } from '../../log/definition.js';
import { countCodePoints } from '../../schema/kinds.js';
import {
  CHANGED_TEXT_MAX_CHARACTERS,
  charactersOf,
  firstThatFit,
  type Measure,
  PAGE_FRAME_MAX_CHARACTERS,
  PAGE_VALUE_MAX_CHARACTERS,
  RESULT_MAX_CHARACTERS,
  TEXT_MAX_CHARACTERS,
} from '../../text/budget.js';
import { graphemesOf, quote, quoteWithin } from '../../text/quoting.js';
import type { ChangedField, HistoryEntry, HistoryPage } from '../changes.js';
import { SUMMARY_TEXT_FIELDS } from '../field_lists.js';
import type { Page, TaskSummary } from '../task.js';
import { STATUSES } from '../wording/values.js';
import { nameOf } from './callers_words.js';
import { describeChanges, LINE_MAX_BYTES, taskLine } from './line.js';

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

/** The texts of a summary that `summaryAtMost` does not name, which is faster; a status is a short word. */
const NAMED_TEXTS: readonly string[] = ['status', 'subject', 'owner', 'createdBy', 'updatedBy'];
const OTHER_TEXTS = SUMMARY_TEXT_FIELDS.filter((field) => !NAMED_TEXTS.includes(field));

/** A summary takes no more than this as JSON. */
function summaryAtMost(task: TaskSummary): number {
  const { list, subject, owner, createdBy, updatedBy, labels, blockedBy, openBlockers, blocks } = task;
  let units = list.length + subject.length + (owner?.length ?? 0) + createdBy.length + updatedBy.length;
  for (const field of OTHER_TEXTS) units += task[field]?.length ?? 0;
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
function moreLine(tool: string, cursor: string): string {
  return `More: call ${tool} with the same arguments and cursor ${quote(cursor)}`;
}

function headLine({ list, version, counts }: Page): string {
  const parts = STATUSES.map((status) => `${counts[status]} ${status}`);
  return `${list} v${version}: ${parts.join(', ')}`;
}

/** One sentence; the value has the reason whole. */
const REASON_MAX_BYTES = 120;
/** A principal and an agent name of usual length. */
const SIGNATURE_MAX_BYTES = 64;

/** One line for each change of a task, and how to get the older ones where there are any. */
export function historyText({ entries, nextCursor }: HistoryPage): string {
  const lines = entries.map(entryLine);
  if (lines.length === 0) lines.push('There is no change to show.');
  if (nextCursor !== null) lines.push(moreLine('task_history', nextCursor));
  return lines.join('\n');
}

/** As many of the changes, from the newest on, as text, value and result of a page have room for. */
export function entriesThatFit(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const bounded = entries.map((entry) => ({ ...entry, changes: boundedChanges(entry.changes) }));
  return [...firstThatFit(bounded, pageMeasures(bounded, entryLine))];
}

/** `v7 #3 v2 update by agent-7 at 2026-11-30T09:00:00.000Z: status pending → done (reason: "all green")` */
function entryLine(entry: HistoryEntry): string {
  const { version, id, taskVersion, action, changes, reason, at } = entry;
  const by = nameOf(signature(entry), SIGNATURE_MAX_BYTES);
  let line = `v${version} #${id} v${taskVersion} ${action} by ${by} at ${at}`;
  if (changes.length > 0) line += `: ${describeChanges(changes)}`;
  if (reason !== null) line += ` (reason: ${quoteWithin(reason, REASON_MAX_BYTES)})`;
  return line;
}

/**
 * The changes with their texts as far as an answer has room for; beside one that is cut stands how long it
 * is. Only a description of thousands of control characters is ever cut.
 */
export function boundedChanges<Change extends FieldChange>(changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    const from = boundedText(change.from);
    const to = boundedText(change.to);
    if (from === null && to === null) return change;
    return {
      ...change,
      ...(from && { from: from.text, fromLength: from.length }),
      ...(to && { to: to.text, toLength: to.length }),
    };
  });
}

/** The same for what changed since a stale version. */
export function boundedFields(fields: readonly ChangedField[]): ChangedField[] {
  return fields.map((field) => {
    const to = boundedText(field.to);
    return to ? { ...field, to: to.text, toLength: to.length } : field;
  });
}

/** null for what fits, or is no text. */
function boundedText(value: unknown): { readonly text: string; readonly length: number } | null {
  if (typeof value !== 'string' || charactersOf(value) <= CHANGED_TEXT_MAX_CHARACTERS) return null;
  return {
    text: beginning(value, CHANGED_TEXT_MAX_CHARACTERS - QUOTES_CHARACTERS, charactersInside),
    length: countCodePoints(value),
  };
}

const QUOTES_CHARACTERS = 2;
const charactersInside = (text: string): number => charactersOf(text) - QUOTES_CHARACTERS;

/**
 * The longest beginning of the text that takes at most `max`, cut between two graphemes; between two code
 * points where the first grapheme alone takes more, so that there is always something.
 */
export function beginning(text: string, max: number, sizeOf: (part: string) => number): string {
  const whole = within(graphemesOf(text), max, sizeOf);
  if (whole !== '') return whole;
  const [first = ''] = text;
  return within(text, max, sizeOf) || first;
}

function within(parts: Iterable<string>, max: number, sizeOf: (part: string) => number): string {
  const kept: string[] = [];
  let used = 0;
  for (const part of parts) {
    used += sizeOf(part);
    if (used > max) break;
    kept.push(part);
  }
  const whole = kept.join('');
  return sizeOf(whole) <= max ? whole : firstWithin(kept, max, sizeOf);
}

/** For parts that take more side by side than each alone: a character may be hidden only behind another. */
function firstWithin(parts: readonly string[], max: number, sizeOf: (part: string) => number): string {
  let [fits, tooMany] = [0, parts.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (sizeOf(parts.slice(0, middle).join('')) <= max) fits = middle;
    else tooMany = middle;
  }
  return parts.slice(0, fits).join('');
}
