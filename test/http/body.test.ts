import { describe, expect, it } from 'vitest';
import { freshList } from '../support/service.js';
import { issuesOf, send, useApp } from './harness.js';

const app = useApp();
const MIB = 1_048_576;

function post(headers: Record<string, string>, raw: string | Buffer) {
  return send(app(), 'POST', `/v1/lists/${freshList()}/tasks`, { headers, raw });
}

describe('the type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; profile=x; charset=utf8',
  ])('takes %s', async (type) => {
    const answer = await post({ 'content-type': type }, '{"subject":"As sent"}');
    expect(answer.status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=latin1',
    'application/merge-patch+json',
    'nonsense',
    '',
  ])('refuses %j on POST', async (type) => {
    const answer = await post({ 'content-type': type }, '{"subject":"As sent"}');
    expect(answer.status).toBe(415);
    expect(answer.problem().code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['accept-patch']).toBeUndefined();
  });

  it('refuses a body without a type', async () => {
    const response = await app().inject({
      method: 'POST',
      url: '/v1/lists/a/tasks',
      payload: Buffer.from('{}'),
    });
    expect(response.statusCode).toBe(415);
    expect(response.json().code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('names the types of a patch when it refuses one', async () => {
    const answer = await send(app(), 'PATCH', '/v1/lists/a/tasks/1', {
      headers: { 'content-type': 'text/plain' },
      raw: 'status: done',
    });
    expect(answer.status).toBe(415);
    expect(answer.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
  });

  it('refuses a compressed body and takes identity', async () => {
    const gzip = await post({ 'content-encoding': 'gzip' }, '{"subject":"As sent"}');
    expect([gzip.status, gzip.problem().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const identity = await post({ 'content-encoding': 'Identity' }, '{"subject":"As sent"}');
    expect(identity.status).toBe(201);
  });
});

describe('what is in a body', () => {
  it('takes a DELETE with a JSON type and no body', async () => {
    const list = freshList();
    await send(app(), 'POST', `/v1/lists/${list}/tasks`, { body: { subject: 'To be deleted' } });
    const answer = await send(app(), 'DELETE', `/v1/lists/${list}/tasks/1`, {
      headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    });
    expect(answer.status).toBe(200);
  });

  it('takes an empty body for an empty object, through both doors', async () => {
    const list = freshList();
    const resource = await send(app(), 'POST', `/v1/lists/${list}/tasks`, { raw: '' });
    const tool = await send(app(), 'POST', `/v1/lists/${list}/tools/task_create`, { raw: '' });
    expect(issuesOf(resource)).toEqual(['required subject']);
    expect(issuesOf(tool)).toEqual(['required subject']);
  });

  it.each([
    ['null', 'INVALID_INPUT'],
    ['[]', 'INVALID_INPUT'],
    ['"{}"', 'INVALID_INPUT'],
    ['{"arguments":{"subject":"x"}}', 'INVALID_INPUT'],
    ['{"subject":"x"', 'MALFORMED_BODY'],
    ['subject=x', 'MALFORMED_BODY'],
    ['{"subject":"x","subject":"y"}', 'MALFORMED_BODY'],
    ['{"subject":"x","__proto__":{"a":1}}', 'INVALID_INPUT'],
    ['{"subject":"x","constructor":1}', 'INVALID_INPUT'],
  ])('refuses %s as %s, through both doors', async (raw, code) => {
    const list = freshList();
    const resource = await send(app(), 'POST', `/v1/lists/${list}/tasks`, { raw });
    const tool = await send(app(), 'POST', `/v1/lists/${list}/tools/task_create`, { raw });
    expect([resource.status, resource.problem().code]).toEqual([400, code]);
    expect(tool.problem().text).toBe(resource.problem().text);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const answer = await post({}, Buffer.from([0xff, 0xfe]));
    expect([answer.status, answer.problem().code]).toEqual([400, 'MALFORMED_BODY']);
  });

  it.each([
    ['arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a description', `{"subject":"x","description":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('refuses 10,000 levels of %s', async (_name, raw) => {
    const answer = await post({}, raw);
    expect([answer.status, answer.problem().code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('refuses a body of more than 1 MiB and judges one of exactly that', async () => {
    const frame = '{"subject":""}';
    const bodyOf = (bytes: number) => `{"subject":"${'x'.repeat(bytes - frame.length)}"}`;
    const over = await post({}, bodyOf(MIB + 1));
    expect([over.status, over.problem().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const exact = await post({}, bodyOf(MIB));
    expect(issuesOf(exact)).toEqual(['length subject']);
  });

  it('refuses a body on an address that takes none, so that no filter is lost', async () => {
    const answer = await send(app(), 'GET', '/v1/lists/a/tasks', { body: { status: 'done' } });
    expect(issuesOf(answer)).toEqual(['body ']);
  });
});
