import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calls } from './calls.js';
import { toRefusal } from './error_refusal.js';
import { sendProblem } from './problems.js';

/** Answers what Fastify refuses while it looks for the route, where no hook and no error handler runs. */
export function frameworkErrorHandler(calls: Calls) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    calls.begin(request, reply);
    request.refusal = toRefusal(error);
    reply.header('x-request-id', request.id);
    sendProblem(request.refusal, request, reply);
    calls.decide(request);
  };
}
