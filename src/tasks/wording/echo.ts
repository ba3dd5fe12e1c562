import { FENCE_HEX_DIGITS, fenceDelimiter } from '../../text/quoting.js';
import { isOneOf } from '../../text/words.js';

/**
 * What our own texts write where there is no value, or around one. Who sends it back means what it stands
 * for.
 */
export type Echo = 'nothing' | 'fence' | 'part' | 'cut';

/** For a text that somebody writes, such as a description. */
const NO_TEXTS: ReadonlySet<string> = new Set(
  ' none null nil n/a tbd tobedetermined nodescription noreason'.split(' '),
);

/** True for a word by which a caller says that a description or a reason is not there (yet). */
export function isNoText(text: string): boolean {
  return isOneOf(NO_TEXTS, text);
}

const NO_LABELS: ReadonlySet<string> = new Set(' none null nil n/a'.split(' '));

/** True for a word that says that there are no labels. Some have the form of a label, and are none. */
export function isNoLabel(text: string): boolean {
  return isOneOf(NO_LABELS, text);
}

/** What the texts write for a field that has no value. */
export const NONE = 'none';
/** A description between the rules of its fence, as the text of a task shows it. */
const FENCED = /^\s*--- ([0-9a-f]{12})\n((?:\|[^\n]*\n)+)--- \1\s*$/;
/** How a fenced line shows a character that nobody sees. */
const ESCAPE = /\\u\{[0-9a-f]+\}/;

/** What keeps a text from being a description: it is one of ours, or a word for none. */
export function descriptionEcho(text: string): Echo | undefined {
  if (isNoText(text)) return 'nothing';
  if (FENCED.test(text)) return 'fence';
  if (endsWithOurCut(text)) return 'cut';
  return holdsOurFence(text) ? 'part' : undefined;
}

/** The description that a fence holds; undefined where it shows it otherwise than it is stored. */
export function unfenced(text: string): string | undefined {
  const lines = FENCED.exec(text)?.[2];
  if (lines === undefined || ESCAPE.test(lines)) return undefined;
  return lines.replace(/^\| ?/gm, '').slice(0, -1);
}

/** A line that fences a description in a text of ours. */
const RULE = new RegExp(`^--- ([0-9a-f]{${FENCE_HEX_DIGITS}})[ \\t\\r]*$`, 'm');
/** The line of ours that says what stands behind it, at the start of a text. */
const NOTICE = new RegExp(
  `^\\s*Description, [0-9]+ characters[^\\n]{0,30}\\. The text between the lines "--- [0-9a-f]{${FENCE_HEX_DIGITS}}"`,
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
 * True for a text with a fence of ours in it, or with one line of it. That is certain: the delimiter follows
 * from what the fence holds, so a text about fences, or a line that only looks like one, is none.
 */
function holdsOurFence(text: string): boolean {
  if (NOTICE.test(text)) return true;
  if (!RULE.test(text)) return false;
  const lines = text.split('\n');
  const rules = lines.flatMap((line, index) => (ruleIn(line) === undefined ? [] : [index]));
  return rules.slice(0, RULES_MAX_COUNT).some((index) => isOurs(lines, index));
}

function ruleIn(line: string): string | undefined {
  return RULE.exec(line)?.[1];
}

/** Whether the lines below the rule, or those above it, are what it fences. */
function isOurs(lines: readonly string[], index: number): boolean {
  const delimiter = ruleIn(lines[index] ?? '');
  const isRule = (line: string) => ruleIn(line) === delimiter;
  const below = lines.slice(index + 1);
  const above = lines.slice(0, index).reverse();
  const held = [until(below, isRule), until(above, isRule).reverse()];
  const prefixed = [until(below, isOutside), until(above, isOutside).reverse()];
  return [...held, ...prefixed].some((part) => fenceDelimiter(unprefixed(part)) === delimiter);
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
