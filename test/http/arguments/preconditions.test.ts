import { describe, expect, it } from 'vitest';
import { onlyIssue } from '../../support/doors.js';
import { freshList } from '../../support/service.js';
import { issuesOf, send, useApp } from '../harness.js';

const app = useApp();

async function listWithTask(): Promise<string> {
  const list = freshList();
  await send(app(), 'POST', `/v1/lists/${list}/tasks`, { body: { subject: 'Write tests' } });
  return list;
}

function update(list: string, ifMatch: string | undefined, body: Record<string, unknown>) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  return send(app(), 'PATCH', `/v1/lists/${list}/tasks/1`, { headers, body });
}

describe('If-Match', () => {
  it.each(['"1"', '1'])('is the version that the write was decided on: %s', async (ifMatch) => {
    const list = await listWithTask();
    const answer = await update(list, ifMatch, { priority: 'high' });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
  });

  it('answers 412 when it is stale, with the task as it is', async () => {
    const list = await listWithTask();
    await update(list, '"1"', { priority: 'high' });
    const answer = await update(list, '"1"', { priority: 'low' });
    expect(answer.status).toBe(412);
    expect(answer.problem()).toMatchObject({
      code: 'STALE_VERSION',
      status: 412,
      current: { version: 2, priority: 'high' },
      changedSince: [{ field: 'priority', to: 'high', taskVersion: 2 }],
    });
  });

  it('answers 412 on the tool route too', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tools/task_delete`, {
      headers: { 'if-match': '"7"' },
      body: { id: '1' },
    });
    expect([answer.status, answer.problem().code]).toEqual([412, 'STALE_VERSION']);
  });

  it('leaves 409 to a stale version that came as an argument', async () => {
    const list = await listWithTask();
    const answer = await update(list, undefined, { priority: 'low', expectedVersion: 2 });
    expect([answer.status, answer.problem().status]).toEqual([409, 409]);
  });

  it('names no version when it is *, or not there', async () => {
    const list = await listWithTask();
    for (const ifMatch of ['*', undefined]) {
      const answer = await update(list, ifMatch, { priority: 'low' });
      expect([answer.status, answer.problem().code]).toEqual([428, 'VERSION_REQUIRED']);
      expect(answer.problem().current?.version).toBe(1);
    }
    const byArgument = await update(list, '*', { priority: 'low', expectedVersion: 2 });
    expect(byArgument.status).toBe(409);
  });

  it.each(['"1", "2"', 'abc', '"-1"', '', '"1-"', '"gzip"'])(
    'is refused when it is no version, with a form that is none either: %s',
    async (ifMatch) => {
      const list = await listWithTask();
      const answer = await update(list, ifMatch, { priority: 'low' });
      expect(issuesOf(answer)).toEqual(['type expectedVersion']);
      expect(answer.problem().issues?.[0]?.expected).toBe('If-Match: "VERSION"');
    },
  );

  it.each([
    ['W/"1"', 1, 'If-Match must be one version as ETag shows it, not "W/\\"1\\""; send If-Match: "1".'],
    ['"07"', 7, 'If-Match must be one version as ETag shows it, not "\\"07\\""; send If-Match: "7".'],
    ["'3'", 3, `If-Match must be one version as ETag shows it, not "'3'"; send If-Match: "3".`],
    ['abc', undefined, 'If-Match must be one version as ETag shows it, not "abc"; send If-Match: "VERSION".'],
    [
      '"1", "2"',
      undefined,
      'If-Match must be one version as ETag shows it, not "\\"1\\", \\"2\\""; send If-Match: "VERSION".',
    ],
  ])('is refused by its own name, with the form that is wanted: %s', async (ifMatch, suggestion, message) => {
    const answer = await update('a', ifMatch, { priority: 'low' });
    expect(answer.problem().issues?.[0]).toMatchObject({ path: 'expectedVersion', message });
    expect(answer.problem().issues?.[0]?.suggestion).toBe(suggestion);
  });

  it.each([
    ['"1-gzip"', 1],
    ['W/"3"', 3],
    ["'3'", 3],
    ['"v3"', 3],
    ['"3;gzip"', 3],
    ['"3--gzip"', 3],
    ['W/"12-br"', 12],
    ['"3-gzip', 3],
    ['"4:zstd"', 4],
    ['"01"', 1],
    ['"1.0"', 1],
    ['W/"1-text"', 1],
    ['"1-text-gzip"', 1],
    ['"1-text;gzip"', 1],
    ['W/"12-text--br"', 12],
    ['"3-TEXT"', 3],
    ['"3-text', 3],
  ])(
    'F22: is refused with the own version of the caller in the form that is wanted: %s',
    async (tag, version) => {
      const issue = onlyIssue((await update('a', tag, { priority: 'low' })).problem());
      expect(issue.message).toMatch(new RegExp(`; send If-Match: "${version}"\\.$`));
      expect(issue).toMatchObject({ expected: `If-Match: "${version}"`, suggestion: version });
      // No other version stands in it.
      const quoted = issue.message.replace(JSON.stringify(tag), '');
      expect(quoted.match(/\d+/g)).toEqual([String(version)]);
    },
  );

  it.each([
    ['“1”', 1],
    ['W/“3”', 3],
    ['‘3’', 3],
    ['„12“', 12],
    ['«3»', 3],
    ['＂3＂', 3],
    ['“3-gzip”', 3],
    ['“3-text”', 3],
    ['"3”', 3],
  ])('F22: so is one in typeset quotes, as bytes of UTF-8 or of Latin-1: %s', async (tag, version) => {
    const utf8 = Buffer.from(tag).toString('latin1');
    const twice = Buffer.from(utf8).toString('latin1');
    const windows = tag.replace(/[“”„]/g, '\u0093').replace(/[‘’]/g, '\u0092');
    const sent = [utf8, twice, ...(/^[\0-\xff]*$/.test(windows) ? [windows] : [])];
    for (const value of sent) {
      const issue = onlyIssue((await update('a', value, { priority: 'low' })).problem());
      expect(issue.message).toMatch(new RegExp(`; send If-Match: "${version}"\\.$`));
      expect(issue).toMatchObject({ expected: `If-Match: "${version}"`, suggestion: version });
      if (value !== windows) expect(issue.received).toBe(JSON.stringify(tag));
    }
  });

  it.each(['\u00bd', '1\u00b2', '\u00ff1', '“1”, “2”', '“１”'])(
    'F22: nothing is made of other characters that are no digits: %s',
    async (tag) => {
      for (const value of [Buffer.from(tag).toString('latin1'), ...(/[“]/.test(tag) ? [] : [tag])]) {
        const issue = onlyIssue((await update('a', value, { priority: 'low' })).problem());
        expect([issue.expected, issue.suggestion]).toEqual(['If-Match: "VERSION"', undefined]);
      }
    },
  );

  it('F22: says of the tag of a list that the version of the task is wanted', async () => {
    const issue = onlyIssue((await update('a', '"12-9f3a1c2e"', { priority: 'low' })).problem());
    expect(issue.message).toContain(
      'send If-Match: "VERSION" with the version of the task, not of the list.',
    );
    expect(issue).not.toHaveProperty('suggestion');
  });

  it('F22: has a placeholder that is refused when it is sent', async () => {
    const answer = await update('a', '"VERSION"', { priority: 'low' });
    expect(issuesOf(answer)).toEqual(['type expectedVersion']);
  });

  it.each(['"0"', '2147483648'])(
    'is refused by its own name when no task can have it: %s',
    async (ifMatch) => {
      const answer = await update('a', ifMatch, { priority: 'low' });
      expect(issuesOf(answer)).toEqual(['range expectedVersion']);
      expect(answer.problem().issues?.[0]?.message).toMatch(
        /^If-Match must be an integer from 1 to 2147483647,/,
      );
    },
  );

  it('F30: is refused where a write has no version, and by reads', async () => {
    const list = await listWithTask();
    const create = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers: { 'if-match': '"1"' },
      body: { subject: 'Second' },
    });
    const message =
      'This address takes no If-Match: task_create is decided on no version, and nothing holds it back; send it without only if it is meant as it stands.';
    expect(create.problem().issues).toEqual([{ path: 'expectedVersion', code: 'unknown_key', message }]);
    const read = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, { headers: { 'if-match': '"9"' } });
    expect(read.problem().issues).toEqual([
      {
        path: 'If-Match',
        code: 'unknown_key',
        message:
          'This address takes no If-Match: task_get only reads, and nothing holds it back; send it without only if it is meant as it stands.',
      },
    ]);
  });
});

describe('F30: a header that is to hold a call back and is not judged is refused', () => {
  it.each([
    ['POST', '/tasks', 'if-none-match', '*'],
    ['POST', '/tools/task_create', 'if-modified-since', 'Tue, 01 Dec 2026 08:00:00 GMT'],
    ['DELETE', '/tasks/1', 'if-unmodified-since', 'Tue, 01 Dec 2026 08:00:00 GMT'],
    ['PATCH', '/tasks/1', 'if-none-match', '"7"'],
    ['POST', '/tools/task_list', 'idempotency-key', 'k-1'],
    ['POST', '/tools/task_list', 'if-match', '"1"'],
    ['GET', '/tasks', 'idempotency-key', '"open'],
    ['GET', '/events', 'if-match', '"1"'],
    ['GET', '', 'idempotency-key', 'k-1'],
  ] as const)('%s %s with %s', async (method, path, name, value) => {
    const list = await listWithTask();
    const body = method === 'GET' ? {} : { body: {} };
    const url = `/v1/lists/${list}${path}`;
    const answer = await send(app(), method, url, { headers: { [name]: value }, ...body });
    expect(answer.status).toBe(400);
    const found = answer.problem().issues?.filter(({ path: at }) => at.toLowerCase() === name);
    expect(found).toHaveLength(1);
    expect(found?.[0]?.message).toMatch(/^This address takes no /);
    expect((await send(app(), 'GET', `/v1/lists/${list}`)).json()).toMatchObject({ version: 1 });
  });

  it('what caches send with a read is taken', async () => {
    const list = await listWithTask();
    const headers = { 'if-none-match': '"0"', 'if-modified-since': 'Tue, 01 Dec 2026 08:00:00 GMT' };
    for (const url of [`/v1/lists/${list}`, `/v1/lists/${list}/tasks`, '/v1/tools', '/v1/instructions']) {
      expect((await send(app(), 'GET', url, { headers })).status).toBe(200);
    }
  });
});

/** The tag of a list at version 1: with the mark of its history. */
const MARKED = expect.stringMatching(/^"1-[0-9a-f]{8}"$/);

describe('If-None-Match', () => {
  it('F46: answers 200 to the tag of a version of another history', async () => {
    const list = await listWithTask();
    const url = `/v1/lists/${list}/tasks`;
    const tag = String((await send(app(), 'GET', url)).headers.etag);
    const same = await send(app(), 'GET', url, { headers: { 'if-none-match': tag } });
    const other = await send(app(), 'GET', url, { headers: { 'if-none-match': '"1-00000000"' } });
    expect([same.status, other.status]).toEqual([304, 200]);
  });

  it.each(['"1"', 'W/"1"', '"7", "1"', '"7" ,W/"1"', '*'])(
    'answers 304 on a list at version 1: %s',
    async (tag) => {
      const list = await listWithTask();
      for (const url of [`/v1/lists/${list}`, `/v1/lists/${list}/tasks`]) {
        const answer = await send(app(), 'GET', url, { headers: { 'if-none-match': tag } });
        expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', MARKED]);
      }
    },
  );

  it.each(['"2"', '1', 'W/1', '""'])('answers 200 to a tag that is another: %s', async (tag) => {
    const list = await listWithTask();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks`, { headers: { 'if-none-match': tag } });
    expect([answer.status, answer.headers.etag]).toEqual([200, MARKED]);
  });

  it('is ignored on a task, whose blockers change without its version', async () => {
    const list = await listWithTask();
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks/1`, {
      headers: { 'if-none-match': '"1"' },
    });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"1"']);
  });
});

describe('the tag of an answer in text', () => {
  const TEXT = { accept: 'text/plain' };
  const tagOf = async (url: string, headers = {}) =>
    String((await send(app(), 'GET', url, { headers })).headers.etag);
  const statusOf = async (url: string, tag: string, headers = {}) =>
    (await send(app(), 'GET', url, { headers: { 'if-none-match': tag, ...headers } })).status;

  it.each([0, 1])('on a list at version %i says that JSON is other bytes', async (version) => {
    const list = version === 0 ? freshList() : await listWithTask();
    for (const url of [`/v1/lists/${list}/tasks`, `/v1/lists/${list}/tasks?status=open`]) {
      const [json, text] = [await tagOf(url), await tagOf(url, TEXT)];
      expect(text).toBe(json.replace(/"$/, '-text"'));
      expect([await statusOf(url, json), await statusOf(url, text)]).toEqual([304, 200]);
      expect([await statusOf(url, json, TEXT), await statusOf(url, text, TEXT)]).toEqual([200, 304]);
      // A cache asks after all that it keeps; the tag of the answer says which one holds.
      const both = { 'if-none-match': `${json}, W/${text}` };
      for (const [accept, tag] of [[{}, json] as const, [TEXT, text] as const]) {
        const kept = await send(app(), 'GET', url, { headers: { ...both, ...accept } });
        expect([kept.status, kept.headers.etag, kept.headers.vary]).toEqual([304, tag, 'Origin, Accept']);
      }
    }
  });

  it('is known by a list version without its mark, as that of JSON is', async () => {
    const url = `/v1/lists/${await listWithTask()}/tasks`;
    expect([await statusOf(url, '"1"', TEXT), await statusOf(url, '"1-text"', TEXT)]).toEqual([304, 200]);
  });

  it.each(['/v1/instructions', '/v1/instructions?tier=core'])('is another one at %s', async (url) => {
    const [json, text] = [await tagOf(url), await tagOf(url, TEXT)];
    expect(json).not.toBe(text);
    expect([await statusOf(url, json, TEXT), await statusOf(url, text, TEXT)]).toEqual([200, 304]);
  });

  it('on a task leads to the next write, as that of JSON does', async () => {
    const list = await listWithTask();
    const url = `/v1/lists/${list}/tasks/1`;
    expect([await tagOf(url), await tagOf(url, TEXT)]).toEqual(['"1"', '"1-text"']);
    const write = (tag: string, priority: string) =>
      send(app(), 'PATCH', url, { headers: { 'if-match': tag, ...TEXT }, body: { priority } });
    const first = await write('"1-text"', 'low');
    expect([first.status, first.headers.etag]).toEqual([200, '"2-text"']);
    expect((await write('"1-text"', 'high')).status).toBe(412);
    expect((await write('"2"', 'high')).headers.etag).toBe('"3-text"');
    expect((await write('3-text', 'low')).status).toBe(200);
    expect(issuesOf(await write('W/"4-text"', 'high'))).toEqual(['type expectedVersion']);
  });
});

describe('Idempotency-Key', () => {
  const create = (list: string, key: string, body: Record<string, unknown> = { subject: 'Once' }) =>
    send(app(), 'POST', `/v1/lists/${list}/tasks`, { headers: { 'idempotency-key': key }, body });

  it('replays with the same status, quoted, bare and as an argument', async () => {
    const list = freshList();
    const first = await create(list, '"a-1"');
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const argument = send(app(), 'POST', `/v1/lists/${list}/tools/task_create`, {
      body: { subject: 'Once', idempotencyKey: 'a-1' },
    });
    for (const again of [await create(list, 'a-1'), await create(list, '"a-1"')]) {
      expect([again.status, again.headers.location]).toEqual([201, `/v1/lists/${list}/tasks/1`]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    }
    expect((await argument).json()).toMatchObject({ replayed: true, value: first.json() });
  });

  it('unescapes a quoted key', async () => {
    const list = freshList();
    await create(list, '"a\\"b\\\\c"');
    const again = await create(list, 'none', { subject: 'Once' });
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    const bare = await create(list, 'a"b\\c');
    expect(bare.headers['idempotency-replayed']).toBe('true');
  });

  it('is refused for another intent', async () => {
    const list = freshList();
    await create(list, 'a-1');
    const answer = await create(list, 'a-1', { subject: 'Other' });
    expect([answer.status, answer.problem().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it.each([
    ['"open', 'the key bare: open'],
    ['"a"b"', 'the key bare'],
    ['"a";v=1', 'the key bare'],
  ])('F22: is refused when its quotes do not close, with the own key alone: %s', async (key, instead) => {
    const answer = await create(freshList(), key);
    expect(issuesOf(answer)).toEqual(['pattern idempotencyKey']);
    expect(answer.problem().issues?.[0]?.message).toBe(
      `Idempotency-Key begins with a quote and is no quoted string; send ${instead}.`,
    );
  });

  it.each(['“a-1”', '‘a-1’', '„a-1“', '«a-1»'])('F22: is refused in typeset quotes: %s', async (key) => {
    const answer = await create(freshList(), Buffer.from(key).toString('latin1'));
    const message = 'Idempotency-Key stands in typeset quotes; send the key bare: a-1.';
    expect(answer.problem().issues).toEqual([
      { path: 'idempotencyKey', code: 'pattern', message, received: JSON.stringify(key) },
    ]);
  });

  it.each([
    ['', 'length'],
    ['""', 'length'],
    ['two words', 'pattern'],
    ['k'.repeat(201), 'length'],
  ])('is judged by the gate and refused by its own name: %j', async (key, code) => {
    const answer = await create(freshList(), key);
    expect(issuesOf(answer)).toEqual([`${code} idempotencyKey`]);
    expect(answer.problem().issues?.[0]?.message).toMatch(/^Idempotency-Key /);
  });

  it('goes by the name of the argument where it came as one', async () => {
    const answer = await send(app(), 'POST', '/v1/lists/a/tasks', {
      body: { subject: 'Once', idempotencyKey: '' },
    });
    expect(answer.problem().issues?.[0]?.message).toMatch(/^idempotencyKey /);
  });
});

describe('a header that comes more than once', () => {
  const remove = (list: string, headers: Record<string, string[]>) =>
    app().inject({
      method: 'POST',
      url: `/v1/lists/${list}/tools/task_delete`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{"id":"1"}',
    });

  it('is refused where its values differ, with every other fault', async () => {
    const response = await remove('a', {
      'if-match': ['"1"', '"2"'],
      'idempotency-key': ['k-1', 'k-2', 'k-1'],
      'tasklatch-agent': ['one', 'two'],
      'tasklatch-session': ['s-1', 's-2'],
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([
      { path: 'expectedVersion', message: 'If-Match came 2 times in one request; send it once.' },
      { path: 'idempotencyKey', message: 'Idempotency-Key came 3 times in one request; send it once.' },
      { path: 'Tasklatch-Agent', message: 'Tasklatch-Agent came 2 times in one request; send it once.' },
      { path: 'Tasklatch-Session', message: 'Tasklatch-Session came 2 times in one request; send it once.' },
    ]);
  });

  it('is taken where its values are the same', async () => {
    const list = await listWithTask();
    const response = await remove(list, {
      'if-match': ['"1"', '"1"'],
      'idempotency-key': ['k-1', 'k-1'],
      'tasklatch-agent': ['one, two', 'one, two'],
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().value.task.updatedBy).toBe('one, two');
  });

  it('may hold a comma where it came once', async () => {
    const list = freshList();
    const answer = await send(app(), 'POST', `/v1/lists/${list}/tasks`, {
      headers: { 'tasklatch-agent': 'planner, the second' },
      body: { subject: 'Claimed' },
    });
    expect(answer.json()).toMatchObject({ task: { createdBy: 'planner, the second' } });
  });

  it.each(['authorization', 'content-type'])('is refused on any address when it is %s', async (name) => {
    const response = await app().inject({ url: '/v1/tools', headers: { [name]: ['a/b', 'c/d'] } });
    expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_INPUT']);
    expect(response.json().issues[0].path.toLowerCase()).toBe(name);
    expect(response.body).not.toMatch(/a\/b|c\/d/);
  });
});
