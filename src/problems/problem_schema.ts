import { Type } from '@sinclair/typebox';
import { CATALOG } from '../refusals/catalog.js';
import { StringEnum, Text } from '../schema/kinds.js';
import { ID_PATTERN, STATUSES, Task } from '../tasks/task.js';
import { BLOCKERS_MAX_COUNT, CYCLE_ENDS_MAX_COUNT, ISSUES_MAX_COUNT } from '../text/budget.js';

const closed = { additionalProperties: false } as const;
const CODES = Object.keys(CATALOG);

const taskId = Text({ pattern: ID_PATTERN, description: 'Task id.' });
const title = Text({ description: 'What went wrong, the same words for each problem of this code.' });
const detail = Text({ description: 'What went wrong this time.' });
const hint = Text({ description: 'The next step; names only tools and arguments that exist.' });
const retryable = Type.Boolean({
  description: 'True when the same call can succeed later without a change.',
});

const countOf = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `How many ${what} there are.` }));
const ENDS = `Of more than ${2 * CYCLE_ENDS_MAX_COUNT} only the first and the last ${CYCLE_ENDS_MAX_COUNT}.`;

const IssueSchema = Type.Object(
  {
    path: Text({ description: 'Where, such as patch.labels[2]; empty for the input as a whole.' }),
    code: Text({ description: 'What kind of fault, such as unknown_key or enum.' }),
    message: Text({ description: 'What is wrong and what to send instead.' }),
    expected: Type.Optional(Text({ description: 'What is allowed.' })),
    received: Type.Optional(Text({ description: 'What came.' })),
    suggestion: Type.Optional(
      Type.Unknown({ description: 'The likely right value or key, ready to be sent.' }),
    ),
  },
  { ...closed, description: 'One thing that is wrong with an input.' },
);

const ChangedFieldSchema = Type.Object(
  {
    field: Text({ description: 'The field that changed.' }),
    to: Type.Unknown({ description: 'Its value now; null when it has none.' }),
    toLength: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Characters of the text, only where to holds no more than its beginning.',
      }),
    ),
    by: Text({ description: 'Who set it.' }),
    at: Text({ description: 'When (UTC, RFC 3339, milliseconds).' }),
    taskVersion: Type.Integer({ minimum: 1, description: 'The version that the task got by it.' }),
  },
  { ...closed, description: 'A field that changed since the version that a stale write names.' },
);

const BlockerSchema = Type.Object(
  {
    id: taskId,
    status: StringEnum(STATUSES),
    subject: Text({ description: 'What is to be done, on one line.' }),
  },
  { ...closed, description: 'An open task that the task waits for.' },
);

const ProblemCardSchema = Type.Object(
  { card: StringEnum(['problem']), code: StringEnum(CODES), title, detail, hint, retryable },
  { ...closed, description: 'What a screen draws.' },
);

/** Every Problem satisfies it; the OpenAPI document publishes it. */
export const ProblemSchema = Type.Object(
  {
    type: Text({ description: 'urn:tasklatch:error: and the code.' }),
    title,
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail,
    instance: Text({ description: 'urn:uuid: and the id of the request.' }),
    code: StringEnum(CODES, { description: 'What kind of refusal; docs/errors.md explains each.' }),
    hint,
    retryable,
    text: Text({ description: 'All of it as a model should read it.' }),
    card: ProblemCardSchema,
    issues: Type.Optional(
      Type.Array(IssueSchema, {
        description: `What is wrong with the input: the first ${ISSUES_MAX_COUNT} at most. Of a body that cannot be read, the first fault alone.`,
      }),
    ),
    issuesCount: countOf('issues that were found'),
    current: Type.Optional(Task),
    changedSince: Type.Optional(
      Type.Array(ChangedFieldSchema, { description: 'What changed since expectedVersion, oldest first.' }),
    ),
    changedSinceCount: countOf('changed fields'),
    blockers: Type.Optional(
      Type.Array(BlockerSchema, {
        description: `What to close first: ${BLOCKERS_MAX_COUNT} at most; task_get shows all.`,
      }),
    ),
    blockersCount: countOf('open blockers'),
    path: Type.Optional(
      Type.Array(taskId, { description: `The tasks of a cycle, the first one again at the end. ${ENDS}` }),
    ),
    pathCount: countOf('tasks of the cycle, with the first one again'),
    tools: Type.Optional(Type.Array(Text(), { description: 'The tools that there are.' })),
    error: Type.Optional(
      Text({ description: 'At the addresses of OAuth, which there is none of: its code.' }),
    ),
    error_description: Type.Optional(Text({ description: 'There: what to configure in its place.' })),
  },
  { ...closed, description: 'A refusal as RFC 9457 problem details.' },
);
