import type { FastifyRequest } from 'fastify';
import type { Caller } from '../domain/caller.js';
import { Refusal } from '../errors.js';
import type { Reply, Service } from '../service.js';
import type { Tool } from '../tools/tool.js';
import { readClaims, readIfMatch } from './headers.js';
import { parameterOf } from './parameters.js';

const PRECONDITION_FAILED = 412;

/** Runs a tool for whoever sent the request, on the list in its path. @throws Refusal */
export async function callTool(
  service: Service,
  tool: Tool,
  request: FastifyRequest,
  raw: unknown,
): Promise<Reply> {
  try {
    return await service.call(tool.name, parameterOf(request, 'list') ?? '', callerOf(request), raw);
  } catch (error) {
    throw isFailedPrecondition(error, request)
      ? new Refusal(error.code, error.message, { ...error.extras, status: PRECONDITION_FAILED })
      : error;
  }
}

function callerOf({ id, principal, headers }: FastifyRequest): Caller {
  return { principal, ...readClaims(headers), requestId: id };
}

/** RFC 9110 section 13.1.1: a stale version that came as If-Match. */
function isFailedPrecondition(error: unknown, { headers }: FastifyRequest): error is Refusal {
  return error instanceof Refusal && error.code === 'STALE_VERSION' && readIfMatch(headers) !== undefined;
}
