import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusals/refusal.js';
import type { Service } from '../service.js';

/**
 * Probes commonly give up after 1 to 5 s; a database that takes longer to say whether it takes writes
 * cannot serve calls either.
 */
const PING_LIMIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

const OK = { status: 'ok' } as const;

/**
 * `GET /livez` answers 200 as long as the process takes calls, `GET /readyz` as long as the database would
 * take a write, too. Both are refused like every call once the service closes.
 */
export function registerHealth(app: FastifyInstance, service: Pick<Service, 'ping'>): void {
  const ping = sharedPing(service);

  app.get('/livez', async () => OK);
  app.get('/readyz', async () => {
    await ping();
    return OK;
  });
}

/** Probes that come together wait for one ping, so that a database that hangs does not pile them up. */
function sharedPing(service: Pick<Service, 'ping'>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= service.ping().finally(() => {
      underWay = undefined;
    });
    return withinLimit(underWay);
  };
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
