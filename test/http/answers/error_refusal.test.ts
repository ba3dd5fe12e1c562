import { describe, expect, it } from 'vitest';
import { toRefusal } from '../../../src/http/answers/error_refusal.js';
import { CATALOG } from '../../../src/refusals/catalog.js';

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
