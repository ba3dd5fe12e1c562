import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { ROUTES } from '../../src/routes/routes.js';
import { findOperation, findPath, type ResponseObject, resolve } from '../support/contract_document.js';
import { useApp } from './harness.js';

/** More than there are requests below. */
const RATE_LIMIT = 50;
const app = useApp({ rateLimitPerMinute: RATE_LIMIT });

/** What HTTP itself says of every answer. */
const OF_HTTP = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'allow']);

const JSON_TYPE = { 'content-type': 'application/json' };
const TASKS = '/v1/lists/documented/tasks';

const REQUESTS: [status: number, request: InjectOptions][] = [
  [201, { method: 'POST', url: TASKS, headers: JSON_TYPE, payload: '{"subject":"One"}' }],
  [200, { url: TASKS }],
  [200, { url: TASKS, headers: { accept: 'text/plain' } }],
  [304, { url: TASKS, headers: { 'if-none-match': '"1"' } }],
  [304, { url: '/v1/lists/documented', headers: { 'if-none-match': '"1"' } }],
  [200, { url: `${TASKS}/1` }],
  [404, { url: `${TASKS}/2` }],
  [412, { method: 'DELETE', url: `${TASKS}/1`, headers: { 'if-match': '"7"' } }],
  [415, { method: 'PATCH', url: `${TASKS}/1`, headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  [200, { url: `${TASKS}/1/history` }],
  [200, { method: 'POST', url: '/v1/lists/documented/tools/task_list' }],
  [200, { url: '/v1/instructions', headers: { accept: 'text/plain' } }],
  [400, { url: '/v1/tools?strict=true' }],
  ...ROUTES.flatMap(({ path, kept }): [number, InjectOptions][] => {
    const url = path.replace(':list', 'documented');
    const again: [number, InjectOptions] = [304, { url, headers: { 'if-none-match': '*' } }];
    return [[200, { url }], ...(kept ? [again] : [])];
  }),
];

test('every header that an answer carries is in the document', async () => {
  for (const [status, request] of REQUESTS) {
    const { method = 'GET', url = '' } = request;
    const response = await app().inject(request);
    expect([url, response.statusCode]).toEqual([url, status]);
    expect([url, undocumented(String(method), String(url), response)]).toEqual([url, []]);
  }
});

test('so is every header of a caller who comes too often', async () => {
  let response = await app().inject('/v1/tools');
  for (let call = 0; call < RATE_LIMIT && response.statusCode === 200; call += 1) {
    response = await app().inject('/v1/tools');
  }
  expect(response.statusCode).toBe(429);
  expect(undocumented('GET', '/v1/tools', response)).toEqual([]);
});

function undocumented(
  method: string,
  url: string,
  { statusCode, headers }: { readonly statusCode: number; readonly headers: object },
): string[] {
  const { path = '' } = findPath(url.split('?', 1)[0] ?? '') ?? {};
  const verb = method.toLowerCase();
  expect(findOperation(path, verb)).toBeDefined();
  // The pointer leads to a response, so the part is one.
  const { part } = resolve(['paths', path, verb, 'responses', String(statusCode)]);
  const known = Object.keys((part as ResponseObject).headers ?? {}).map((name) => name.toLowerCase());
  return Object.keys(headers).filter((name) => !OF_HTTP.has(name) && !known.includes(name));
}
