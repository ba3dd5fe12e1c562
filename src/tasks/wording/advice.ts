import type { Advice, Lack } from '../../schema/advice.js';
import { withoutForbiddenCharacters, withoutHiddenCharacters } from '../../text/characters.js';
import { descriptionEcho, isNoLabel, isNoText, unfenced } from './echo.js';
import { idIn, idsIn, isPartial, labelIn, labelsIn, listNameIn } from './meant.js';
import { LABELS_ARE_WHOLE, ONE_CALL_EACH, PARENTS, SEVERAL_IDS } from './not_for.js';
import { bareName, isNobody } from './owner.js';
import { isCut, saysNone, withoutName } from './printed.js';
import { LABEL_PATTERN } from './values.js';

/** What callers mean by what they send for an argument, where it is not what the argument takes. */

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
  split: labelsIn,
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
