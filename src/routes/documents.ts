import { Type } from '@sinclair/typebox';
import { defineRoute } from './route.js';

/** The OpenAPI document names the address where its reader found it, so nobody keeps it. */

export const openapiJson = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  elsewhere: ['openapi', 'swagger.json', 'api-docs'],
  operationId: 'openapi_json',
  summary: 'This document as JSON',
  tag: 'service',
  answers: {
    says: 'The document.',
    type: 'application/json',
    schema: Type.Unsafe({ type: 'object', additionalProperties: true }),
  },
  example: () => ({
    answer: { openapi: '3.1.1', info: { title: 'Tasklatch', version: '0.1.0' }, paths: {} },
  }),
  handle: ({ document }, { address }) => ({ body: document('json', address()) }),
});

export const openapiYaml = defineRoute({
  method: 'GET',
  path: '/openapi.yaml',
  elsewhere: ['openapi.yml', 'swagger.yaml'],
  operationId: 'openapi_yaml',
  summary: 'This document as YAML',
  tag: 'service',
  answers: { says: 'The document.', type: 'application/yaml', schema: Type.String() },
  example: () => ({ answer: 'openapi: 3.1.1\n' }),
  handle: ({ document }, { address }) => ({ body: document('yaml', address()) }),
});

export const docs = defineRoute({
  method: 'GET',
  path: '/docs',
  elsewhere: ['doc', 'swagger', 'redoc'],
  operationId: 'docs',
  summary: 'This document as a page',
  tag: 'service',
  answers: {
    says: 'A page to read the document and to try it out.',
    type: 'text/html',
    schema: Type.String(),
  },
  example: () => ({ answer: '<!DOCTYPE html>' }),
});
