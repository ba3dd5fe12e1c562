import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { HttpConfig } from '../../src/app.js';
import { buildApp } from '../../src/app.js';
import type { Service } from '../../src/service.js';

async function unexpected(): Promise<never> {
  throw new Error('The test did not expect this call.');
}

/** The app that runs, on a service of which a test says what it answers; for routes that do not come to a tool. */
export function buildStubApp(
  service: Partial<Service> = {},
  http: Partial<HttpConfig> = {},
): Promise<FastifyInstance> {
  return buildApp({
    service: {
      call: unexpected,
      head: unexpected,
      lists: unexpected,
      events: unexpected,
      ping: async () => {},
      ...service,
    },
    log: pino({ level: 'silent' }),
    http: {
      keys: [],
      allowedHosts: [],
      publicUrl: null,
      rateLimitPerMinute: 0,
      requestTimeoutMs: 30_000,
      ...http,
    },
    newRequestId: randomUUID,
  });
}
