import { toProblem } from '../../problems/problem.js';
import type { Refusal } from '../../refusals/refusal.js';

/** A refusal as an HTTP answer, for a reply of Fastify and for a bare socket alike. */
export interface WireProblem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a client waits before it tries again where the refusal does not say. */
const RETRY_AFTER_DEFAULT_SECONDS = 1;
const STATUSES_TO_RETRY: ReadonlySet<number> = new Set([429, 503]);

/** What every answer says, a problem on a bare socket too. */
export const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** `requestId` is a UUID. */
export function toWireProblem(refusal: Refusal, requestId: string): WireProblem {
  const problem = toProblem(refusal, requestId);
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    ...ANSWER_HEADERS,
  };
  if (STATUSES_TO_RETRY.has(problem.status)) {
    headers['retry-after'] = String(refusal.extras.retryAfterSeconds ?? RETRY_AFTER_DEFAULT_SECONDS);
  }
  if (refusal.code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Bearer';
  return { status: problem.status, headers, body: JSON.stringify(problem) };
}
