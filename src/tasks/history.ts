import { type Static, Type } from '@sinclair/typebox';
import { NullableText, StringEnum, Text } from '../schema/kinds.js';
import { ACTIONS, type AuditEntry } from './changes.js';
import { ID_PATTERN } from './wording/values.js';

const closed = { additionalProperties: false } as const;

const lengthOf = (side: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `Characters of the text, only where ${side} holds no more than its beginning.`,
    }),
  );

const Change = Type.Object(
  {
    field: Text({ description: 'The field that changed.' }),
    from: Type.Unknown({ description: 'Its value before; null when it had none.' }),
    to: Type.Unknown({ description: 'Its value after; null when it has none.' }),
    fromLength: lengthOf('from'),
    toLength: lengthOf('to'),
  },
  closed,
);

/** One audit row as callers see it: an entry of task_history and an event of a list are the same object. */
export const HistoryEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'List version: the place in the order of events.' }),
    id: Text({ pattern: ID_PATTERN, description: 'The task that changed.' }),
    taskVersion: Type.Integer({ minimum: 1, description: 'The version that the task got by it.' }),
    action: StringEnum(ACTIONS),
    changes: Type.Array(Change),
    reason: NullableText({ description: 'The reason that the caller gave, or null.' }),
    principal: Text({ description: 'Who called, proved by a key; anonymous where the service has no keys.' }),
    agent: NullableText({ description: 'The agent that the caller says it is, or null.' }),
    session: NullableText({ description: 'The session that the caller says it is in, or null.' }),
    requestId: Text({ description: 'The request that made the change.' }),
    at: Text({ description: 'When it happened (UTC, RFC 3339, milliseconds).' }),
  },
  { ...closed, description: 'One change of one task.' },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

/** The canonical value of an audit row. */
export function toHistoryEntry(entry: AuditEntry): HistoryEntry {
  const { version, number, taskVersion, action, changes, reason, caller, at } = entry;
  const { principal, agent, session, requestId } = caller;
  return {
    version,
    id: String(number),
    taskVersion,
    action,
    changes: changes.map((change) => ({ ...change })),
    reason,
    principal,
    agent,
    session,
    requestId,
    at,
  };
}
