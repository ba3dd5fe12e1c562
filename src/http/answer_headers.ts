import type { FastifyInstance } from 'fastify';

/** Every answer names its request, whatever becomes of it. */
export function registerAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
