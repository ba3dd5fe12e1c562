import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answeredExamples, exampleProblem } from '../../src/definitions/examples.js';
import { TOOLS } from '../../src/registry.js';
import { taskGet } from '../../src/tasks/tools/task_get.js';
import { type ContractResponse, checkContract, checkedFetch, watch } from './contract.js';

const REQUEST_ID = '00000000-0000-4000-8000-0000000000ff';
const [example] = answeredExamples(taskGet);
const get = { method: 'GET', url: '/v1/lists/home/tasks/1' };

function answer(fields: Partial<ContractResponse> = {}): ContractResponse {
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': REQUEST_ID, ...COMMON },
    body: JSON.stringify(example?.value),
    ...fields,
  };
}

const EVERY_ANSWER = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Origin' };
const COMMON = { ...EVERY_ANSWER, etag: '"3"', vary: 'Accept' };
const PROBE_HEADERS = { 'x-request-id': '1', ...EVERY_ANSWER };

const PROBLEM_HEADERS = {
  'content-type': 'application/problem+json',
  'x-request-id': REQUEST_ID,
  ...EVERY_ANSWER,
};

function problem(code: Parameters<typeof exampleProblem>[0], headers = {}): ContractResponse {
  const body = exampleProblem(code);
  return {
    statusCode: body.status,
    headers: { ...PROBLEM_HEADERS, ...headers },
    body: JSON.stringify(body),
  };
}

describe('the contract accepts', () => {
  test('the value of a task with its tag', () => {
    expect(() => checkContract(get, answer())).not.toThrow();
  });

  test('its text, and an address with host and query', () => {
    const headers = { ...answer().headers, 'content-type': 'text/plain; charset=utf-8' };
    const url = 'http://127.0.0.1:3000/v1/lists/home/tasks/1?x=1';
    expect(() => checkContract({ ...get, url }, answer({ headers, body: 'x' }))).not.toThrow();
  });

  test('a HEAD without a body', () => {
    expect(() => checkContract({ ...get, method: 'HEAD' }, answer({ body: '' }))).not.toThrow();
  });

  test('a refusal that the operation names', () => {
    expect(() => checkContract(get, problem('TASK_DELETED'))).not.toThrow();
  });

  test('an address that is not there, and a method that is not', () => {
    expect(() => checkContract({ ...get, url: '/nowhere' }, problem('ROUTE_NOT_FOUND'))).not.toThrow();
    const refused = problem('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' });
    expect(() => checkContract({ method: 'PUT', url: '/v1/lists' }, refused)).not.toThrow();
  });

  test('the answer to a preflight, which has its headers and no body', () => {
    const headers = {
      'access-control-allow-origin': 'http://localhost:1',
      'access-control-allow-methods': 'GET',
      vary: 'Origin',
      'x-request-id': '1',
    };
    const preflight = { method: 'OPTIONS', url: '/v1/lists' };
    const allowed = { statusCode: 204, headers, body: '' };
    expect(() => checkContract(preflight, allowed)).not.toThrow();
    expect(() => checkContract(preflight, { ...allowed, headers: {}, body: 'x' })).toThrow(
      /Origin is missing/,
    );
  });

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))('what %s answers by name', (name, tool) => {
    for (const { value, text, card } of answeredExamples(tool)) {
      const body = JSON.stringify({ value, text, card, replayed: false });
      const call = { method: 'POST', url: `/v1/lists/home/tools/${name}` };
      expect(() => checkContract(call, answer({ body }))).not.toThrow();
    }
  });
});

