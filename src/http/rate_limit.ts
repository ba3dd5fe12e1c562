import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../domain/caller.js';
import { Refusal } from '../errors.js';

const MINUTE_MS = 60_000;
/** Callers that are counted at a time; the one that has not called for longest makes room. */
const CALLERS_MAX_COUNT = 10_000;

/** Retry-After comes with the problem; what else the plugin would send is no standard. */
const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the calls of a request beyond its first, before any runs. @throws Refusal RATE_LIMITED */
    countCalls(request: FastifyRequest, count: number): Promise<void>;
  }
}

/**
 * Bounds how often one caller may call the routes of this scope; 0 sets no limit. Each call of a request
 * counts that holds more than one.
 */
export async function registerRateLimit(app: FastifyInstance, maxPerMinute: number): Promise<void> {
  if (maxPerMinute === 0) {
    app.decorate('countCalls', async () => {});
    return;
  }
  await app.register(rateLimit, {
    max: maxPerMinute,
    timeWindow: MINUTE_MS,
    cache: CALLERS_MAX_COUNT,
    keyGenerator: callerKey,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    errorResponseBuilder: (_request, { max, ttl }) => tooMany(max, ttl),
  });
  const countOne = app.createRateLimit();
  app.decorate('countCalls', async (request, count) => {
    for (let counted = 1; counted < count; counted += 1) {
      const state = await countOne(request);
      if (!state.isAllowed && state.isExceeded) throw tooMany(state.max, state.ttl);
    }
  });
}

function tooMany(max: number, ttlMs: number): Refusal {
  return new Refusal('RATE_LIMITED', `This caller may make ${max} calls in a minute.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(ttlMs / 1_000)),
  });
}

/** Callers that prove nothing are told apart by address. */
function callerKey({ principal, ip }: FastifyRequest): string {
  return principal === ANONYMOUS ? `ip ${ip}` : `key ${principal}`;
}
