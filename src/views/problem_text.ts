import type { Blocker, ChangedField, Issue, Refusal, RefusalExtras } from '../errors.js';
import { problemCard } from './cards.js';
import { describeValue } from './changes.js';
import { cut } from './cut.js';
import { shortSubject, taskLine } from './line.js';
import { nameOf, oneLine } from './one_line.js';

/** More faults than one call can mend at once; the problem itself has them all. */
const LINES_MAX_COUNT = 20;
/** A long sentence with its example; what a caller sent and a message repeats is cut with it. */
const SENTENCE_MAX_BYTES = 600;
/** A key that a caller made up can be as long as the body. */
const PATH_MAX_BYTES = 100;
/** A principal and an agent name of usual length. */
const SIGNATURE_MAX_BYTES = 64;
/** A cycle can go through thousands of tasks: as many as this from its start, and from its end. */
const CYCLE_ENDS_MAX_COUNT = 10;

/** What a model reads of a refusal: what is wrong, what there is, and as the last line what to do next. */
export function problemText(refusal: Refusal): string {
  const { code, message, extras } = refusal;
  return [
    `${code}: ${sentence(message)}`,
    ...bounded(extras.issues, issueLine),
    ...bounded(extras.changedSince, changedLine),
    ...(extras.current ? [`Now: ${taskLine(extras.current)}`] : []),
    ...bounded(extras.blockers, blockerLine),
    ...namesLines(extras),
    `Next: ${sentence(problemCard(refusal).hint)}`,
  ].join('\n');
}

function bounded<Item>(items: readonly Item[] = [], toLine: (item: Item) => string): string[] {
  const lines = items.slice(0, LINES_MAX_COUNT).map(toLine);
  if (items.length > lines.length) lines.push(`… and ${items.length - lines.length} more`);
  return lines;
}

/** Most messages begin with their path; the others get it put before them. */
function issueLine({ path, message }: Issue): string {
  const place = path === '' || message.startsWith(path) ? '' : `${cut(oneLine(path), PATH_MAX_BYTES)}: `;
  return `- ${place}${sentence(message)}`;
}

function changedLine({ field, to, by, taskVersion }: ChangedField): string {
  const who = nameOf(by, SIGNATURE_MAX_BYTES);
  return `- ${oneLine(field)} → ${describeValue(field, to)} by ${who} (v${taskVersion})`;
}

function blockerLine({ id, status, subject }: Blocker): string {
  return `- #${id} [${status}] ${shortSubject(subject)}`;
}

function namesLines({ path, tools }: RefusalExtras): string[] {
  const lines: string[] = [];
  if (path) lines.push(`Path: ${describePath(path)}`);
  if (tools) lines.push(`Tools: ${tools.join(', ')}`);
  return lines;
}

/** "#1 → #4 → #1"; the middle of a long way is left out and counted. */
function describePath(path: readonly string[]): string {
  const steps = path.map((id) => `#${id}`);
  const left = steps.length - 2 * CYCLE_ENDS_MAX_COUNT;
  if (left > 0) steps.splice(CYCLE_ENDS_MAX_COUNT, left, `… ${left} more …`);
  return steps.join(' → ');
}

function sentence(text: string): string {
  return cut(oneLine(text), SENTENCE_MAX_BYTES);
}