describe('the contract refuses', () => {
  test('a status that the operation does not name', () => {
    expect(() => checkContract(get, answer({ statusCode: 201 }))).toThrow(
      'task_get does not name this status',
    );
  });

  test('a value with a member that the schema does not know', () => {
    const body = JSON.stringify({ ...Object(example?.value), extra: 1 });
    expect(() => checkContract(get, answer({ body }))).toThrow('"additionalProperty":"extra"');
  });

  test('a value without one that the schema requires', () => {
    expect(() => checkContract(get, answer({ body: '{}' }))).toThrow('"missingProperty":"task"');
  });

  test('a tag that is missing or not quoted', () => {
    const { etag: _, ...headers } = { ...COMMON, ...answer().headers, etag: '3' };
    expect(() => checkContract(get, answer({ headers }))).toThrow('the header ETag is missing');
    expect(() => checkContract(get, answer({ headers: { ...headers, etag: '3' } }))).toThrow(
      'the header ETag is 3',
    );
  });

  test('another content type', () => {
    const headers = { ...answer().headers, 'content-type': 'text/html' };
    expect(() => checkContract(get, answer({ headers }))).toThrow('its content type is "text/html"');
  });

  test('a body that is not JSON, or that a 304 must not have', () => {
    expect(() => checkContract(get, answer({ body: '{' }))).toThrow('its body is not JSON');
    const list = { method: 'GET', url: '/v1/lists/home' };
    expect(() => checkContract(list, answer({ statusCode: 304 }))).toThrow('it has a body');
  });

  test('a code that the operation cannot give', () => {
    const deleted = problem('IDEMPOTENCY_KEY_REUSED');
    expect(() => checkContract(get, deleted)).toThrow('task_get does not name this status');
    const stale = problem('UNKNOWN_TOOL');
    expect(() => checkContract(get, stale)).toThrow('/code must be equal to one of the allowed values');
  });

  test('a problem that names another status or request than its response', () => {
    const other = { ...problem('TASK_DELETED'), statusCode: 404 };
    expect(() => checkContract(get, other)).toThrow('its member status is 410');
    const unnamed = problem('TASK_DELETED', { 'x-request-id': 'other' });
    expect(() => checkContract(get, unnamed)).toThrow('is not X-Request-Id');
  });

  test('a retryable refusal without Retry-After', () => {
    expect(() => checkContract(get, problem('STORE_UNAVAILABLE'))).toThrow(
      'the header Retry-After is missing',
    );
  });

  test('a success, a foreign error body or a 405 without Allow where there is no operation', () => {
    const nowhere = { method: 'GET', url: '/nowhere' };
    expect(() => checkContract(nowhere, answer())).toThrow('it names no such operation');
    expect(() => checkContract(nowhere, answer({ statusCode: 404 }))).toThrow(
      'it is no application/problem+json',
    );
    const put = { method: 'PUT', url: '/v1/lists' };
    expect(() => checkContract(put, problem('METHOD_NOT_ALLOWED'))).toThrow('Allow is missing');
  });

  test('the value of another tool than the one that was called by name', () => {
    const body = JSON.stringify({
      ...example,
      replayed: false,
      name: undefined,
      title: undefined,
      arguments: undefined,
    });
    const call = { method: 'POST', url: '/v1/lists/home/tools/task_list' };
    expect(() => checkContract(call, answer({ body }))).toThrow('/value must have required property');
  });
});

describe('a watched app', () => {
  let app: FastifyInstance;

  beforeEach(() => {
    app = fastify();
    app.get('/livez', async (_, reply) => reply.headers(PROBE_HEADERS).send({ status: 'ok' }));
    app.get('/readyz', async (_, reply) => reply.headers(PROBE_HEADERS).send({ status: 'well' }));
    watch(app);
  });

  afterEach(() => app.close().catch(() => {}));

  test('fails the inject whose response breaks the contract, and only that', async () => {
    expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' });
    await expect(app.inject('/readyz')).rejects.toThrow('GET /readyz answered 200 against openapi.yaml');
    await expect(app.close()).resolves.toBeUndefined();
  });

  test('fails its close when a response on the wire broke the contract', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'well' });
    await expect(app.close()).rejects.toThrow('GET /readyz answered 200 against openapi.yaml');
  });

  test('closes well when every response on the wire kept it', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await (await checkedFetch(`${url}/livez`)).json()).toEqual({ status: 'ok' });
    await expect(app.close()).resolves.toBeUndefined();
  });

  test('fails the checked fetch whose response breaks the contract', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await expect(checkedFetch(`${url}/readyz`)).rejects.toThrow(
      '/status must be equal to one of the allowed',
    );
  });
});
