import { Type } from '@sinclair/typebox';
import { VERSION_MAX } from '../../log/marked_version.js';
import type { Issue } from '../../refusals/refusal.js';
import { adviceOf, advised } from '../../schema/advice.js';
import { NOT_BLANK_PATTERN, StringEnum, Text } from '../../schema/kinds.js';
import { EFFECTS_MAX_COUNT } from '../../text/budget.js';
import { render } from '../../text/render.js';
import type { Needs } from '../changes.js';
import { CLEARABLE_FIELDS } from '../field_lists.js';
import { FIELDS, LABEL_FORM, OWNER_FORM } from '../fields.js';
import { PAGE_MAX_ENTRIES } from '../queries.js';
import { BLOCKED_BY_MAX_COUNT } from '../task.js';
import { CLEAR_ADVICE, CURSOR_ADVICE, EXPECTED_VERSION_ADVICE, LIMIT_ADVICE } from '../wording/arguments.js';
import { KeyText, LabelFilter, OtherId, OwnerFilter, OwnId, ReasonLine } from '../wording/forms.js';
import { ID_PATTERN, LABEL_PATTERN } from '../wording/values.js';

/**
 * Arguments that several tools share. Each description states its bounds, since some runtimes drop the
 * keywords.
 */

/** Visible ASCII fits an HTTP header as it is. */
const IDEMPOTENCY_KEY_PATTERN = '^[!-~]{1,200}$';

/** One page of usual tasks stays under 6 kB of text. */
export const PAGE_DEFAULT_ENTRIES = 50;

export const id = OwnId({
  pattern: ID_PATTERN,
  description: 'Task id: 1 to 9 digits, as in "5".',
});

export const expectedVersion = advised(
  Type.Integer({
    minimum: 1,
    maximum: VERSION_MAX,
    description: `Version last seen (1 to ${VERSION_MAX}).`,
  }),
  EXPECTED_VERSION_ADVICE,
);

export const idempotencyKey = KeyText({
  minLength: 1,
  maxLength: 200,
  pattern: IDEMPOTENCY_KEY_PATTERN,
  description: 'Same to retry a call, else new: 1 to 200 visible ASCII.',
});

export const ownerFilter = OwnerFilter(OWNER_FORM);

export const labelFilter = LabelFilter({
  pattern: LABEL_PATTERN,
  description: LABEL_FORM,
});

const idItem = OtherId({ pattern: ID_PATTERN }, 'task_list shows the tasks');
const blockerItem = OtherId({ pattern: ID_PATTERN }, 'task_get shows what the task waits for');

/** A reason is a sentence or two, not a report. */
const REASON_MAX_CODE_POINTS = 500;

export const reason = ReasonLine({
  minLength: 1,
  maxLength: REASON_MAX_CODE_POINTS,
  pattern: NOT_BLANK_PATTERN,
  description: `Why: one line, 1 to ${REASON_MAX_CODE_POINTS} characters.`,
});

export const limit = advised(
  Type.Integer({
    minimum: 1,
    maximum: PAGE_MAX_ENTRIES,
    description: `How many at most, 1 to ${PAGE_MAX_ENTRIES}; ${PAGE_DEFAULT_ENTRIES} when not given.`,
  }),
  LIMIT_ADVICE,
);

export const cursor = advised(
  Text({
    minLength: 1,
    maxLength: 200,
    description: 'nextCursor; all else as before (1 to 200 characters).',
  }),
  CURSOR_ADVICE,
);

/** A field to empty is called what the field is called. */
const CLEARABLE_ADVICE = CLEARABLE_FIELDS.map((name) => [name, adviceOf(FIELDS[name].argument)] as const);
const FIELD_WORDS = {
  values: Object.fromEntries(CLEARABLE_ADVICE.map(([name, { words = '' }]) => [name, words])),
  unlike: CLEARABLE_ADVICE.flatMap(([, { unlike = [] }]) => unlike).join(' '),
};

export const clear = advised(
  Type.Array(advised(StringEnum(CLEARABLE_FIELDS), { ...CLEAR_ADVICE, ...FIELD_WORDS }), {
    maxItems: CLEARABLE_FIELDS.length,
    description: `Fields to empty, up to ${CLEARABLE_FIELDS.length}, none twice, none in patch.`,
  }),
  { words: 'unset remove reset empty', unlike: 'clean cleat' },
);

/** The first tasks that a write had an effect on, and how many there are, for its value. */
export function effectIds(what: string) {
  return Type.Array(idItem, { description: `${what}: the first ${EFFECTS_MAX_COUNT}.` });
}
export const effectCount = Type.Integer({ minimum: 0, description: 'How many there are.' });

export function firstIds(numbers: readonly number[]): string[] {
  return numbers.slice(0, EFFECTS_MAX_COUNT).map(String);
}

/** Ids of tasks in the same list. */
export function taskIds(what: string, item = idItem) {
  return Type.Array(item, {
    maxItems: BLOCKED_BY_MAX_COUNT,
    description: `${what}: up to ${BLOCKED_BY_MAX_COUNT} ids (1 to 9 digits), none twice.`,
  });
}

/** Ids of tasks that the task waits for now. */
export function blockerIds(what: string) {
  return taskIds(what, blockerItem);
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

/** The needs of a write on one task at a version. */
export function versionedNeeds(args: { readonly id: string; readonly expectedVersion?: number }): Needs {
  const number = Number(args.id);
  const { expectedVersion: version } = args;
  const changesSince = version === undefined ? [] : [{ number, version }];
  return { tasks: [number], references: [], upstream: [], changesSince };
}
