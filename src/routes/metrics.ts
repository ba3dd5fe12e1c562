import { Type } from '@sinclair/typebox';
import { defineRoute } from './route.js';

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
