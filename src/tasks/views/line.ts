import type { FieldChange } from '../../log/definition.js';
import { countCodePoints } from '../../schema/kinds.js';
import { EFFECTS_MAX_COUNT } from '../../text/budget.js';
import { cut, enumerateIds, enumerateWithin, oneLine, quoteWithin } from '../../text/quoting.js';
import type { Task, TaskSummary } from '../task.js';
import { NONE } from '../wording/printed.js';
import { nameOf, shown } from './callers_words.js';

/** A page of 50 lines with subjects of this length, the usual owner and a blocker or two stays under 6 kB. */
const SUBJECT_LINE_MAX_BYTES = 80;
/** Agent names with an ordinal fit; a longer name stands whole in the text of its task. */
const OWNER_LINE_MAX_BYTES = 32;
/** More ids do not help to choose; the text of the task has them all. */
const BLOCKERS_LINE_MAX_COUNT = 5;

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

/** Two or three usual changes; with the line of its task, a receipt of them stays under 200 bytes. */
export const CHANGES_MAX_BYTES = 120;
/** Two values of this length, before and after, fit the description of all changes. */
const VALUE_MAX_BYTES = 40;

/** `status pending → in_progress, owner none → agent-7`: one line, bounded; '' for no change. */
export function describeChanges(changes: readonly FieldChange[]): string {
  return enumerateWithin(changes.map(describeChange), CHANGES_MAX_BYTES);
}

function describeChange({ field, from, to, fromLength, toLength }: FieldChange): string {
  const name = oneLine(field);
  if (field === 'description' && typeof from === 'string' && typeof to === 'string') {
    return `${name} ${fromLength ?? countCodePoints(from)} → ${describeLength(to, toLength)}`;
  }
  const before = describeValue(field, from, fromLength);
  const after = describeValue(field, to, toLength);
  if (before !== after) return `${name} ${before} → ${after}`;
  // Both are cut, and what is left of them does not show the change.
  if (Array.isArray(from) && Array.isArray(to)) return `${name} ${describeItemsChanged(field, from, to)}`;
  return typeof from === 'string' && typeof to === 'string'
    ? `${name} ${before} (${describeEndChanged(from, to)})`
    : `${name} ${before} → ${after}`;
}

/** "197 → 77 characters", or from where on the text is another. */
function describeEndChanged(from: string, to: string): string {
  const [before, after] = [[...from], [...to]];
  if (before.length !== after.length) return `${before.length} → ${describeLength(to)}`;
  const same = before.findIndex((character, index) => character !== after[index]);
  return `changed after character ${same} of ${before.length}`;
}

/** "without [a], with [b]". */
function describeItemsChanged(field: string, from: readonly unknown[], to: readonly unknown[]): string {
  const lost = from.filter((item) => !to.includes(item));
  const added = to.filter((item) => !from.includes(item));
  const parts = [
    ...(lost.length > 0 ? [`without ${describeItems(field, lost)}`] : []),
    ...(added.length > 0 ? [`with ${describeItems(field, added)}`] : []),
  ];
  return parts.join(', ') || 'in another order';
}

/**
 * A field's value in few words on one line. A description is never shown, only its length in code points;
 * `length` is that of one of which only the beginning is at hand.
 */
export function describeValue(field: string, value: unknown, length?: number): string {
  if (field === 'description') return describeLength(value, length);
  if (value === null || value === undefined) return NONE;
  if (Array.isArray(value)) return describeItems(field, value);
  if (typeof value !== 'string') return cut(oneLine(textOf(value)), VALUE_MAX_BYTES);
  return field === 'subject' ? quoteWithin(value, VALUE_MAX_BYTES) : nameOf(value, VALUE_MAX_BYTES);
}

function describeItems(field: string, items: readonly unknown[]): string {
  if (items.length === 0) return NONE;
  const isIds = field === 'blockedBy';
  const texts = items
    .map(textOf)
    .map((item) => (isIds ? `#${oneLine(item)}` : nameOf(item, VALUE_MAX_BYTES)));
  return `[${enumerateWithin(texts, VALUE_MAX_BYTES)}]`;
}

/** JSON for all but strings: a stored object may have a member `toString` that is no function. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? NONE);
}

function describeLength(value: unknown, whole?: number): string {
  if (typeof value !== 'string') return NONE;
  const length = whole ?? countCodePoints(value);
  return length === 1 ? '1 character' : `${length} characters`;
}

/** Where the tasks that a write unblocked are looked up, those that are not named too. */
const WHERE_UNBLOCKED = ' (task_list with ready true shows what can start)';

/** What a write did beyond the state that its task is in now. */
export interface Effects {
  readonly changes?: readonly FieldChange[];
  /** The first of the tasks that wait for no open task any more, and how many there are. */
  readonly unblocked?: readonly string[];
  readonly unblockedCount?: number;
  /** The first of the tasks that wait for this one again, and how many there are. */
  readonly blockedAgain?: readonly string[];
  readonly blockedAgainCount?: number;
}

/** `Updated #3 v2 [in_progress] Write tests: status pending → in_progress; unblocked #4`: one line. */
export function receipt(verb: string, task: Task, effects: Effects = {}): string {
  const { changes = [], unblocked = [], blockedAgain = [] } = effects;
  let text = `${verb} ${taskLine(task)}`;
  if (changes.length > 0) text += `: ${describeChanges(changes)}`;
  if (unblocked.length > 0) {
    const isCut = (effects.unblockedCount ?? 0) > unblocked.length;
    text += `; unblocked ${enumerateIds(unblocked, EFFECTS_MAX_COUNT, effects.unblockedCount)}`;
    if (isCut) text += WHERE_UNBLOCKED;
  }
  if (blockedAgain.length > 0) {
    text += `; blocked again ${enumerateIds(blockedAgain, EFFECTS_MAX_COUNT, effects.blockedAgainCount)}`;
  }
  return text;
}

/** The receipt of a write that asked for what is already there. */
export function nothingChanged(task: Task): string {
  return `${taskLine(task)}: nothing changed`;
}

/**
 * The receipt of a stored answer that is given again, with the version that its task is at now where it has
 * moved on; `versionNow` is null where the task is not at hand.
 */
export function replay(
  text: string,
  about: Pick<Task, 'id' | 'version'> | null,
  versionNow: number | null,
): string {
  const answer = `Replay of a call that was stored before: ${text}`;
  if (about === null || versionNow === null || versionNow === about.version) return answer;
  return `${answer}. Task #${about.id} is now at version ${versionNow}.`;
}
