import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../log/caller.js';
import type { Refusal } from '../../refusals/refusal.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Proved by a key; anonymous where the service has no keys. */
    principal: string;
    /** Whether the caller's key reaches a list. */
    reaches: (list: string) => boolean;
    /** What the call was refused with, for the log. */
    refusal: Refusal | null;
    /** What became of each call, where neither the route nor its path names it; null where there was none. */
    outcomes: CallOutcome[] | null;
  }

  interface FastifyContextConfig {
    /** The tool that the route serves, for the log. */
    tool?: string;
    /** The list that the route is about where its path names none. */
    list?: string;
  }
}

/** One call of a request that may hold several. */
export interface CallOutcome {
  readonly tool: string | null;
  readonly refusal: Refusal | null;
}

/** For the log and the counts, which have a line for each call. */
export function noteOutcome(request: FastifyRequest, outcome: CallOutcome): void {
  request.outcomes ??= [];
  request.outcomes.push(outcome);
}

const reachesAll = () => true;

/** What a request carries from hook to hook. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('principal', ANONYMOUS);
  app.decorateRequest('reaches', reachesAll);
  app.decorateRequest('refusal', null);
  app.decorateRequest('outcomes', null);
}
