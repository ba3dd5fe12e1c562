import { isPlainObject } from '../../json/loss.js';
import type { Advice, Lack } from '../../schema/advice.js';
import { withoutForbiddenCharacters, withoutHiddenCharacters } from '../../text/characters.js';
import { isExclusion, withPlainQuotes } from '../../text/words.js';
import { LABELS_ARE_WHOLE, ONE_CALL_EACH, PARENTS, SEVERAL_IDS } from './not_for.js';
import {
  descriptionEcho,
  isCut,
  isUnclear,
  lineIn,
  saysNone,
  unfenced,
  withoutField,
  withoutName,
  withoutNameOfIds,
} from './printed.js';
import {
  bareName,
  isListName,
  isNobody,
  isNoLabel,
  isNoText,
  LABEL_PATTERN,
  withoutEmphasis,
} from './values.js';

/** What callers mean by what they send for an id, a label, an owner, a text or the name of a list. */

/** What callers ask filters for and none does. */
export const NO_EXCLUSION = 'there is no filter that excludes or compares';
const CUT = 'a text cut it, and task_get shows all';
const EVERY = /^\W{0,3}(?:all|any|every|everything|\*)\W{0,3}$/i;

const NOBODY: Lack = { code: 'owner', says: 'is a word for nobody', isNot: 'no name' };
const NO_LABELS: Lack = { code: 'echo', says: 'is a word for no labels', isNot: 'no label' };
const NO_REASON: Lack = { code: 'echo', says: 'is a word for no reason', isNot: 'no reason' };
const NO_TEXT: Lack = { code: 'echo', says: 'stands where there is none', isNot: 'no description' };

/** What callers call the field, and the filter. */
export const OWNER_WORDS: Advice = {
  words: 'assignee assignedto assigned assign user who responsible',
  unlike: 'owned',
};

export const OWNER_ADVICE: Advice = {
  wanted: (length) => `a name of ${length} on one line that is not blank, without @ before it`,
  bare: withoutName,
  meant: (text) => bareName(withoutForbiddenCharacters(text)).trim(),
  lackIn: (text) => (isNobody(text) ? NOBODY : undefined),
};

export const OWNER_FILTER_ADVICE: Advice = {
  ...OWNER_ADVICE,
  ...OWNER_WORDS,
  lackIn: (text) => (isNobody(text) ? { ...NOBODY, by: UNOWNED } : undefined),
  ifNull: 'to list the tasks without an owner send unowned: true, and for all of them no owner',
  ifEmpty: 'leave it out for all owners, or send unowned: true for the tasks without one',
};
const UNOWNED = { argument: 'unowned', value: true, means: 'unowned true lists the tasks without an owner' };

export const LABEL_ADVICE: Advice = {
  wanted: () => `a label (a string that matches ${LABEL_PATTERN})`,
  bare: withoutName,
  meant: labelIn,
  split: clearLabelsIn,
  lackIn: (text) => (isForNoLabels(text) ? NO_LABELS : undefined),
  hint: (value) => labelHint(value, LABELS_ARE_WHOLE),
};

export const LABEL_FILTER_ADVICE: Advice = {
  ...LABEL_ADVICE,
  words: 'tag tags labels category',
  unlike: 'lapel libel',
  isFilter: true,
  lackIn: (text) => (isForNoLabels(text) ? { ...NO_LABELS, instead: LABEL_FOR_ALL } : undefined),
  hint: (value) => labelHint(value, NO_EXCLUSION),
};
const LABEL_FOR_ALL = 'no filter finds the tasks without labels: leave it out for all tasks';

function isForNoLabels(text: string): boolean {
  return text.trim() !== '' && (saysNone(text) || isNoLabel(text));
}

function labelHint(value: unknown, partial: string): string | undefined {
  if (isPartial(value)) return partial;
  return typeof value === 'string' && isCut(value) ? CUT : undefined;
}

