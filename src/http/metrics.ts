import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface MetricsOptions {
  /**
   * Also measures the process: CPU, memory, event loop. Once per process, because its observers are never
   * taken away.
   */
  readonly processMetrics: boolean;
}

/** From a read of one row on a warm machine to the longest that a statement may take. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The route of calls that no route takes; their addresses are without bound. */
const NO_ROUTE = 'none';

/**
 * Counts every call of the routes that are registered after it, and serves the counts at `GET /metrics` in
 * the Prometheus text format. Labels are of bounded number: route patterns, never names of lists, callers or
 * ids.
 */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const register = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register });
  countCalls(app, register);
  countRefusals(app, register);
  app.get('/metrics', async (_request, reply) => {
    reply.type(register.contentType).header('cache-control', 'no-store');
    return register.metrics();
  });
}

function countCalls(app: FastifyInstance, register: Registry): void {
  const calls = new Counter({
    name: 'tasklatch_http_requests_total',
    help: 'Requests answered, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [register],
  });
  const durations = new Histogram({
    name: 'tasklatch_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by method and route pattern.',
    labelNames: ['method', 'route'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    calls.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
  });
}

function countRefusals(app: FastifyInstance, register: Registry): void {
  const refusals = new Counter({
    name: 'tasklatch_refusals_total',
    help: 'Calls refused, by code of the error catalog.',
    labelNames: ['code'] as const,
    registers: [register],
  });
  app.addHook('onResponse', async (request) => {
    if (request.refusal !== null) refusals.inc({ code: request.refusal.code });
  });
}
