import type { Issue, Refusal, RefusalExtras } from '../refusals/refusal.js';
import type { Blocker, ChangedField } from '../tasks/changes.js';
import { nameOf } from '../tasks/views/callers_words.js';
import { problemCard } from '../tasks/views/cards.js';
import { describeValue, shortSubject, taskLine } from '../tasks/views/line.js';
import { BLOCKERS_MAX_COUNT, CYCLE_ENDS_MAX_COUNT, SHORT_TEXT_MAX_CHARACTERS } from '../text/budget.js';
import { CUT_MARK, cut, oneLine } from '../text/quoting.js';

/** Of an issue: a long sentence with its example. What a caller sent and a message repeats is cut with it. */
const ISSUE_MAX_BYTES = 600;
/** Of what went wrong and of what to do next, so that there is room for an issue or two between them. */
const FRAME_LINE_MAX_BYTES = 400;
/** A key that a caller made up can be as long as the body. */
const PATH_MAX_BYTES = 100;
/** A principal and an agent name of usual length. */
const SIGNATURE_MAX_BYTES = 64;
/** "… and 12345678 more; they are named when these are corrected", with its line break. */
const MORE_MAX_CHARACTERS = 80;

/** What a model reads of a refusal: what is wrong, what there is, and as the last line what to do next. */
export function problemText(refusal: Refusal): string {
  const { code, message, extras } = refusal;
  const head = `${code}: ${sentence(message, FRAME_LINE_MAX_BYTES)}`;
  const now = extras.current ? [`Now: ${taskLine(extras.current)}`] : [];
  const names = namesLines(extras);
  const next = `Next: ${sentence(problemCard(refusal).hint, FRAME_LINE_MAX_BYTES)}`;
  const room = new Room([head, ...now, ...names, next]);
  return [
    head,
    ...room.fill(extras.issues, issueLine, WHERE.issues, extras.issuesCount),
    ...room.fill(extras.changedSince, changedLine, WHERE.changedSince),
    ...now,
    ...room.fill(
      extras.blockers?.slice(0, BLOCKERS_MAX_COUNT),
      blockerLine,
      WHERE.blockers,
      extras.blockers?.length,
    ),
    ...names,
    next,
  ].join('\n');
}

/** Where what is not shown is to be had. */
const WHERE = {
  issues: '; they are named when these are corrected',
  changedSince: '',
  blockers: '; task_get shows every one',
} as const;

/** What is left of the text beside the lines that it has in any case. */
class Room {
  #left: number;

  constructor(lines: readonly string[]) {
    this.#left = SHORT_TEXT_MAX_CHARACTERS - lines.reduce((sum, line) => sum + line.length + 1, 0);
  }

  /** The lines of as many items as there is room for, and how many more there are and where. */
  fill<Item>(
    items: readonly Item[] = [],
    toLine: (item: Item) => string,
    where: string,
    count = items.length,
  ): string[] {
    const lines: string[] = [];
    for (const item of items) {
      const line = toLine(item);
      if (line.length + 1 + MORE_MAX_CHARACTERS > this.#left) break;
      this.#left -= line.length + 1;
      lines.push(line);
    }
    if (count > lines.length) {
      lines.push(`${CUT_MARK} and ${count - lines.length} more${where}`);
      this.#left -= MORE_MAX_CHARACTERS;
    }
    return lines;
  }
}

/** Most messages begin with their path; the others get it put before them. */
function issueLine({ path, message }: Issue): string {
  const place = path === '' || message.startsWith(path) ? '' : `${cut(oneLine(path), PATH_MAX_BYTES)}: `;
  return `- ${place}${sentence(message, ISSUE_MAX_BYTES)}`;
}

function changedLine({ field, to, toLength, by, taskVersion }: ChangedField): string {
  const who = nameOf(by, SIGNATURE_MAX_BYTES);
  return `- ${oneLine(field)} → ${describeValue(field, to, toLength)} by ${who} (v${taskVersion})`;
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
  if (left > 0) steps.splice(CYCLE_ENDS_MAX_COUNT, left, `${CUT_MARK} ${left} more ${CUT_MARK}`);
  return steps.join(' → ');
}

function sentence(text: string, maxBytes: number): string {
  return cut(oneLine(text), maxBytes);
}