const OF_IDS: Advice = {
  wanted: () => 'a task id (a string of 1 to 9 digits, no leading zero)',
  bare: withoutName,
  meantBy: idIn,
  split: idsIn,
  saysNone,
};

function idHint(value: unknown, all: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (EVERY.test(value)) return all;
  return isCut(value) ? CUT : undefined;
}

/** What to say of several values where one is wanted. */
export function severalHint(value: unknown): string | undefined {
  return Array.isArray(value) && value.length > 1 ? ONE_CALL_EACH : undefined;
}

/** Of the id of the one task that a call is for. */
export const OWN_ID_ADVICE: Advice = {
  ...OF_IDS,
  words: 'ids taskid taskids task tasknumber number ticket ticketid issueid itemid todoid',
  notFor: [PARENTS, SEVERAL_IDS],
  hint: (value) => severalHint(value) ?? idHint(value, ONE_CALL_EACH),
};

/** Of the id of one task of several; `shows` says what names them all. */
export function otherIdAdvice(shows: string): Advice {
  return { ...OF_IDS, hint: (value) => idHint(value, `name each id (${shows})`) };
}

export const LIST_NAME_ADVICE: Advice = {
  wanted: () => 'a list name (1 to 100 of a-z, 0-9, ".", "_" and "-", first a letter or digit)',
  meant: listNameIn,
};

export const REASON_ADVICE: Advice = {
  words: 'why note comment message cause explanation justification',
  lackIn: (text) => (isNoText(text) ? NO_REASON : undefined),
};

export const DESCRIPTION_ADVICE: Advice = {
  meant: (text) => unfenced(text) ?? withoutHiddenCharacters(text).trim(),
  lackIn: (text) => (descriptionEcho(text) === 'nothing' ? NO_TEXT : undefined),
};

/** Longer than any id, number or label with what may stand around it. */
const WORD_MAX_UNITS = 100;

/**
 * One decimal number, alone or with what people write around an id: "#5", "task 5", "TASK-05", "5.0", "[5]".
 */
