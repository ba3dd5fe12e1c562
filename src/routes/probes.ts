import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import { Refusal } from '../refusals/refusal.js';
import { StringEnum } from '../schema/kinds.js';
import { defineRoute, type Reads } from './route.js';

/**
 * Probes commonly give up after 1 to 5 s; a database that takes longer to say whether it takes writes
 * cannot serve calls either.
 */
const PING_LIMIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

const Health = Type.Object(
  { status: StringEnum(['ok'], { description: 'ok' }) },
  { additionalProperties: false, description: 'The service is well.' },
);

/** Refused like every call once the service closes. */
export const livez = defineRoute({
  method: 'GET',
  path: '/livez',
  elsewhere: ['health', 'healthz', 'live', 'status', 'ping'],
  operationId: 'livez',
  summary: 'Is the process alive?',
  tag: 'service',
  isProbe: true,
  answers: { says: 'It is.', type: 'application/json', schema: Health },
  schemas: { Health },
  example: () => ({ answer: { status: 'ok' } }),
  handle: () => ({ body: { status: 'ok' } }),
});

export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  elsewhere: ['ready', 'readiness'],
  operationId: 'readyz',
  summary: 'Can it serve calls, writes too?',
  tag: 'service',
  isProbe: true,
  answers: { says: 'It can.', type: 'application/json', schema: Health },
  example: () => ({ answer: { status: 'ok' } }),
  async handle({ service }) {
    await withinLimit(sharedPing(service));
    return { body: { status: 'ok' } };
  },
});

export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  operationId: 'metrics',
  summary: 'Measurements for Prometheus',
  tag: 'service',
  isProbe: true,
  answers: { says: 'In the Prometheus text format.', type: 'text/plain', schema: Type.String() },
  example: () => ({ answer: '# TYPE tasklatch_http_requests_total counter\n' }),
  handle: async (deps) => ({ body: await deps.metrics.metrics(), type: deps.metrics.contentType }),
});

const underWay = new WeakMap<Reads, Promise<void>>();

/** Probes that come together wait for one ping, so that a database that hangs does not pile them up. */
function sharedPing(service: Reads): Promise<void> {
  const known = underWay.get(service);
  if (known) return known;
  const ping = service.ping().finally(() => underWay.delete(service));
  underWay.set(service, ping);
  return ping;
}

async function withinLimit(ping: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(PING_LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Refusal('STORE_UNAVAILABLE', 'The database did not answer in time.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  });
  try {
    await Promise.race([ping, late]);
  } finally {
    late.catch(() => {}); // it is called off below, or its refusal has been thrown
    timer.abort();
  }
}
