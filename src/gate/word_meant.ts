import { PRIORITIES, STATUSES } from '../tasks/fields.js';
import { isClosed } from '../tasks/task.js';
import { withoutCount } from './printed.js';
import { nearest } from './words.js';

/** The name of the field before its word: "Status: done", "TaskStatus.DONE", "by priority", "patch.owner". */
const QUALIFIER = /^\s*(?:(?:task|patch|status|state|priority|order|sort|by)[\s:=._-]*)+(?<=[\s:=._-])/i;
/** How a text shows a priority: "!high". */
const MARK = /^!([a-z]+)$/;

/** A word and what is inside of it, or belongs to it: "labels[0]", "labels.api". */
const PART = /^\W{0,9}(\w{1,40})\s{0,9}[[.:=/]\s{0,9}[^\s.]/;

/** True for a text that names a part of something. */
export function namesPart(text: string): boolean {
  return PART.test(text);
}

/** The word that was most likely meant, or undefined. */
export function wordIn(text: string, words: readonly string[]): string | undefined {
  const [, first = ''] = PART.exec(text) ?? [];
  if (first !== '' && nearest(first, words) !== undefined) return undefined;
  return (
    nearest(text, words) ?? nearest(withoutCount(text).replace(QUALIFIER, ''), words) ?? markedIn(text, words)
  );
}

function markedIn(text: string, words: readonly string[]): string | undefined {
  const marked = MARK.exec(text)?.[1];
  return PRIORITIES.find((priority) => priority === marked && words.includes(priority));
}

const GROUPS: readonly (readonly [word: string, statuses: readonly string[]])[] = [
  ['open', STATUSES.filter((status) => !isClosed(status))],
  ['closed', STATUSES.filter(isClosed)],
];

/** Each status once, and some of them twice; more are no list of words. */
const ITEMS_MAX_COUNT = 10;

/** The word for exactly these statuses, where the words have it: ["done", "cancelled"] is closed. */
export function groupIn(items: readonly unknown[], words: readonly string[]): string | undefined {
  if (items.length > ITEMS_MAX_COUNT) return undefined;
  const meant = new Set(items.map((item) => (typeof item === 'string' ? wordIn(item, words) : undefined)));
  const [word] = GROUPS.find(([, statuses]) => isSame(meant, statuses)) ?? [];
  return word !== undefined && words.includes(word) ? word : undefined;
}

/** True when these are all statuses that there are, which is no filter. */
export function isEveryStatus(items: readonly unknown[]): boolean {
  return items.length <= ITEMS_MAX_COUNT && isSame(new Set(items), STATUSES);
}

function isSame(set: ReadonlySet<unknown>, words: readonly string[]): boolean {
  return set.size === words.length && words.every((word) => set.has(word));
}
