import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toRefusal } from './error_refusal.js';
import { sendProblem } from './problems.js';
import { logLine } from './request_log.js';

/** Answers what Fastify refuses while it looks for the route, where no hook and no error handler runs. */
export function frameworkErrorHandler(log: Logger) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toRefusal(error);
    reply.header('x-request-id', request.id);
    sendProblem(refusal, request, reply);
    const { method, id: requestId } = request;
    logLine(log, { requestId, method, status: reply.statusCode, code: refusal.code }, refusal);
  };
}
