import type { Advice, Lack } from '../schema/advice.js';
import { withoutForbiddenCharacters, withoutHiddenCharacters } from '../text/characters.js';
import { isNoLabel, isNoText } from '../text/no_value.js';
import { fold, isExclusion, wholeIn } from '../text/words.js';
import { descriptionEcho, unfenced } from './echo.js';
import { idIn, idsIn, isPartial, labelIn, labelsIn, listNameIn, ofOtherTask, versionIn } from './meant.js';
import { bareName, isNobody } from './owner.js';
import { bareWord, isCut, markedPriority, saysNone, withoutField, withoutName } from './printed.js';
import { CLOSED_STATUSES, LABEL_PATTERN, OPEN_STATUSES } from './values.js';

/** What callers mean by what they send for an argument, where it is not what the argument takes. */

/** Where a caller means to add to the labels or to take some away. */
export const LABELS_ARE_WHOLE = 'labels sets the whole set: send all labels that the task should have';
/** What callers ask filters for and none does. */
export const NO_EXCLUSION = 'there is no filter that excludes or compares';
/** Where a caller names several tasks. */
export const ONE_CALL_EACH = 'one call is for one task: make one call for each';
const CUT = 'a text cut it, and task_get shows all';
const EVERY = /^\W{0,3}(?:all|any|every|everything|\*)\W{0,3}$/i;

const NOBODY: Lack = { code: 'owner', says: 'is a word for nobody', isNot: 'no name' };
const NO_LABELS: Lack = { code: 'echo', says: 'is a word for no labels', isNot: 'no label' };
const NO_REASON: Lack = { code: 'echo', says: 'is a word for no reason', isNot: 'no reason' };
const NO_TEXT: Lack = { code: 'echo', says: 'stands where there is none', isNot: 'no description' };

export const OWNER_ADVICE: Advice = {
  wanted: (length) => `a name of ${length} on one line that is not blank, without @ before it`,
  bare: withoutName,
  meant: (text) => bareName(withoutForbiddenCharacters(text)).trim(),
  lackIn: (text) => (isNobody(text) ? NOBODY : undefined),
};

export const OWNER_FILTER_ADVICE: Advice = {
  ...OWNER_ADVICE,
  lackIn: (text) => (isNobody(text) ? { ...NOBODY, by: UNOWNED } : undefined),
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

export const REASON_ADVICE: Advice = { lackIn: (text) => (isNoText(text) ? NO_REASON : undefined) };

export const DESCRIPTION_ADVICE: Advice = {
  meant: (text) => unfenced(text) ?? withoutHiddenCharacters(text).trim(),
  lackIn: (text) => (descriptionEcho(text) === 'nothing' ? NO_TEXT : undefined),
};

export const STATUS_ADVICE: Advice = { bare: bareWord };

export const STATUS_FILTER_ADVICE: Advice = {
  ...STATUS_ADVICE,
  groups: { open: OPEN_STATUSES, closed: CLOSED_STATUSES },
  hint: (value) => (typeof value === 'string' && isExclusion(value) ? NO_EXCLUSION : undefined),
};

export const PRIORITY_ADVICE: Advice = { bare: bareWord, meant: markedPriority };

export const ORDER_ADVICE: Advice = { bare: bareWord };

/** Of a flag that a text shows by its name: "Ready: yes". */
export const FLAG_ADVICE: Advice = { bare: withoutField };

export const EXPECTED_VERSION_ADVICE: Advice = { meantBy: versionIn, against: ofOtherTask };

export const CLEAR_ADVICE: Advice = { bare: bareWord, split: labelsIn, hint: clearHint };

function clearHint(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (BLOCKERS.test(fold(value))) return NO_BLOCKERS;
  return wholeIn(value) === undefined ? undefined : CLEARS_WHOLE;
}
const BLOCKERS = /^(?:add|remove)?(?:blockedby|blockers?|dependson|dependenc(?:y|ies)|deps)$/;
const NO_BLOCKERS =
  'for the task to wait for none name each of its blockers in patch.removeBlockedBy (task_get shows them)';
const CLEARS_WHOLE =
  'clear empties a field whole and takes no part of it: to take one label away send labels with those that stay';
