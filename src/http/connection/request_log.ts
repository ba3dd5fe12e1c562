import type { Logger } from 'pino';
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
