import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../../problems/problem.js';
import { Refusal } from '../../refusals/refusal.js';
import { codeOf, cutOff, toRefusal } from './error_refusal.js';
import { JSON_TYPE, MERGE_PATCH_TYPE } from './negotiation.js';

/** What Accept-Patch names. */
const PATCH_TYPES = [MERGE_PATCH_TYPE, JSON_TYPE];

const asItIs = (payload: string) => payload;

/** Every error of every route, and of no route, becomes a problem. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = isCutOff(error, request) ? cutOff() : toRefusal(error);
    request.refusal = refusal;
    if (refusal.code === 'UNSUPPORTED_MEDIA_TYPE' && request.method === 'PATCH') {
      reply.header('accept-patch', PATCH_TYPES.join(', '));
    }
    keepConnection(reply);
    return sendProblem(refusal, request, reply);
  });
  app.setNotFoundHandler(() => {
    throw new Refusal('ROUTE_NOT_FOUND', 'There is nothing at this address.');
  });
}

/**
 * Fastify closes the connection on a body that it did not read to its end, and the client loses the answer.
 * Node reads on instead and throws away what comes, for as long as a request may take to arrive.
 */
function keepConnection(reply: FastifyReply): void {
  if (!reply.hasHeader('connection')) return;
  reply.header('connection', reply.raw.shouldKeepAlive ? 'keep-alive' : 'close');
}

/** The client is gone, or its connection is, and the rest of the body with it. */
function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  return codeOf(error) === 'ECONNRESET' && !raw.complete;
}

export function sendProblem(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = toWireProblem(refusal, request.id);
  // A serializer keeps Fastify from adding a charset, which application/problem+json does not have.
  return reply.code(status).headers(headers).serializer(asItIs).send(body);
}

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
