import { describe, expect, it } from 'vitest';
import { toRefusal } from '../../../src/http/answers/problems.js';
import { CATALOG } from '../../../src/refusals/catalog.js';
import { Refusal } from '../../../src/refusals/refusal.js';
import { appOn, send, stubService } from '../harness.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const refusing = (refusal: unknown) => stubService({ call: () => Promise.reject(refusal) });

describe('an address that is not there', () => {
  it.each([
    '/',
    '/v1',
    '/v1/list',
    '/v1/lists/a/tasks/1/close',
    '/V1/lists',
    '/v1/lists/a/tasks/1/',
    '/favicon.ico',
  ])('is a problem: %s', async (url) => {
    const { app } = await appOn(stubService({}));
    const answer = await send(app, 'GET', url);
    expect([answer.status, answer.problem().code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  it('is a problem before its body is read', async () => {
    const { app } = await appOn(stubService({}));
    const answer = await send(app, 'POST', '/v2/tasks', {
      headers: { 'content-type': 'text/plain' },
      raw: 'x',
    });
    expect([answer.status, answer.problem().code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  it('is a problem when its encoding is broken', async () => {
    const { app, lines } = await appOn(stubService({}));
    for (const url of ['/v1/lists/%zz/tasks', '/v1/lists/%FF', '/%']) {
      const answer = await send(app, 'GET', url);
      expect([answer.status, answer.problem().code]).toEqual([400, 'INVALID_INPUT']);
      expect(answer.headers['x-request-id']).toMatch(UUID);
    }
    expect(lines.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([400, 'INVALID_INPUT']));
  });
});

describe('a method that an address does not take', () => {
  it.each([
    ['PUT', '/v1/lists/a/tasks/1', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/v1/lists/a/tasks/1', 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/v1/lists/a/tasks', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/lists/a/tasks?limit=1', 'GET, HEAD, POST'],
    ['TRACE', '/v1/lists/a', 'GET, HEAD'],
    ['PROPFIND', '/v1/lists', 'GET, HEAD'],
    ['GET', '/v1/lists/a/tools/task_list', 'POST'],
    ['HEAD', '/v1/lists/a/tasks/1/reopen', 'POST'],
    ['QUERY', '/v1/lists/a/tasks', 'GET, HEAD, POST'],
    ['POST', '/livez', 'GET, HEAD'],
  ] as const)('%s %s is refused with what it takes', async (method, url, allow) => {
    const { app } = await appOn(stubService({}));
    // inject's type knows fewer methods than Node does.
    const answer = await send(app, method as 'GET', url);
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(answer.problem().code).toBe('METHOD_NOT_ALLOWED');
  });
});

describe('a refusal', () => {
  it('carries the id of its request, which no client can choose', async () => {
    const { app } = await appOn(stubService({}));
    const answer = await send(app, 'GET', '/nothing', {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    const id = String(answer.headers['x-request-id']);
    expect(id).toMatch(UUID);
    expect(answer.problem().instance).toBe(`urn:uuid:${id}`);
  });

  it.each([
    [new Refusal('CONTENTION', 'Busy.', { retryAfterSeconds: 3 }), 503, '3'],
    [new Refusal('STORE_UNAVAILABLE', 'Down.'), 503, '1'],
    [new Refusal('RATE_LIMITED', 'Slow down.'), 429, '1'],
    [new Refusal('BLOCKED', 'Waits.'), 409, undefined],
  ])('says when to try again where that helps: %s', async (refusal, status, retryAfter) => {
    const { app } = await appOn(refusing(refusal));
    const answer = await send(app, 'PATCH', '/v1/lists/a/tasks/1', { body: { status: 'done' } });
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
  });

  it('is kept by no cache', async () => {
    const { app } = await appOn(refusing(new Refusal('TASK_DELETED', 'Gone.')));
    const answer = await send(app, 'GET', '/v1/lists/a/tasks/1');
    expect([answer.status, answer.headers['cache-control']]).toEqual([410, 'no-store']);
  });
});

describe('what nobody foresaw', () => {
  const secret = new Error('password=hunter2 at 10.0.0.1');

  it('is INTERNAL to the caller and whole in the log', async () => {
    const { app, lines } = await appOn(refusing(secret));
    const answer = await send(app, 'POST', '/v1/lists/a/tools/task_list', { body: {} });
    expect([answer.status, answer.problem().code]).toEqual([500, 'INTERNAL']);
    expect(answer.text).not.toContain('hunter2');
    expect(lines).toMatchObject([
      {
        level: 50,
        status: 500,
        code: 'INTERNAL',
        requestId: answer.headers['x-request-id'],
        err: { message: secret.message },
      },
    ]);
  });

  it.each([undefined, null, 'text', 42, {}])('may be no error at all: %j', async (thrown) => {
    const { app } = await appOn(refusing(thrown));
    const answer = await send(app, 'GET', '/v1/lists/a/tasks');
    expect([answer.status, answer.problem().code]).toEqual([500, 'INTERNAL']);
  });

  it('may come of a projection, after the call', async () => {
    const { app } = await appOn(
      stubService({
        // A reply whose value no tool could have made.
        call: async () => ({ value: null }) as never,
      }),
    );
    const answer = await send(app, 'POST', '/v1/lists/a/tasks', { body: { subject: 'x' } });
    expect([answer.status, answer.problem().code]).toEqual([500, 'INTERNAL']);
    expect(answer.headers.location).toBeUndefined();
  });
});

const failed = (statusCode: unknown) => Object.assign(new Error('/srv/secret'), { statusCode });

describe('an error of Fastify or a plugin', () => {
  it.each([
    [400, 'INVALID_INPUT'],
    [401, 'UNAUTHENTICATED'],
    [403, 'ROUTE_NOT_FOUND'],
    [404, 'ROUTE_NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [406, 'INVALID_INPUT'],
    [408, 'REQUEST_TIMEOUT'],
    [410, 'ROUTE_NOT_FOUND'],
    [412, 'INVALID_INPUT'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [416, 'INVALID_INPUT'],
    [417, 'INVALID_INPUT'],
    [429, 'RATE_LIMITED'],
    [431, 'HEADERS_TOO_LARGE'],
    [499, 'INVALID_INPUT'],
  ])('that blames the request with %i is the refusal %s', (status, code) => {
    const refusal = toRefusal(failed(status));
    expect(refusal.code).toBe(code);
    expect(CATALOG[refusal.code].status).toBeLessThan(500);
    expect(JSON.stringify([refusal.message, refusal.extras.issues])).not.toContain('secret');
    if (code === 'INVALID_INPUT') expect(refusal.extras.issues).toMatchObject([{ path: '', code: 'http' }]);
  });

  it.each([500, 503, 399, 0, '404', undefined])('that does not, such as %j, is INTERNAL', (status) => {
    const error = failed(status);
    expect(toRefusal(error)).toMatchObject({ code: 'INTERNAL', extras: { cause: error } });
  });
});
