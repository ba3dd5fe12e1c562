import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { advised } from '../schema/advice.js';
import { NOT_BLANK_PATTERN, NullableText, OneLine, StringEnum } from '../schema/kinds.js';
import { PRIORITY_ADVICE, STATUS_ADVICE } from './wording/arguments.js';
import { DescriptionText, LabelName, OwnerName } from './wording/forms.js';
import { OWNER_WORDS } from './wording/meant.js';
import {
  AT_A_TIME,
  CHANGES_OF_LABELS,
  LABELS_ARE_WHOLE,
  MORE_DESCRIPTION,
  NEW_NAME,
  OTHER_FIELDS,
} from './wording/not_for.js';
import { LABEL_PATTERN, PRIORITIES, STATUSES } from './wording/values.js';

/**
 * The fields of a task, each one value. Records, schemas, columns and statements, patch, clear and history
 * derive from this table.
 */

export const LABEL_FORM = '1 to 50 of a-z 0-9 . _ / -, as in v1/api, not none.';
export const LABELS_MAX_COUNT = 20;

/** One line that a person takes in at a glance; text views cut it further. */
const SUBJECT_MAX_CODE_POINTS = 200;
/** About 2,500 tokens: what a model can be asked to read with one task. */
export const DESCRIPTION_MAX_CODE_POINTS = 10_000;
const OWNER_MAX_CODE_POINTS = 100;

export const OWNER_FORM = {
  minLength: 1,
  maxLength: OWNER_MAX_CODE_POINTS,
  pattern: NOT_BLANK_PATTERN,
  description: `A name without @: one line, 1 to ${OWNER_MAX_CODE_POINTS} characters.`,
} as const;

/** The types of columns; a record has a timestamptz as RFC 3339 in UTC with milliseconds. */
type SqlType = 'int' | 'smallint' | 'text' | 'jsonb' | 'timestamptz';

/** What can be said of a field besides the schema of its value. */
interface Traits<Value> {
  /** Its column in `tasks`, with the type. */
  readonly column: `${string} ${SqlType}`;
  /** What a new task holds before anybody sets it; without one, the creation itself says it. */
  readonly blank?: Readonly<Value>;
  /** True where nothing changes it after the creation. */
  readonly fixed?: true;
  /** False where only task_get shows it, since a page of them would be too long. */
  readonly summary?: false;
  /** False where only records hold it, and a task says the same in another form. */
  readonly wire?: false;
}

/** What can be said of a field that callers set. */
export interface OwnTraits<Value> extends Traits<Value> {
  readonly blank: Readonly<Value>;
  /** What callers send for it. */
  readonly argument: TSchema;
  /** False where task_create does not take it. */
  readonly creation?: false;
  /** True where callers can empty it, which makes it blank again. */
  readonly clearable?: true;
}

/** A field that the service keeps. `schema` is of its value in a record and, with `wire`, in a task. */
function kept<Schema extends TSchema, const Said extends Traits<Static<Schema>>>(schema: Schema, said: Said) {
  return { ...said, schema, own: false } as const;
}

/** A field that callers set, and that the audit log records. */
function own<Schema extends TSchema, const Said extends OwnTraits<Static<Schema>>>(
  schema: Schema,
  said: Said,
) {
  return { ...said, schema, own: true } as const;
}

const orNull = (description: string) => NullableText({ description });
const time = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$',
    description: `${description} (UTC, RFC 3339, milliseconds).`,
  });

