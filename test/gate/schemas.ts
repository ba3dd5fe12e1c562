import { Type } from '@sinclair/typebox';
import { type Issue, Refusal } from '../../src/refusals/refusal.js';
import { advised } from '../../src/schema/advice.js';
import { NOT_BLANK_PATTERN, OneLine, StringEnum, Text } from '../../src/schema/kinds.js';
import {
  CLEAR_ADVICE,
  FLAG_ADVICE,
  LABEL_ADVICE,
  LABEL_FILTER_ADVICE,
  ORDER_ADVICE,
  PRIORITY_ADVICE,
  STATUS_ADVICE,
  STATUS_FILTER_ADVICE,
  severalHint,
} from '../../src/tasks/advice.js';
import * as argument from '../../src/tasks/tools/arguments.js';
import { LABEL_PATTERN, PRIORITIES, STATUSES } from '../../src/tasks/values.js';

/** Inputs of the form that the tools have, so that these tests hold whatever the tools become. */

const { id } = argument;
const ids = argument.taskIds('Ids');
const labels = Type.Array(advised(Text({ pattern: LABEL_PATTERN }), LABEL_ADVICE), { maxItems: 20 });
const subject = OneLine({ minLength: 1, maxLength: 200, pattern: NOT_BLANK_PATTERN });
const closed = { additionalProperties: false } as const;

export const Create = Type.Object(
  {
    subject: advised(subject, { hint: severalHint }),
    description: Type.Optional(Text({ maxLength: 10_000 })),
    priority: Type.Optional(advised(StringEnum(PRIORITIES), PRIORITY_ADVICE)),
    owner: Type.Optional(OneLine({ minLength: 1, maxLength: 100 })),
    labels: Type.Optional(labels),
    blockedBy: Type.Optional(ids),
    idempotencyKey: Type.Optional(Text({ pattern: '^[!-~]{1,200}$' })),
  },
  closed,
);

export const Update = Type.Object(
  {
    id,
    expectedVersion: Type.Optional(argument.expectedVersion),
    patch: Type.Object(
      {
        status: Type.Optional(advised(StringEnum(STATUSES), STATUS_ADVICE)),
        subject: Type.Optional(subject),
        description: Type.Optional(Text({ maxLength: 10_000 })),
        labels: Type.Optional(labels),
        addBlockedBy: Type.Optional(ids),
      },
      closed,
    ),
    clear: Type.Optional(
      Type.Array(advised(StringEnum(['description', 'owner', 'labels']), CLEAR_ADVICE), { maxItems: 3 }),
    ),
  },
  closed,
);

export const List = Type.Object(
  {
    status: Type.Optional(advised(StringEnum([...STATUSES, 'open', 'closed']), STATUS_FILTER_ADVICE)),
    label: Type.Optional(advised(Text({ pattern: LABEL_PATTERN }), LABEL_FILTER_ADVICE)),
    ready: Type.Optional(advised(Type.Boolean(), FLAG_ADVICE)),
    order: Type.Optional(advised(StringEnum(['number', 'priority']), ORDER_ADVICE)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    cursor: Type.Optional(Text({ minLength: 1, maxLength: 200 })),
  },
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
