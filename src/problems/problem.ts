import { Type } from '@sinclair/typebox';
import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import type { Issue, Refusal, RefusalExtras } from '../refusals/refusal.js';
import { StringEnum, Text } from '../schema/kinds.js';
import type { Blocker, ChangedField } from '../tasks/changes.js';
import { Task } from '../tasks/task.js';
import { type ProblemCard, problemCard } from '../tasks/views/cards.js';
import { boundedFields } from '../tasks/views/page.js';
import { ID_PATTERN, STATUSES } from '../tasks/wording/values.js';
import {
  BLOCKERS_MAX_COUNT,
  CHANGED_TEXT_MAX_CHARACTERS,
  CYCLE_ENDS_MAX_COUNT,
  charactersOf,
  firstThatFit,
  ISSUES_MAX_CHARACTERS,
  ISSUES_MAX_COUNT,
} from '../text/budget.js';
import { problemText } from './problem_text.js';

/** A refusal on the wire: RFC 9457 problem details with the members of this service. */
export interface Problem {
  /** urn:tasklatch:error:CODE */
  readonly type: string;
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  readonly detail: string;
  /** urn:uuid: and the id of the request. */
  readonly instance: string;
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retryable: boolean;
  /** What a model reads. */
  readonly text: string;
  readonly card: ProblemCard;
  /** The first of them, and how many there are. */
  readonly issues?: readonly Issue[];
  readonly issuesCount?: number;
  readonly current?: Task;
  readonly changedSince?: readonly ChangedField[];
  readonly changedSinceCount?: number;
  readonly blockers?: readonly Blocker[];
  readonly blockersCount?: number;
  /** A long one has its two ends only. */
  readonly path?: readonly string[];
  readonly pathCount?: number;
  readonly tools?: readonly string[];
  /** Where a client looks for OAuth: what it reads of a refusal (RFC 6749 section 5.2). */
  readonly error?: string;
  readonly error_description?: string;
}

type Lists = 'issues' | 'changedSince' | 'blockers' | 'path';

/** The lists of a refusal as far as a problem shows them, and how many there are of each. */
function boundedLists(extras: RefusalExtras): Pick<Problem, Lists | `${Lists}Count`> {
  const { issues, changedSince, blockers, path } = extras;
  return {
    ...(issues && { issues: issuesThatFit(issues), issuesCount: extras.issuesCount ?? issues.length }),
    ...(changedSince && {
      changedSince: boundedFields(changedSince),
      changedSinceCount: changedSince.length,
    }),
    ...(blockers && { blockers: blockers.slice(0, BLOCKERS_MAX_COUNT), blockersCount: blockers.length }),
    ...(path && { path: endsOf(path), pathCount: path.length }),
  };
}

/** A suggestion is sent as it stands: one that there is no room for is left out whole. */
function issuesThatFit(issues: readonly Issue[]): readonly Issue[] {
  const bounded = issues.slice(0, ISSUES_MAX_COUNT).map((issue) => {
    if (charactersOf(issue.suggestion) <= CHANGED_TEXT_MAX_CHARACTERS) return issue;
    const { suggestion: _, ...rest } = issue;
    return rest;
  });
  return firstThatFit<Issue>(bounded, [
    { max: ISSUES_MAX_CHARACTERS, atMost: charactersOf(bounded), sizeOf: charactersOf },
  ]);
}

function endsOf(path: readonly string[]): readonly string[] {
  if (path.length <= 2 * CYCLE_ENDS_MAX_COUNT) return path;
  return [...path.slice(0, CYCLE_ENDS_MAX_COUNT), ...path.slice(-CYCLE_ENDS_MAX_COUNT)];
}

/** The problem that a refusal is. Its cause is for the log and does not appear. `requestId` is a UUID. */
export function toProblem(refusal: Refusal, requestId: string): Problem {
  const { code, extras } = refusal;
  const { current, tools, oauthError } = extras;
  const card = problemCard(refusal);
  return {
    type: `urn:tasklatch:error:${code}`,
    title: card.title,
    status: extras.status ?? CATALOG[code].status,
    detail: card.detail,
    instance: `urn:uuid:${requestId}`,
    code,
    hint: card.hint,
    retryable: card.retryable,
    text: problemText(refusal),
    ...(current && { current }),
    ...boundedLists(extras),
    ...(tools && { tools }),
    ...(oauthError && { error: oauthError, error_description: `${card.detail} ${card.hint}` }),
    card,
  };
}

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
