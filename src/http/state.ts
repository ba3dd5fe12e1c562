import type { FastifyInstance } from 'fastify';
import { ANONYMOUS } from '../domain/caller.js';
import type { Refusal } from '../errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Proved by a key; anonymous where the service has no keys. */
    principal: string;
    /** Whether the caller's key reaches a list. */
    reaches: (list: string) => boolean;
    /** What the call was refused with, for the log. */
    refusal: Refusal | null;
    /** The tool that was called, where neither the route nor its path names it. */
    calledTool: string | null;
  }

  interface FastifyContextConfig {
    /** The tool that the route serves, for the log. */
    tool?: string;
    /** The list that the route is about where its path names none. */
    list?: string;
  }
}

const reachesAll = () => true;

/** What a request carries from hook to hook. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('principal', ANONYMOUS);
  app.decorateRequest('reaches', reachesAll);
  app.decorateRequest('refusal', null);
  app.decorateRequest('calledTool', null);
}
