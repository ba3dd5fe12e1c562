import type { FastifyInstance } from 'fastify';
import { ANSWER_HEADERS } from './wire_problem.js';

/**
 * Every answer names its request, is what its type says, and is kept by nobody: a route whose answers may be
 * kept says so itself.
 */
export function registerAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ANSWER_HEADERS).header('x-request-id', request.id);
    done();
  });
}
