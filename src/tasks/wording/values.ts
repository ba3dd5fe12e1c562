import { isLost, isOneOf, TYPESET_QUOTES } from '../../text/words.js';

/** The words and forms of what a task holds, and the words that stand where it holds none. */

export const STATUSES = ['pending', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** Those that hold nobody up, and the others. */
export const CLOSED_STATUSES: readonly Status[] = ['done', 'cancelled'];
export const OPEN_STATUSES = STATUSES.filter((status) => !CLOSED_STATUSES.includes(status));

/** From the most to the least pressing: the order of `order: "priority"`. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const LABEL_PATTERN = '^[a-z0-9][a-z0-9._/-]{0,49}$';
/** Nine digits fit a Postgres integer. */
export const ID_PATTERN = '^[1-9][0-9]{0,8}$';
/** A name that is safe in a URL path and short enough for an index key. */
export const LIST_PATTERN = '^[a-z0-9][a-z0-9._-]{0,99}$';
const LIST_NAME = new RegExp(LIST_PATTERN, 'u');

/** True for a name that a list can have. */
export const isListName = (name: string): boolean => LIST_NAME.test(name);

/**
 * The name of an owner stands without what texts put around it: the "@" before it, the quotes of a name that
 * is no plain word, and the mark of a cut. And it is a name: a word for nobody is none.
 */
export type OwnerFault = 'mark' | 'cut' | 'nobody' | 'lost' | 'self';

/** Longer than any word for nobody with what may stand around it. */
const NOBODY_MAX_UNITS = 40;
/** "@agent-7", and in the full width of East Asian text. */
const MARK = /^\s*[@\uFF20]\s*/u;
/** "Owner: agent-7", as the text of a task has it. */
const FIELD = /^\s*owner\s*:\s+/iu;
const PLAIN_QUOTES = `"'\``;
const QUOTES = PLAIN_QUOTES + TYPESET_QUOTES;
/** Quotes at both ends, also doubled, and none between: one kind of plain ones, or any typeset ones. */
const QUOTED = new RegExp(
  [
    `^\\s*(?:([${PLAIN_QUOTES}])\\1?([^${QUOTES}]*)\\1{1,2}`,
    `[${TYPESET_QUOTES}]{1,2}([^${QUOTES}]*)[${TYPESET_QUOTES}]{1,2})\\s*$`,
  ].join('|'),
  'u',
);
/** "**bob**", as Markdown has what is to be seen. */
const EMPHASIS = /^\s*(\*{1,3})([^*]+)\1\s*$/u;
const CUT = /…\s*$/u;

const NOBODY: ReadonlySet<string> = new Set(
  [
    ' none noone nobody null nil unassigned unassign notassigned unowned noowner noassignee n/a',
    'tbd tobeassigned tobedetermined',
  ]
    .join(' ')
    .split(' '),
);

/** Who reads them in a list does not know who wrote them. */
const SELF: ReadonlySet<string> = new Set('me myself self currentuser currentagent thisagent'.split(' '));

/** The name without what texts put around it. */
export function bareName(text: string): string {
  let bare = text;
  for (;;) {
    const inner = jsonTextIn(bare) ?? unquoted(bare) ?? bare.replace(MARK, '').replace(FIELD, '');
    if (inner === bare) return bare;
    bare = inner;
  }
}

function unquoted(text: string): string | undefined {
  const [, , plain, typeset] = QUOTED.exec(text) ?? [];
  return plain ?? typeset ?? EMPHASIS.exec(text)?.[2];
}

export function withoutEmphasis(text: string): string {
  return EMPHASIS.exec(text)?.[2] ?? text;
}

/** What a text is a JSON string of: so the texts quote a name that is no plain word. */
function jsonTextIn(text: string): string | undefined {
  if (!text.trimStart().startsWith('"')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for a word that says that there is no owner, such as "none", "@nobody" and "-". */
export function isNobody(text: string): boolean {
  return text.length <= NOBODY_MAX_UNITS && isOneOf(NOBODY, bareName(text));
}

/** Most names: a digit is in no word for nobody, and nothing stands around them. */
const NUMBERED_NAME = /^[A-Za-z0-9._/-]*[0-9][A-Za-z0-9._/-]*$/;

/** What keeps a text from being the name of an owner; undefined for a name. */
export function ownerFault(text: string): OwnerFault | undefined {
  if (NUMBERED_NAME.test(text)) return undefined;
  if (isNobody(text)) return 'nobody';
  if (text.length <= NOBODY_MAX_UNITS && isLost(bareName(text))) return 'lost';
  if (text.length <= NOBODY_MAX_UNITS && isOneOf(SELF, bareName(text))) return 'self';
  if (CUT.test(text)) return 'cut';
  return bareName(text) === text ? undefined : 'mark';
}

/** None of a text that somebody writes, such as a description. */
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
