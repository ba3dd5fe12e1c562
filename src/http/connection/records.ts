import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { CATALOG } from '../../refusals/catalog.js';
import type { Refusal } from '../../refusals/refusal.js';
import { ROUTES } from '../../routes/routes.js';
import { parameterOf } from '../arguments/address.js';
import type { Call, CallOutcome, Outcome } from './calls.js';

/** Names in an address come from callers; those that exist are shorter. */
const NAME_MAX_UNITS = 100;

const PROBES: readonly (string | undefined)[] = ROUTES.filter(({ isProbe }) => isProbe).map(
  ({ path }) => path,
);

/**
 * One line for each request that reached the service, and for each call of a batch. It holds no body, no
 * header and no query.
 */
export interface RequestLine {
  readonly requestId: string;
  readonly method?: string;
  /** The pattern of the route; absent where there is none. */
  readonly route?: string | undefined;
  /** As it was decided, also where nobody was there to be told. */
  readonly status: number;
  readonly outcome: Outcome;
  readonly ms?: number;
  readonly list?: string | undefined;
  readonly tool?: string | undefined;
  /** The code of the refusal. */
  readonly code?: string | undefined;
  /** What kind of bytes Node could not read as a request. */
  readonly reason?: string;
}

/** Tells whoever counts or writes lines of a request that has ended. */
export type RecordRequest = (line: RequestLine, refusal: Refusal | null) => void;

/** Failures of the service are errors and carry their cause; refusals of a call are part of its work. */
export function createRequestLog(log: Logger): RecordRequest {
  return (line, refusal) => {
    if (isFailure(line.status, refusal)) log.error({ ...line, err: refusal?.cause }, 'request');
    else if (PROBES.includes(line.route)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}

/** An answer of MCP is 200 whatever became of the call in it. */
function isFailure(status: number, refusal: Refusal | null): boolean {
  return status >= 500 || (refusal !== null && CATALOG[refusal.code].status >= 500);
}

/** A line for each call of a request; one where it holds none. */
export function recordCall(record: RecordRequest, call: Call, outcome: Outcome): void {
  const { outcomes, refusal } = call.request;
  for (const each of outcomes ?? [{ tool: null, refusal }]) {
    record(lineOf(call, outcome, each), each.refusal);
  }
}

function lineOf({ request, reply }: Call, outcome: Outcome, { tool, refusal }: CallOutcome): RequestLine {
  const { url, config } = request.routeOptions;
  return {
    requestId: request.id,
    method: request.method,
    route: url,
    status: reply.statusCode,
    outcome,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    list: (parameterOf(request, 'list') ?? config.list)?.slice(0, NAME_MAX_UNITS),
    tool: config.tool ?? tool ?? parameterOf(request, 'tool')?.slice(0, NAME_MAX_UNITS),
    code: refusal?.code,
  };
}

export interface MetricsOptions {
  /** Where others keep their metrics too; one of its own when none is given. */
  readonly registry?: Registry;
  /**
   * Also measures the process: CPU, memory, event loop. Once per process, because its observers are never
   * taken away.
   */
  readonly processMetrics: boolean;
}

/** From a read of one row on a warm machine to the longest that a statement may take. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The route of calls that no route takes; their addresses are without bound. */
const NO_ROUTE = 'none';
/** The method of bytes that are no request. */
const NO_METHOD = 'none';

export interface Metrics {
  /** Counts a request that has ended. */
  readonly count: (line: RequestLine, refusal: Refusal | null) => void;
  /** Where they are kept, to be read by `GET /metrics`. */
  readonly registry: Registry;
}

/**
 * Counts every request that has a line in the log. Labels are of bounded number: route patterns, never names
 * of lists, callers or ids.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const register = options.registry ?? new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register });
  const counts = [countCalls(register), countAborted(register), countRefusals(register)];
  return {
    count: (line, refusal) => {
      for (const count of counts) count(line, refusal);
    },
    registry: register,
  };
}

function countCalls(register: Registry): Metrics['count'] {
  const calls = new Counter({
    name: 'tasklatch_http_requests_total',
    help: 'Requests, by method, route pattern and status as it was decided, whether or not the client waited for it.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [register],
  });
  const durations = new Histogram({
    name: 'tasklatch_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by method and route pattern.',
    labelNames: ['method', 'route'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [register],
  });
  return ({ method = NO_METHOD, route = NO_ROUTE, status, ms }) => {
    calls.inc({ method, route, status });
    if (ms !== undefined) durations.observe({ method, route }, ms / 1_000);
  };
}

function countAborted(register: Registry): Metrics['count'] {
  const aborted = new Counter({
    name: 'tasklatch_http_requests_aborted_total',
    help: 'Requests whose client was gone before its whole answer was sent; they are in the total too.',
    labelNames: ['method', 'route'] as const,
    registers: [register],
  });
  return ({ method = NO_METHOD, route = NO_ROUTE, outcome }) => {
    if (outcome === 'aborted') aborted.inc({ method, route });
  };
}

function countRefusals(register: Registry): Metrics['count'] {
  const refusals = new Counter({
    name: 'tasklatch_refusals_total',
    help: 'Calls refused, by code of the error catalog.',
    labelNames: ['code'] as const,
    registers: [register],
  });
  return (_line, refusal) => {
    if (refusal !== null) refusals.inc({ code: refusal.code });
  };
}