/** In the order in which a summary, a patch and the list of what changed name them. */
export const FIELDS = {
  number: kept(Type.Integer(), { column: 'number int', fixed: true, wire: false }),
  version: kept(
    Type.Integer({
      minimum: 1,
      description: 'Task version: what the next write names as expectedVersion.',
    }),
    { column: 'version int', blank: 0 },
  ),
  status: own(StringEnum(STATUSES, { description: 'done and cancelled are closed; the others are open.' }), {
    column: 'status text',
    argument: advised(StringEnum(STATUSES, { description: 'done: finished and verified.' }), STATUS_ADVICE),
    creation: false,
    blank: 'pending',
  }),
  subject: own(Type.String({ description: 'What is to be done, on one line.' }), {
    column: 'subject text',
    argument: advised(
      OneLine({
        minLength: 1,
        maxLength: SUBJECT_MAX_CODE_POINTS,
        pattern: NOT_BLANK_PATTERN,
        description: `What to do: one line, 1 to ${SUBJECT_MAX_CODE_POINTS} characters.`,
      }),
      {
        words: 'title name summary task heading todo',
        perhaps: 'content text',
        notFor: [AT_A_TIME, NEW_NAME],
      },
    ),
    blank: '',
  }),
  description: own(orNull('Free text, verbatim, or null.'), {
    column: 'description text',
    argument: advised(
      DescriptionText({
        minLength: 1,
        maxLength: DESCRIPTION_MAX_CODE_POINTS,
        pattern: NOT_BLANK_PATTERN,
        description: `Details: 1 to ${DESCRIPTION_MAX_CODE_POINTS} characters, not blank.`,
      }),
      {
        words: 'desc descr notes note body content details detail text comment comments',
        unlike: 'decryption desorption',
        notFor: [MORE_DESCRIPTION, OTHER_FIELDS],
      },
    ),
    blank: null,
    clearable: true,
    summary: false,
  }),
  /** The column holds the rank, so that it sorts from urgent to low. */
  priority: own(StringEnum(PRIORITIES, { description: 'normal unless somebody set another.' }), {
    column: 'priority smallint',
    argument: advised(StringEnum(PRIORITIES, { description: 'How pressing it is.' }), PRIORITY_ADVICE),
    blank: 'normal',
  }),
  owner: own(orNull('Who works on it, or null.'), {
    column: 'owner text',
    argument: advised(OwnerName(OWNER_FORM), OWNER_WORDS),
    blank: null,
    clearable: true,
  }),
  labels: own(
    Type.Array(Type.String({ pattern: LABEL_PATTERN }), {
      description: 'Labels in the order they were given.',
    }),
    {
      column: 'labels jsonb',
      /** The form of a label stands in the description of the array, which a model reads first. */
      argument: advised(
        Type.Array(LabelName({ pattern: LABEL_PATTERN }), {
          maxItems: LABELS_MAX_COUNT,
          description: `At most ${LABELS_MAX_COUNT}, none twice, each ${LABEL_FORM}`,
        }),
        {
          words:
            'tags tag label categories category addlabels addlabel addtags addtag setlabels setlabel settags settag',
          unlike: 'lapels libels',
          inside: LABELS_ARE_WHOLE,
          notFor: [CHANGES_OF_LABELS],
        },
      ),
      blank: [],
      clearable: true,
    },
  ),
  /** How many of its blockers are open; kept by the append that opens or closes a blocker. */
  openBlockers: kept(Type.Integer(), { column: 'open_blockers int', blank: 0, wire: false }),
  createdAt: kept(time('When the task was created'), { column: 'created_at timestamptz', fixed: true }),
  createdBy: kept(Type.String({ description: 'Who created it.' }), {
    column: 'created_by text',
    fixed: true,
  }),
  updatedAt: kept(time('When a field of the task last changed'), { column: 'updated_at timestamptz' }),
  updatedBy: kept(Type.String({ description: 'Who changed it last.' }), { column: 'updated_by text' }),
  completedAt: kept(orNull('When the task became done, or null.'), {
    column: 'completed_at timestamptz',
    blank: null,
  }),
  deletedAt: kept(orNull('When the task was deleted, or null.'), {
    column: 'deleted_at timestamptz',
    blank: null,
  }),
} as const;

export type Fields = typeof FIELDS;
export type FieldName = keyof Fields;
