import { createHash, timingSafeEqual } from 'node:crypto';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../config/values.js';
import { ANONYMOUS } from '../../log/caller.js';
import { Refusal } from '../../refusals/refusal.js';
import { LIST_PATTERN } from '../../tasks/wording/values.js';
import { decoded, isAtDoor, listOf, pathOf } from '../arguments/address.js';

/** What bounds who may call. */
export interface CallerConfig {
  /** Empty: whoever reaches the service may call. */
  readonly keys: readonly ApiKey[];
  /** Calls that one caller may make in a minute; 0 sets no limit. */
  readonly rateLimitPerMinute: number;
}

/**
 * Judges who calls at every address below /v1 and /mcp, before anything is said of it or of the method: the
 * key, that it is not used too often, and that it reaches the list. Without keys, whoever reaches the service
 * may call. Failures are limited, right keys never: behind a proxy all callers have one address, and nobody
 * shall be locked out by another's mistakes.
 */
export async function registerCallers(app: FastifyInstance, config: CallerConfig): Promise<void> {
  const known = config.keys.map(toKnownKey);
  const limits = await createLimits(app, config.rateLimitPerMinute);
  app.decorate('countCalls', async (request, count) => {
    for (let counted = 1; counted < count; counted += 1) {
      const tooMany = await limits?.calls(request);
      if (tooMany) throw tooMany;
    }
  });
  const isOpen = known.length === 0 && limits === null;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOpen || !isAtDoor(request)) return done();
    const unknown = known.length > 0 ? identify(request, known) : null;
    if (limits === null) done(unknown ?? beyondReach(request) ?? undefined);
    else if (unknown !== null) {
      limits.failures(request).then((tooMany) => done(tooMany ?? unknown), done);
    } else {
      limits.calls(request).then((tooMany) => done(tooMany ?? beyondReach(request) ?? undefined), done);
    }
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the calls of a request beyond its first, before any runs. @throws Refusal RATE_LIMITED */
    countCalls(request: FastifyRequest, count: number): Promise<void>;
  }
}

/** A key as it is compared: its digest has a fixed length, so that the time says nothing of the key. */
interface KnownKey {
  readonly digest: Buffer;
  readonly principal: string;
  readonly reaches: (list: string) => boolean;
}

function toKnownKey({ key, principal, lists }: ApiKey): KnownKey {
  const names = new Set(lists.filter((name) => !name.endsWith('*')));
  const prefixes = lists.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const reaches = (list: string) => names.has(list) || prefixes.some((prefix) => list.startsWith(prefix));
  return { digest: digestOf(key), principal, reaches };
}

/** Notes on the request whose key it has. @returns Refusal UNAUTHENTICATED where it has none that is known */
function identify(request: FastifyRequest, known: readonly KnownKey[]): Refusal | null {
  const found = authenticate(known, request.headers.authorization);
  if (found instanceof Refusal) return found;
  request.principal = found.principal;
  request.reaches = found.reaches;
  return null;
}

const BEARER = /^Bearer +([^ ]+) *$/i;

function authenticate(known: readonly KnownKey[], header: string | undefined): KnownKey | Refusal {
  if (header === undefined) return unauthenticated('The call has no Authorization header.');
  const presented = BEARER.exec(header)?.[1];
  if (presented === undefined) return unauthenticated('The Authorization header is not "Bearer KEY".');
  const digest = digestOf(presented);
  const found = known.filter((key) => timingSafeEqual(key.digest, digest)).at(0);
  return found ?? unauthenticated('The service does not know this key.');
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function unauthenticated(detail: string): Refusal {
  return new Refusal('UNAUTHENTICATED', detail);
}

const LIST_NAME = new RegExp(LIST_PATTERN);
const BELOW_A_LIST = /^\/v1\/lists\/([^/]+)/;

/** A key keeps to its lists. @returns Refusal FORBIDDEN where the address is one of another list */
function beyondReach(request: FastifyRequest): Refusal | null {
  const list = listOf(request) || listInPath(request.url);
  // What is no name of a list is not a list that other keys reach: its door says so.
  if (!LIST_NAME.test(list) || request.reaches(list)) return null;
  const detail = `The key of ${request.principal} does not reach the list ${JSON.stringify(list)}.`;
  return new Refusal('FORBIDDEN', detail);
}

/** Of an address below a list at which there is nothing, or nothing by this method. */
function listInPath(url: string): string {
  return decoded(BELOW_A_LIST.exec(pathOf(url))?.[1] ?? '');
}

const MINUTE_MS = 60_000;
/** Counted at a time by each limit; the one that has not called for longest makes room. */
const COUNTED_MAX_COUNT = 10_000;

/** Counts a request, and says whether it is one too many. */
type Limit = (request: FastifyRequest) => Promise<Refusal | null>;

interface Limits {
  readonly calls: Limit;
  /** Of calls that name no valid key. They are counted apart, so that they never crowd out callers. */
  readonly failures: Limit;
}

/** `maxPerMinute` holds for the calls of one caller, and for the failures of one address; null: no limit. */
async function createLimits(app: FastifyInstance, maxPerMinute: number): Promise<Limits | null> {
  if (maxPerMinute === 0) return null;
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

/** Callers that prove nothing are told apart by address. */
function callerKey(request: FastifyRequest): string {
  const { principal } = request;
  return principal === ANONYMOUS ? `ip ${addressOf(request)}` : `key ${principal}`;
}

/** One customer has a whole network of 64 bits in IPv6, which counts as one address. */
function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip);
}

/** Where MCP clients look for OAuth once a call was refused for want of a key, and what they do then. */
const METADATA = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
].flatMap((path) => [path, `${path}/*`]);
const ENDPOINTS = ['/register', '/authorize', '/token', '/revoke', '/introspect'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const DETAIL = 'This service has no OAuth: there is nothing to discover, register, authorize or exchange.';
const WITH_KEYS =
  'Configure the client with the header "Authorization: Bearer KEY", KEY being one that the operator of the service has set in API_KEYS.';
const WITHOUT_KEYS =
  'This service asks for no key: take the settings for authorization out of the client and connect without any.';

/**
 * Says that there is no OAuth and what to configure in its place, in the members that clients show to a
 * person. Without it they show that there is nothing at the address.
 */
export function registerNoOAuth(app: FastifyInstance, { keys }: CallerConfig): void {
  const hint = keys.length > 0 ? WITH_KEYS : WITHOUT_KEYS;
  const refuse = () => {
    throw new Refusal('ROUTE_NOT_FOUND', DETAIL, { hint, oauthError: 'invalid_request' });
  };
  // Before the body is read, which has the type of a form at /token.
  for (const url of [...METADATA, ...ENDPOINTS]) {
    app.route({ method: METHODS, url, onRequest: refuse, handler: refuse });
  }
}
