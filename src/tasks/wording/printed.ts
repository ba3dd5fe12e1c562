import { PRIORITIES, STATUSES } from './values.js';

/** What our own texts print around a value, so that it is known for what it is when it comes back. */

const VERBS = 'Created|Updated|Reopened|Deleted|Restored';
/** Before the id in the line of a task: an item, the task as it is now, a receipt, a replay. */
const BEFORE_LINE = `(?:- |Now: |(?:Replay of a call that was stored before: )?(?:${VERBS}) )?`;
/** "#5 v2 [pending] Write tests", "- #5 [pending] Write tests": what follows is a caller's text. */
const TASK_LINE = new RegExp(
  `^\\s*${BEFORE_LINE}#([1-9][0-9]{0,8})(?: v([1-9][0-9]{0,9}))? \\[(?:${STATUSES.join('|')})(?:, deleted)?\\]`,
);
/** "v7 #3 v2 update by agent-7 at 2026-…", of a history. */
const HISTORY_LINE = /^\s*v[0-9]{1,10} #([1-9][0-9]{0,8}) v([1-9][0-9]{0,9}) [a-z]+ by /;
/** "Task #3 is now at version 4.", behind a replay. */
const NOW_AT = /Task #([1-9][0-9]{0,8}) is now at version ([1-9][0-9]{0,9})\.?\s*$/;
/** "#3 v4", the beginning of a line. */
const ID_AND_VERSION = /^\s*#([1-9][0-9]{0,8}) v([1-9][0-9]{0,9})\s*$/;

/** "Blocked by: #1", "[blocked by #1, #2]"; "Blocks: #4" is the other way round. */
const IDS_OF = /^[\s[(]*blocked by\b[\s:]*/i;
/** "Labels: api, ui", "Ready: yes": the name of a line before its value. */
const FIELD = /^\s*(?:labels?|ready)\s*:\s*/i;
/** "3 pending", of the head of a list. */
const COUNT = /^\s*[0-9]{1,9} (?=[a-z])/;
/** The mark of a cut, or how much was left out; and a change, which holds two values. */
const CUT = /…\s*$|\band [0-9]+ more\b/;
const CHANGE = / → /;

/** A token with what texts put around it: W/"12-9f3a1c2e", version 12, v12. */
const TOKEN = /^\s*(?:W\/)?["'`]?(?:(?:after|cursor|version|v)[\s:=]*)?["'`]?([^\s"'`]+)["'`]?[.,]?\s*$/i;

/** More than any text of ours has. */
const LINES_MAX_COUNT = 1_000;

/** What a whole line says of the task that it is about. */
interface Line {
  readonly id: string;
  readonly version: number | undefined;
}

/** undefined for a text that is no line about one task; of a longer one only the first line may be one. */
export function lineIn(text: string): Line | undefined {
  const [first = '', ...others] = text.trim().split('\n', LINES_MAX_COUNT);
  return others.some((line) => readLine(line)) ? undefined : readLine(first);
}

function readLine(text: string): Line | undefined {
  const [, id, version] =
    NOW_AT.exec(text) ?? TASK_LINE.exec(text) ?? HISTORY_LINE.exec(text) ?? ID_AND_VERSION.exec(text) ?? [];
  if (id === undefined) return undefined;
  return { id, version: version === undefined ? undefined : Number(version) };
}

/** The text of blockers without what says that they are. */
export function withoutNameOfIds(text: string): string {
  return text.replace(IDS_OF, '');
}

/** The text without the name of the line that shows it. */
export function withoutField(text: string): string {
  return text.replace(FIELD, '');
}

/** The word of a count, as the head of a list has it. */
function withoutCount(text: string): string {
  return text.replace(COUNT, '');
}

/** What a token is without quotes and its name. */
export function tokenIn(text: string): string | undefined {
  return TOKEN.exec(text)?.[1];
}

/** True for a text that does not show all of its value. */
export function isCut(text: string): boolean {
  return CUT.test(text);
}

/** True for a text that shows less or more than one value. */
export function isUnclear(text: string): boolean {
  return isCut(text) || CHANGE.test(text);
}

/** "Owner: ann", "Blocked by: #1": the name of a line before a value that may be none. */
const NAMED = /^(?:owner|labels?|blocked by|blocks)\s*:\s*/i;
/** Longer than the word for none with the name of its line. */
const NONE_MAX_UNITS = 30;
const NONE_ALONE = /^["']?\s*none\s*["']?$/i;

/** The text without the name of a line that may hold none. */
export function withoutName(text: string): string {
  return text.replace(NAMED, '');
}

/** True for the word by which a text says that a field has no value: no id and no label. */
export function saysNone(text: string): boolean {
  return text.length <= NONE_MAX_UNITS && NONE_ALONE.test(withoutName(text));
}

/** The name of the field before its word: "Status: done", "TaskStatus.DONE", "by priority", "patch.owner". */
const QUALIFIER = /^\s*(?:(?:task|patch|status|state|priority|order|sort|by)[\s:=._-]*)+(?<=[\s:=._-])/i;

/** A word of ours without its count and without the name of its field. */
export function bareWord(text: string): string {
  return withoutCount(text).replace(QUALIFIER, '');
}

/** How a text shows a priority: "!high". */
const MARKED = /^!([a-z]+)$/;

export function markedPriority(text: string): string | undefined {
  const marked = MARKED.exec(text)?.[1];
  return PRIORITIES.find((priority) => priority === marked);
}
