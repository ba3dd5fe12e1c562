import { REQUEST_REFUSALS } from '../refusals.js';
import { type GetSpec, getOperation } from './get_operation.js';
import { type Part, refer } from './part.js';
import type { ProblemResponses } from './responses.js';
import type { Paths } from './route_operations.js';

/** The routes for operators and for readers of this document. */
export function servicePaths(problems: ProblemResponses): Paths {
  return Object.fromEntries(
    Object.entries(SERVICE_ROUTES).map(([path, route]) => [
      path,
      getOperation(problems, { tag: 'service', refusals: REQUEST_REFUSALS, ...route }),
    ]),
  );
}

const text: Part = { type: 'string' };
const health = {
  type: 'application/json',
  schema: refer('schemas', 'Health'),
  example: { status: 'ok' },
};

type ServiceRoute = Omit<GetSpec, 'tag' | 'refusals'>;

const SERVICE_ROUTES: Readonly<Record<string, ServiceRoute>> = {
  '/livez': { operationId: 'livez', summary: 'Is the process alive?', answers: 'It is.', ...health },
  '/readyz': {
    operationId: 'readyz',
    summary: 'Can it serve calls, writes too?',
    answers: 'It can.',
    ...health,
  },
  '/metrics': {
    operationId: 'metrics',
    summary: 'Measurements for Prometheus',
    answers: 'In the Prometheus text format.',
    type: 'text/plain',
    schema: text,
    example: '# TYPE tasklatch_http_requests_total counter\n',
  },
  '/openapi.json': {
    operationId: 'openapi_json',
    summary: 'This document as JSON',
    answers: 'The document.',
    type: 'application/json',
    schema: { type: 'object', additionalProperties: true },
    example: { openapi: '3.1.1', info: { title: 'Tasklatch', version: '0.1.0' }, paths: {} },
  },
  '/openapi.yaml': {
    operationId: 'openapi_yaml',
    summary: 'This document as YAML',
    answers: 'The document.',
    type: 'application/yaml',
    schema: text,
    example: 'openapi: 3.1.1\n',
  },
  '/docs': {
    operationId: 'docs',
    summary: 'This document as a page',
    answers: 'A page to read the document and to try it out.',
    type: 'text/html',
    schema: text,
    example: '<!DOCTYPE html>',
    headers: ['ContentSecurityPolicy'],
  },
};
