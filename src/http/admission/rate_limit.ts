import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../log/caller.js';
import { Refusal } from '../../refusals/refusal.js';
import { isAtDoor } from '../arguments/address.js';

const MINUTE_MS = 60_000;
/** Counted at a time by each limit; the one that has not called for longest makes room. */
const COUNTED_MAX_COUNT = 10_000;

/** Counts a request, and says whether it is one too many. */
export type Limit = (request: FastifyRequest) => Promise<Refusal | null>;

export interface Limits {
  readonly calls: Limit;
  /** Of calls that name no valid key. They are counted apart, so that they never crowd out callers. */
  readonly failures: Limit;
}

const UNLIMITED: Limits = { calls: async () => null, failures: async () => null };

/** `maxPerMinute` holds for the calls of one caller, and for the failures of one address; 0 sets no limit. */
export async function createLimits(app: FastifyInstance, maxPerMinute: number): Promise<Limits> {
  if (maxPerMinute === 0) return UNLIMITED;
  await app.register(rateLimit, { global: false });
  const create = (
    keyGenerator: (request: FastifyRequest) => string,
    refuse: (seconds: number) => Refusal,
  ) => {
    const options = { max: maxPerMinute, timeWindow: MINUTE_MS, cache: COUNTED_MAX_COUNT, keyGenerator };
    const count = app.createRateLimit(options);
    return async (request: FastifyRequest) => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return null;
      return refuse(Math.max(1, Math.ceil(counted.ttl / 1_000)));
    };
  };
  return {
    calls: create(callerKey, (retryAfterSeconds) => {
      const detail = `This caller may make ${maxPerMinute} calls in a minute.`;
      return new Refusal('RATE_LIMITED', detail, { retryAfterSeconds });
    }),
    failures: create(addressOf, (retryAfterSeconds) => {
      const detail = `Calls without a valid key came from this address more than ${maxPerMinute} times in a minute.`;
      const hint =
        'Send the header "Authorization: Bearer KEY" with a key that this service knows: such calls are answered meanwhile.';
      return new Refusal('RATE_LIMITED', detail, { retryAfterSeconds, hint });
    }),
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the calls of a request beyond its first, before any runs. @throws Refusal RATE_LIMITED */
    countCalls(request: FastifyRequest, count: number): Promise<void>;
  }
}

/** Bounds how often one caller may call at the doors, whatever is there. */
export function registerCallLimit(app: FastifyInstance, limit: Limit): void {
  app.decorate('countCalls', async (request, count) => {
    for (let counted = 1; counted < count; counted += 1) {
      const tooMany = await limit(request);
      if (tooMany) throw tooMany;
    }
  });
  if (limit === UNLIMITED.calls) return;
  app.addHook('onRequest', async (request) => {
    const tooMany = isAtDoor(request) ? await limit(request) : null;
    if (tooMany) throw tooMany;
  });
}

/** Callers that prove nothing are told apart by address. */
function callerKey(request: FastifyRequest): string {
  const { principal } = request;
  return principal === ANONYMOUS ? `ip ${addressOf(request)}` : `key ${principal}`;
}

/** One customer has a whole network of 64 bits in IPv6, which counts as one address. */
function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip);
}
