import { Type } from '@sinclair/typebox';
import { type Issue, Refusal } from '../../src/refusals/refusal.js';
import { NOT_BLANK_PATTERN, OneLine, StringEnum, Text } from '../../src/schema/kinds.js';
import { LABEL_PATTERN, PRIORITIES, STATUSES } from '../../src/tasks/fields.js';
import { ID_PATTERN } from '../../src/tasks/task.js';

/** Inputs of the form that the tools have, so that these tests hold whatever the tools become. */

const id = Text({ pattern: ID_PATTERN });
const ids = Type.Array(id, { maxItems: 50 });
const labels = Type.Array(Text({ pattern: LABEL_PATTERN }), { maxItems: 20 });
const subject = OneLine({ minLength: 1, maxLength: 200, pattern: NOT_BLANK_PATTERN });
const closed = { additionalProperties: false } as const;

export const Create = Type.Object(
  {
    subject,
    description: Type.Optional(Text({ maxLength: 10_000 })),
    priority: Type.Optional(StringEnum(PRIORITIES)),
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
    expectedVersion: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    patch: Type.Object(
      {
        status: Type.Optional(StringEnum(STATUSES)),
        subject: Type.Optional(subject),
        description: Type.Optional(Text({ maxLength: 10_000 })),
        labels: Type.Optional(labels),
        addBlockedBy: Type.Optional(ids),
      },
      closed,
    ),
    clear: Type.Optional(Type.Array(StringEnum(['description', 'owner', 'labels']), { maxItems: 3 })),
  },
  closed,
);

export const List = Type.Object(
  {
    status: Type.Optional(StringEnum([...STATUSES, 'open', 'closed'])),
    label: Type.Optional(Text({ pattern: LABEL_PATTERN })),
    ready: Type.Optional(Type.Boolean()),
    order: Type.Optional(StringEnum(['number', 'priority'])),
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
