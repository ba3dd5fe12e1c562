import { describe, expect, it } from 'vitest';
import { freshList } from '../../support/service.js';
import { exchange, issuesOf, lastProblem, listen, send, useApp } from '../harness.js';

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
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/json; charset=utf-16',
    'application/merge-patch+json',
    'nonsense',
    '',
  ])('takes an empty body for an empty object, whatever type it says: %j', async (type) => {
    const list = freshList();
    for (const headers of [
      { 'content-type': type },
      { 'content-type': type, 'content-length': '0' },
      { 'content-type': type, 'content-length': '0', 'content-encoding': 'gzip' },
    ]) {
      for (const path of ['tasks', 'tools/task_create']) {
        const answer = await send(app(), 'POST', `/v1/lists/${list}/${path}`, { headers });
        expect(issuesOf(answer)).toEqual(['required subject']);
      }
      const { headers: created } = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
        body: { subject: 'To be deleted' },
      });
      const url = `${created.location}?expectedVersion=1`;
      expect((await send(app(), 'DELETE', url, { headers })).status).toBe(200);
    }
  });

  it('takes a body in chunks that turns out to be empty for an empty object', async () => {
    const port = await listen(app());
    for (const type of ['text/plain', 'application/json', 'application/json\r\nContent-Encoding: gzip']) {
      const head = [
        'POST /v1/lists/a/tasks HTTP/1.1',
        'Host: localhost',
        `Content-Type: ${type}`,
        'Transfer-Encoding: chunked',
        'Connection: close',
      ];
      const received = await exchange(port, `${head.join('\r\n')}\r\n\r\n0\r\n\r\n`);
      expect(lastProblem(received).issues).toMatchObject([{ path: 'subject', code: 'required' }]);
    }
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

  it.each([
    '/v1/tools',
    '/v1/lists',
    '/v1/lists/a',
    '/v1/lists/a/events',
    '/v1/lists/a/tasks',
    '/v1/lists/a/tasks/1',
    '/v1/lists/a/tasks/1/history',
  ])('refuses a body on GET %s, so that no filter is lost', async (url) => {
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const answer = await send(app(), 'GET', url, { headers, body: { status: 'done' } });
      expect([answer.status, issuesOf(answer)]).toEqual([400, ['body ']]);
      expect(answer.problem().issues?.[0]?.message).toBe(
        'A GET takes no body; send in the query what this address takes.',
      );
    }
  });
});

describe('a body that cannot be read', () => {
  it.each([
    ['a key again and again', `{${'"a":1,'.repeat(60_000)}"a":1}`, 'MALFORMED_BODY', 'duplicate a'],
    ['no JSON in many places', `[${'x,'.repeat(60_000)}x]`, 'MALFORMED_BODY', 'json '],
    [
      'numbers that JSON would round',
      `[${'0.99999999999999999999,'.repeat(9_000)}1]`,
      'INVALID_INPUT',
      'number [0]',
    ],
  ])('with %s names its first fault alone', async (_what, raw, code, issue) => {
    const answer = await post({ 'content-type': 'application/json' }, raw);
    expect([answer.problem().code, ...issuesOf(answer)]).toEqual([code, issue]);
    expect(answer.problem().issuesCount).toBe(1);
  });
});
