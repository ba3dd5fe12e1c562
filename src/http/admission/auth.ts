import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ApiKey } from '../../config/secrets.js';
import { Refusal } from '../../refusals/refusal.js';
import { LIST_PATTERN } from '../../tasks/wording/values.js';

import { decoded, isAtDoor, listOf, pathOf } from '../arguments/address.js';
import type { Limit } from './rate_limit.js';

const LIST_NAME = new RegExp(LIST_PATTERN);
const BELOW_A_LIST = /^\/v1\/lists\/([^/]+)/;
const BEARER = /^Bearer +([^ ]+) *$/i;

/** A key as it is compared: its digest has a fixed length, so that the time says nothing of the key. */
interface KnownKey {
  readonly digest: Buffer;
  readonly principal: string;
  readonly reaches: (list: string) => boolean;
}

/**
 * Every address below /v1 and /mcp needs a key, before anything is said of it or of the method. Without keys,
 * whoever reaches the service may call. Failures are limited, right keys never: behind a proxy all callers
 * have one address, and nobody shall be locked out by another's mistakes.
 */
export function registerAuth(app: FastifyInstance, keys: readonly ApiKey[], failures: Limit): void {
  if (keys.length === 0) return;
  const known = keys.map(toKnownKey);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isAtDoor(request)) return done();
    const found = authenticate(known, request.headers.authorization);
    if (found instanceof Refusal) {
      failures(request).then((tooMany) => done(tooMany ?? found), done);
      return;
    }
    request.principal = found.principal;
    request.reaches = found.reaches;
    done();
  });
}

/** A key keeps to its lists. */
export function registerReach(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const list = isAtDoor(request) ? listOf(request) || listInPath(request.url) : '';
    // What is no name of a list is not a list that other keys reach: its door says so.
    if (LIST_NAME.test(list) && !request.reaches(list)) throw forbidden(request.principal, list);
    done();
  });
}

/** Of an address below a list at which there is nothing, or nothing by this method. */
function listInPath(url: string): string {
  return decoded(BELOW_A_LIST.exec(pathOf(url))?.[1] ?? '');
}

function toKnownKey({ key, principal, lists }: ApiKey): KnownKey {
  const names = new Set(lists.filter((name) => !name.endsWith('*')));
  const prefixes = lists.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const reaches = (list: string) => names.has(list) || prefixes.some((prefix) => list.startsWith(prefix));
  return { digest: digestOf(key), principal, reaches };
}

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

function forbidden(principal: string, list: string): Refusal {
  return new Refusal('FORBIDDEN', `The key of ${principal} does not reach the list ${JSON.stringify(list)}.`);
}
