import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ApiKey } from '../config/api_keys.js';
import { LIST_PATTERN } from '../domain/task.js';
import { Refusal } from '../errors.js';
import { isAtDoor } from './doors.js';
import { listOf } from './parameters.js';

const LIST_NAME = new RegExp(LIST_PATTERN);
const BEARER = /^Bearer +([^ ]+) *$/i;

/** A key as it is compared: its digest has a fixed length, so that the time says nothing of the key. */
interface KnownKey {
  readonly digest: Buffer;
  readonly principal: string;
  readonly reaches: (list: string) => boolean;
}

/**
 * Every address below /v1 and /mcp needs a key, before anything is said of it or of the method, and a key
 * that reaches its list. Without keys, whoever reaches the service may call.
 */
export function registerAuth(app: FastifyInstance, keys: readonly ApiKey[]): void {
  if (keys.length === 0) return;
  const known = keys.map(toKnownKey);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isAtDoor(request)) return done();
    const { principal, reaches } = authenticate(known, request.headers.authorization);
    request.principal = principal;
    request.reaches = reaches;
    const list = listOf(request);
    // What is no name of a list is not a list that other keys reach: its door says so.
    if (LIST_NAME.test(list) && !reaches(list)) throw forbidden(principal, list);
    done();
  });
}

function toKnownKey({ key, principal, lists }: ApiKey): KnownKey {
  const names = new Set(lists.filter((name) => !name.endsWith('*')));
  const prefixes = lists.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const reaches = (list: string) => names.has(list) || prefixes.some((prefix) => list.startsWith(prefix));
  return { digest: digestOf(key), principal, reaches };
}

function authenticate(known: readonly KnownKey[], header: string | undefined): KnownKey {
  if (header === undefined) throw unauthenticated('The call has no Authorization header.');
  const presented = BEARER.exec(header)?.[1];
  if (presented === undefined) throw unauthenticated('The Authorization header is not "Bearer KEY".');
  const digest = digestOf(presented);
  const found = known.filter((key) => timingSafeEqual(key.digest, digest)).at(0);
  if (!found) throw unauthenticated('The service does not know this key.');
  return found;
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
