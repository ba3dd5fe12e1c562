import { Type } from '@sinclair/typebox';
import { NOT_BLANK_PATTERN, OneLine, StringEnum, Text } from '../domain/kinds.js';
import {
  BLOCKED_BY_MAX_COUNT,
  DESCRIPTION_MAX_CODE_POINTS,
  ID_PATTERN,
  LABEL_PATTERN,
  LABELS_MAX_COUNT,
  OWNER_MAX_CODE_POINTS,
  PRIORITIES,
  STATUSES,
  SUBJECT_MAX_CODE_POINTS,
  VERSION_MAX,
} from '../domain/task.js';
import type { Issue } from '../errors.js';
import { render } from '../gate/render.js';

/**
 * Arguments that several tools share. Each description states its bounds, since some runtimes drop the
 * keywords.
 */

/** Visible ASCII fits an HTTP header as it is. */
const IDEMPOTENCY_KEY_PATTERN = '^[!-~]{1,200}$';

export const PAGE_MAX_ENTRIES = 200;
/** One page of usual tasks stays under 6 kB of text. */
export const PAGE_DEFAULT_ENTRIES = 50;

export const id = Text({
  pattern: ID_PATTERN,
  description: 'Task id: a decimal string of 1 to 9 digits without sign or leading zero, such as "5".',
});

export const expectedVersion = Type.Integer({
  minimum: 1,
  maximum: VERSION_MAX,
  description: `The task version that you decided on, as the last answer showed it (1 to ${VERSION_MAX}).`,
});

export const idempotencyKey = Text({
  minLength: 1,
  maxLength: 200,
  pattern: IDEMPOTENCY_KEY_PATTERN,
  description:
    'A new random key for each new intent (1 to 200 visible ASCII characters). Repeat the same key only to retry the same call.',
});

export const subject = OneLine({
  minLength: 1,
  maxLength: SUBJECT_MAX_CODE_POINTS,
  pattern: NOT_BLANK_PATTERN,
  description: `What is to be done: one line of 1 to ${SUBJECT_MAX_CODE_POINTS} characters, not blank, no control characters.`,
});

export const description = Text({
  maxLength: DESCRIPTION_MAX_CODE_POINTS,
  description: `Details, kept verbatim: up to ${DESCRIPTION_MAX_CODE_POINTS} characters, line breaks allowed.`,
});

export const status = StringEnum(STATUSES, {
  description:
    'pending, in_progress, blocked, done (finished and verified) or cancelled. done and cancelled are closed.',
});

export const priority = StringEnum(PRIORITIES, { description: 'urgent, high, normal or low.' });

export const owner = OneLine({
  minLength: 1,
  maxLength: OWNER_MAX_CODE_POINTS,
  pattern: NOT_BLANK_PATTERN,
  description: `Who works on it: one line of 1 to ${OWNER_MAX_CODE_POINTS} characters, not blank.`,
});

export const label = Text({
  pattern: LABEL_PATTERN,
  description:
    '1 to 50 characters: lower-case letters, digits, ".", "_", "/" and "-", first a letter or digit.',
});

export const labels = Type.Array(label, {
  maxItems: LABELS_MAX_COUNT,
  description: `The whole set of labels, at most ${LABELS_MAX_COUNT}, none twice, such as ["api", "needs-review"].`,
});

/** A reason is a sentence or two, not a report. */
const REASON_MAX_CODE_POINTS = 500;

export const reason = OneLine({
  minLength: 1,
  maxLength: REASON_MAX_CODE_POINTS,
  pattern: NOT_BLANK_PATTERN,
  description: `Why: one line of 1 to ${REASON_MAX_CODE_POINTS} characters; it stays in the task's history.`,
});

export const limit = Type.Integer({
  minimum: 1,
  maximum: PAGE_MAX_ENTRIES,
  description: `How many at most, 1 to ${PAGE_MAX_ENTRIES}; ${PAGE_DEFAULT_ENTRIES} when not given.`,
});

export const cursor = Text({
  minLength: 1,
  maxLength: 200,
  description: 'nextCursor of the page before (1 to 200 characters), with the other arguments unchanged.',
});

/** Ids of tasks in the same list. */
export function taskIds(what: string) {
  return Type.Array(id, {
    maxItems: BLOCKED_BY_MAX_COUNT,
    description: `${what} Ids of this list, at most ${BLOCKED_BY_MAX_COUNT}, none twice, such as ["1", "2"].`,
  });
}

/** One issue for each entry that stands in the array before. */
export function findDuplicates(path: string, values: readonly string[] | undefined): Issue[] {
  return (values ?? []).flatMap((value, index, all) => {
    if (all.indexOf(value) === index) return [];
    const received = render(value);
    const message = `${received} stands twice in ${path}; send each value once.`;
    return [{ path: `${path}[${index}]`, code: 'duplicate', message, received }];
  });
}
