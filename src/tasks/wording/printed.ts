import { FENCE_HEX_DIGITS, fenceDelimiter, PART_SUFFIX } from '../../text/quoting.js';
import { isNoText, PRIORITIES, STATUSES } from './values.js';

/** What our own texts print around a value or where there is none, so that it is known when it comes back. */

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

/** What the texts write for a field that has no value. */
export const NONE = 'none';

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

/**
 * What our own texts write where there is no value, or around one. Who sends it back means what it stands
 * for.
 */
export type Echo = 'nothing' | 'fence' | 'line of a fence' | 'cut' | 'part';

/** What a task says above a part of its description. */
export const ONLY_A_PART = 'Only a part is shown: to change it, send it whole.';

/** What a rule of a fence holds. */
const DELIMITER = `[0-9a-f]{${FENCE_HEX_DIGITS}}(?:${PART_SUFFIX})?`;
/** A description between the rules of its fence, as the text of a task shows it. */
const FENCED = new RegExp(`^\\s*--- (${DELIMITER})\\n((?:\\|[^\\n]*\\n)+)--- \\1\\s*$`);
/** How a fenced line shows a character that nobody sees. */
const ESCAPE = /\\u\{[0-9a-f]+\}/;

/** What keeps a text from being a description: it is one of ours, or a word for none. */
export function descriptionEcho(text: string): Echo | undefined {
  if (isNoText(text)) return 'nothing';
  const delimiter = FENCED.exec(text)?.[1];
  if (delimiter !== undefined) return isOfPart(delimiter) ? 'part' : 'fence';
  const fence = fenceIn(text);
  return fence !== 'part' && endsWithOurCut(text) ? 'cut' : fence;
}

function isOfPart(delimiter: string): boolean {
  return delimiter.endsWith(PART_SUFFIX);
}

/**
 * The description that a fence holds; undefined where it shows it otherwise than it is stored, or not all of
 * it.
 */
export function unfenced(text: string): string | undefined {
  const [, delimiter = '', lines] = FENCED.exec(text) ?? [];
  if (lines === undefined || ESCAPE.test(lines) || isOfPart(delimiter)) return undefined;
  return lines.replace(/^\| ?/gm, '').slice(0, -1);
}

/** A line that fences a description in a text of ours. */
const RULE = new RegExp(`^--- (${DELIMITER})[ \\t\\r]*$`, 'm');
/** The line of ours that says what stands behind it, at the start of a text. */
const NOTICE = new RegExp(
  `^\\s*Description, [0-9]+ characters([^\\n]{0,100})\\. The text between the lines "--- (${DELIMITER})"`,
);
/** The line under which task_get ends a description that is too long for its text. */
const CUT_LINE =
  /(?:^|\n)… cut after character [0-9]+ of [0-9]+\. More: call task_get \{"id":"[0-9]+","from":[0-9]+\}\s*$/;

/** More than one text of ours has of one description. */
const RULES_MAX_COUNT = 4;

/** True for a text that ends with the line under which task_get cut it. */
function endsWithOurCut(text: string): boolean {
  return text.includes('… cut after character ') && CUT_LINE.test(text);
}

/** True for a text with this line of a fence in it. */
export function holdsRule(text: string, delimiter: string): boolean {
  return RULE.test(text) && text.split('\n').some((line) => ruleIn(line) === delimiter);
}

/**
 * What a fence of ours in a text, or one line of it, says of the text. It is certain: the delimiter follows
 * from what the fence holds, so a text about fences, or a line that only looks like one, is none. The fence
 * of a part is known where both its lines are there.
 */
function fenceIn(text: string): 'line of a fence' | 'part' | undefined {
  const [, extent, noticed] = NOTICE.exec(text) ?? [];
  if (noticed === undefined && !RULE.test(text)) return undefined;
  const lines = text.split('\n');
  const rules = lines.flatMap((line, index) => (ruleIn(line) === undefined ? [] : [index]));
  const ours = rules.slice(0, RULES_MAX_COUNT).filter((index) => isOurs(lines, index));
  const delimiters = ours.map((index) => ruleIn(lines[index] ?? '') ?? '').concat(noticed ?? []);
  if (extent || delimiters.some(isOfPart)) return 'part';
  return delimiters.length > 0 ? 'line of a fence' : undefined;
}

function ruleIn(line: string): string | undefined {
  return RULE.exec(line)?.[1];
}

/** Whether the lines below the rule, or those above it, are what it fences. */
function isOurs(lines: readonly string[], index: number): boolean {
  const delimiter = ruleIn(lines[index] ?? '') ?? '';
  const isRule = (line: string) => ruleIn(line) === delimiter;
  const below = lines.slice(index + 1);
  const above = lines.slice(0, index).reverse();
  const held = [until(below, isRule), until(above, isRule).reverse()];
  const prefixed = [until(below, isOutside), until(above, isOutside).reverse()];
  if (isOfPart(delimiter) && isRule(below[prefixed[0]?.length ?? 0] ?? '')) return true;
  const own = delimiter.replace(PART_SUFFIX, '');
  return [...held, ...prefixed].some((part) => fenceDelimiter(unprefixed(part)) === own);
}

function until(lines: readonly string[], isEnd: (line: string) => boolean): string[] {
  const end = lines.findIndex(isEnd);
  return lines.slice(0, end < 0 ? undefined : end);
}

/** Each line of a fenced text has a prefix. */
function isOutside(line: string): boolean {
  return !line.startsWith('|');
}

function unprefixed(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^\| ?/, ''))
    .join('\n')
    .trimEnd();
}
