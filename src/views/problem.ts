import type { Task } from '../domain/task.js';
import {
  type Blocker,
  CATALOG,
  type ChangedField,
  type ErrorCode,
  type Issue,
  type Refusal,
} from '../errors.js';
import type { ProblemCard } from './card.js';
import { problemCard } from './cards.js';
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
  readonly issues?: readonly Issue[];
  readonly current?: Task;
  readonly changedSince?: readonly ChangedField[];
  readonly blockers?: readonly Blocker[];
  readonly path?: readonly string[];
  readonly tools?: readonly string[];
  /** Where a client looks for OAuth: what it reads of a refusal (RFC 6749 section 5.2). */
  readonly error?: string;
  readonly error_description?: string;
}

/** The problem that a refusal is. Its cause is for the log and does not appear. `requestId` is a UUID. */
export function toProblem(refusal: Refusal, requestId: string): Problem {
  const { code, extras } = refusal;
  const { issues, current, changedSince, blockers, path, tools, oauthError } = extras;
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
    ...(issues && { issues }),
    ...(current && { current }),
    ...(changedSince && { changedSince }),
    ...(blockers && { blockers }),
    ...(path && { path }),
    ...(tools && { tools }),
    ...(oauthError && { error: oauthError, error_description: `${card.detail} ${card.hint}` }),
    card,
  };
}
