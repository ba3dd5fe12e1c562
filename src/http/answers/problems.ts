import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../../problems/problem.js';
import { CATALOG, type ErrorCode } from '../../refusals/catalog.js';
import { type Issue, Refusal } from '../../refusals/refusal.js';
import { JSON_TYPE, MERGE_PATCH_TYPE } from './negotiation.js';

/** What Accept-Patch names. */
const PATCH_TYPES = [MERGE_PATCH_TYPE, JSON_TYPE];

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

const asItIs = (payload: string) => payload;

export function sendProblem(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = toWireProblem(refusal, request.id);
  // A serializer keeps Fastify from adding a charset, which application/problem+json does not have.
  return reply.code(status).headers(headers).serializer(asItIs).send(body);
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

/** What every answer says, a problem on a bare socket too. */
const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

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

/** What an error of Fastify or Node means to a caller: the code, and what went wrong this time. */
type Meaning = readonly [code: ErrorCode, detail: string];

const MEANINGS: Readonly<Record<string, Meaning>> = {
  FST_ERR_BAD_URL: ['INVALID_INPUT', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['INVALID_INPUT', 'A part of the address is too long.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'The Content-Type of the body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['MALFORMED_BODY', 'The body is not as long as its Content-Length.'],
  FST_ERR_NOT_FOUND: ['ROUTE_NOT_FOUND', 'There is nothing at this address.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive whole in time.'],
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The head of the request is larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The chunk extensions of the body are too large.'],
};

/**
 * The nearest code of the catalog for a status with which Fastify or a plugin refuses a request;
 * INVALID_INPUT for the others. FORBIDDEN speaks of keys and lists, so a forbidden path is one that is not
 * there.
 */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'ROUTE_NOT_FOUND',
  404: 'ROUTE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  410: 'ROUTE_NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  431: 'HEADERS_TOO_LARGE',
};

const ISSUES: Readonly<Record<string, Issue>> = {
  FST_ERR_BAD_URL: {
    path: '',
    code: 'url',
    message: 'The address holds a % that is not followed by the bytes of a UTF-8 character; encode it anew.',
    expected: 'percent-encoded UTF-8',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    path: '',
    code: 'url',
    message: 'A name or id in the address is too long; send it as an answer of this service showed it.',
  },
};

/** The refusal of an address that cannot be decoded. */
export function badUrl(): Refusal {
  const { FST_ERR_BAD_URL: issue } = ISSUES;
  return new Refusal('INVALID_INPUT', 'The address is not valid.', issue && { issues: [issue] });
}

/**
 * The refusal that an error is to a caller: what blames the request stays the fault of the request. What
 * nobody foresaw is INTERNAL, with its cause for the log.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  const meaning = MEANINGS[code];
  if (!meaning) return toRefusalByStatus(error);
  const issue = ISSUES[code];
  return new Refusal(...meaning, issue && { issues: [issue] });
}

function toRefusalByStatus(error: unknown): Refusal {
  const status = statusOf(error);
  if (status < 400 || status > 499) {
    return new Refusal('INTERNAL', 'The service could not finish the call.', { cause: error });
  }
  const code = BY_STATUS[status];
  if (code) return new Refusal(code, `${CATALOG[code].title}.`, { cause: error });
  const message = 'The request asks for something that this address does not do; send it in a plainer form.';
  return new Refusal('INVALID_INPUT', 'The request is not one that this address takes.', {
    issues: [{ path: '', code: 'http', message, received: String(status) }],
    cause: error,
  });
}

/** 0 when it has none. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('statusCode' in error)) return 0;
  return typeof error.statusCode === 'number' ? error.statusCode : 0;
}

/** The refusal of bytes that Node could not read as a request. */
export function toParserRefusal(error: unknown): Refusal {
  const code = codeOf(error);
  if (code in MEANINGS) return toRefusal(error);
  const message =
    code === 'HPE_INVALID_EOF_STATE'
      ? 'The connection ended in the middle of a request; send it whole.'
      : 'The bytes that arrived are not an HTTP/1.1 request.';
  return new Refusal('INVALID_INPUT', 'The request is not valid HTTP.', {
    issues: [{ path: '', code: 'http', message, received: code }],
  });
}

/** The refusal of a request whose client, or whose connection, was gone before the rest of its body came. */
export function cutOff(): Refusal {
  return new Refusal('MALFORMED_BODY', 'The connection ended before the whole body had arrived.');
}

/** '' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
