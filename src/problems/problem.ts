import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import type { Issue, Refusal, RefusalExtras } from '../refusals/refusal.js';
import type { Blocker, ChangedField } from '../tasks/refusal_extras.js';
import type { Task } from '../tasks/task.js';
import { boundedFields } from '../tasks/views/bounded.js';
import { type ProblemCard, problemCard } from '../tasks/views/cards.js';
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
