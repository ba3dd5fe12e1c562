import { signature } from '../../log/caller.js';
import { firstThatFit } from '../../text/budget.js';
import { quoteWithin } from '../../text/one_line.js';
import type { HistoryEntry } from '../history.js';
import { boundedChanges } from './bounded.js';
import { nameOf } from './callers_words.js';
import { describeChanges } from './changes.js';
import { moreLine, pageMeasures } from './page.js';

/** One sentence; the value has the reason whole. */
const REASON_MAX_BYTES = 120;
/** A principal and an agent name of usual length. */
const SIGNATURE_MAX_BYTES = 64;

/** The value of task_history. */
export interface HistoryPage {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly nextCursor: string | null;
}

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
