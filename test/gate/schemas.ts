import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { type Issue, Refusal } from '../../src/refusals/refusal.js';
import { adviceOf, advised } from '../../src/schema/advice.js';
import { NOT_BLANK_PATTERN, OneLine, StringEnum, Text } from '../../src/schema/kinds.js';
import * as argument from '../../src/tasks/tools/arguments.js';
import { taskCreate } from '../../src/tasks/tools/task_create.js';
import { taskList } from '../../src/tasks/tools/task_list.js';
import { taskUpdate } from '../../src/tasks/tools/task_update.js';
import {
  FLAG_ADVICE,
  KEPT,
  ORDER_ADVICE,
  PRIORITY_ADVICE,
  STATUS_ADVICE,
  STATUS_FILTER_ADVICE,
} from '../../src/tasks/wording/arguments.js';
import { LABEL_ADVICE, LABEL_FILTER_ADVICE, severalHint } from '../../src/tasks/wording/meant.js';
import { LABEL_PATTERN, PRIORITIES, STATUSES } from '../../src/tasks/wording/values.js';

/** Inputs of the form that the tools have, so that these tests hold whatever the tools become. */

const UPDATE = Object(taskUpdate.input.properties);

/** Some members with what callers call those of a tool. */
function named<Members extends TProperties>(members: Members, { properties }: TObject): Members {
  const all = Object.entries(members).map(([key, schema]) => {
    const like = properties[key];
    if (!like) return [key, schema] as const;
    const { words = '', perhaps = '', unlike = '', notFor = [] } = adviceOf(like);
    return [key, advised(schema, { words, perhaps, unlike, notFor })] as const;
  });
  return { ...members, ...Object.fromEntries(all) };
}

const { id } = argument;
const ids = argument.taskIds('Ids');
const labels = Type.Array(advised(Text({ pattern: LABEL_PATTERN }), LABEL_ADVICE), { maxItems: 20 });
const subject = OneLine({ minLength: 1, maxLength: 200, pattern: NOT_BLANK_PATTERN });
const closed = { additionalProperties: false } as const;

export const Create = advised(
  Type.Object(
    named(
      {
        subject: advised(subject, { hint: severalHint }),
        description: Type.Optional(Text({ maxLength: 10_000 })),
        priority: Type.Optional(advised(StringEnum(PRIORITIES), PRIORITY_ADVICE)),
        owner: Type.Optional(OneLine({ minLength: 1, maxLength: 100 })),
        labels: Type.Optional(labels),
        blockedBy: Type.Optional(ids),
        idempotencyKey: Type.Optional(Text({ pattern: '^[!-~]{1,200}$' })),
      },
      taskCreate.input,
    ),
    closed,
  ),
  { kept: KEPT },
);

export const Update = advised(
  Type.Object(
    named(
      {
        id,
        expectedVersion: Type.Optional(argument.expectedVersion),
        patch: Type.Object(
          named(
            {
              status: Type.Optional(advised(StringEnum(STATUSES), STATUS_ADVICE)),
              subject: Type.Optional(subject),
              description: Type.Optional(Text({ maxLength: 10_000 })),
              labels: Type.Optional(labels),
              addBlockedBy: Type.Optional(ids),
            },
            UPDATE.patch,
          ),
          closed,
        ),
        clear: UPDATE.clear,
      },
      taskUpdate.input,
    ),
    closed,
  ),
  { kept: KEPT },
);

export const List = Type.Object(
  named(
    {
      status: Type.Optional(advised(StringEnum([...STATUSES, 'open', 'closed']), STATUS_FILTER_ADVICE)),
      label: Type.Optional(advised(Text({ pattern: LABEL_PATTERN }), LABEL_FILTER_ADVICE)),
      ready: Type.Optional(advised(Type.Boolean(), FLAG_ADVICE)),
      order: Type.Optional(advised(StringEnum(['number', 'priority']), ORDER_ADVICE)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      cursor: Type.Optional(Text({ minLength: 1, maxLength: 200 })),
    },
    taskList.input,
  ),
  closed,
);

/** The refusal that the call throws. Fails the test when it throws none, or something else. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('The call was not refused.');
}

/** The issues of an input that the gate refuses. */
export function issuesOf(admit: (raw: unknown) => unknown, raw: unknown): readonly Issue[] {
  const { code, extras } = refusalOf(() => admit(raw));
  if (code !== 'INVALID_INPUT') throw new Error(`The code is ${code}.`);
  return extras.issues ?? [];
}