const BEFORE_ID = /^["'`([{]*(?:(?:task|issue|ticket|item|todo|id|number|no|nr|t)[\s.:#_"'-]*|#\s*)?/;
const ID_AND_AFTER = /0*([1-9][0-9]{0,8})(?:\.0+)?(?: \(open\))?[\])}"'`.,]*$/;
const ID_IN_WORDS = new RegExp(BEFORE_ID.source + ID_AND_AFTER.source, 'i');
/** "home v12: 3 pending, …", of a page. */
const LIST_HEAD = /^\s*(\S+) v[0-9]{1,10}: /;
/** What stands between words, and between ids: "1, 2", "#1 and #2", "#1 #2". */
const SEPARATOR = /[,;\n]/;
const ID_SEPARATOR = /\s*(?:[,;\n&]|\band\b)\s*|\s+(?=#)/i;

/** The task id that a number, a decorated string or an object with an id stands for. */
function idIn(value: unknown): string | undefined {
  const id = isPlainObject(value) ? idOf(value) : value;
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string') return undefined;
  const line = lineIn(text);
  if (line || text.length > WORD_MAX_UNITS) return line?.id;
  return ID_IN_WORDS.exec(withPlainQuotes(withoutNameOfIds(withoutForbiddenCharacters(text))))?.[1];
}

/** A sign that tells one name from another: "C++", "C#". */
const SIGN_BEHIND = /[\p{L}\p{N}][+#*=]/u;
/** "+urgent", "...existing", "urgent -ui", "remove ui": to be added to what there is, or taken away. */
const PARTIAL_WORDS =
  'add|append|push|attach|plus|existing|remove|delete|drop|detach|minus|not|without|except';
const PARTIAL = new RegExp(
  `^\\s{0,9}(?:[+−–]|\\.\\.|…|[$@]?(?:${PARTIAL_WORDS})(?:[:=]|\\s))|\\s(?:[+−-]\\w|(?:and|or|but) not\\s)`,
  'i',
);

const PARTIAL_KEY = /^\W?(?:add|append|push|attach|remove|delete|drop|detach|pull|op$)/i;

/** True for a value that names labels to be added or taken away, and not all that there are. */
function isPartial(value: unknown): boolean {
  if (isPlainObject(value)) return Object.keys(value).some((key) => PARTIAL_KEY.test(key));
  if (typeof value !== 'string' || value.length > WORD_MAX_UNITS) return false;
  return PARTIAL.test(value) || isExclusion(value);
}

/** What only describes the task of an id; its list or a kind of relation says more. */
const DESCRIBING: ReadonlySet<string> = new Set(
  'id subject title name status priority owner labels description ready version'.split(' '),
);

function idOf(object: Record<string, unknown>): unknown {
  return Object.keys(object).every((key) => DESCRIBING.has(key)) ? object.id : undefined;
}

/** JSON of an object, a place for a value, "{label}", and labels with a word between them. */
const NOT_ONE = /^\s*\{|\s(?:and|or|AND|OR)\s/;

/** "Needs Review" → "needs-review"; undefined for a text that names several labels, or not one whole. */
function labelIn(emphasized: string): string | undefined {
  const text = withoutEmphasis(emphasized);
  if (text.length > WORD_MAX_UNITS || isExclusion(text) || SEPARATOR.test(text.trim())) return undefined;
  if (isUnclear(text) || isPartial(text) || SIGN_BEHIND.test(text) || NOT_ONE.test(text)) return undefined;
  const folded = withoutField(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // A letter that no label can hold would be lost.
  if (/(?![a-z])\p{L}/u.test(folded)) return undefined;
  return folded.replace(/[^a-z0-9._/-]+/g, '-').replace(/^[^a-z0-9]+|-+$/g, '');
}

/** The labels of a text, one by one. */
export function labelsIn(text: string): string[] {
  return isUnclear(text) ? [text] : splitBy(withoutField(text), SEPARATOR);
}

/** "api v1/x" are two labels or one with a blank; "Needs Review" is one, since no label has a capital. */
const SEVERAL = /^[a-z0-9][a-z0-9._/-]*(?:\s+[a-z0-9][a-z0-9._/-]*)+$/;

function clearLabelsIn(text: string): string[] | undefined {
  const labels = labelsIn(text);
  return labels.some((label) => SEVERAL.test(label)) ? undefined : labels;
}

/** The ids of a text, one by one. The line of a task names that task, whatever else is in it. */
function idsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) =>
    lineIn(line) ? [line] : splitBy(withoutNameOfIds(line), ID_SEPARATOR),
  );
  return items.length === 0 ? [text.trim()] : items;
}

function splitBy(text: string, separator: RegExp): string[] {
  return text.split(separator).map((item) => item.trim());
}

/** The version that a line about a task says it is at. */
export function versionIn(value: unknown): number | undefined {
  return typeof value === 'string' ? lineIn(value)?.version : undefined;
}

/** Says of the version in a line about a task that it is that of no other task. */
export function ofOtherTask(
  value: unknown,
  { id: given }: Readonly<Record<string, unknown>>,
): string | undefined {
  const line = typeof value === 'string' ? lineIn(value) : undefined;
  const id = idIn(given);
  const isSame = !line || id === undefined || line.id === id;
  return isSame ? undefined : `which is about #${line.id} and not about #${id}`;
}

/** "My List" → "my-list"; undefined where no list name is in it, such as for a placeholder: "{list}". */
export function listNameIn(text: string): string | undefined {
  if (/[{}<>$*]|^:/.test(text)) return undefined;
  const name = labelIn((LIST_HEAD.exec(text)?.[1] ?? text).trim().replaceAll(/[\s/\\]+/g, '-'));
  return name !== undefined && isListName(name) ? name : undefined;
}
