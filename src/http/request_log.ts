import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { CATALOG, type Refusal } from '../errors.js';
import { parameterOf } from './parameters.js';

/** Names in an address come from callers; those that exist are shorter. */
const NAME_MAX_UNITS = 100;

/** Asked every few seconds by engines and collectors: of no interest while they are answered. */
const PROBES: readonly (string | undefined)[] = ['/livez', '/readyz', '/metrics'];

/** One line for each request that was answered. It holds no body, no header and no query. */
export interface RequestLine {
  readonly requestId: string;
  readonly method?: string;
  /** The pattern of the route; absent where there is none. */
  readonly route?: string | undefined;
  readonly status: number;
  readonly ms?: number;
  readonly list?: string | undefined;
  readonly tool?: string | undefined;
  /** The code of the refusal. */
  readonly code?: string | undefined;
  /** What kind of bytes Node could not read as a request. */
  readonly reason?: string;
}

/** Failures of the service are errors and carry their cause; refusals of a call are part of its work. */
export function logLine(log: Logger, line: RequestLine, refusal: Refusal | null): void {
  if (isFailure(line.status, refusal)) log.error({ ...line, err: refusal?.cause }, 'request');
  else if (PROBES.includes(line.route)) log.debug(line, 'request');
  else log.info(line, 'request');
}

/** An answer of MCP is 200 whatever became of the call in it. */
function isFailure(status: number, refusal: Refusal | null): boolean {
  return status >= 500 || (refusal !== null && CATALOG[refusal.code].status >= 500);
}

export function registerRequestLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled('info') || isFailure(reply.statusCode, request.refusal)) {
      logLine(log, lineOf(request, reply), request.refusal);
    }
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    const { id: requestId, method, routeOptions } = request;
    log.info({ requestId, method, route: routeOptions.url }, 'the client left before the answer');
    done();
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply): RequestLine {
  const { url, config } = request.routeOptions;
  return {
    requestId: request.id,
    method: request.method,
    route: url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    list: (parameterOf(request, 'list') ?? config.list)?.slice(0, NAME_MAX_UNITS),
    tool: config.tool ?? request.calledTool ?? parameterOf(request, 'tool')?.slice(0, NAME_MAX_UNITS),
    code: request.refusal?.code,
  };
}
