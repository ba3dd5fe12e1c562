import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instructionsFor, PROMPTS } from '../../src/definitions/instructions.js';
import { issuesOf, send } from '../http/harness.js';
import { buildStubApp } from '../http/stub_app.js';
import { watch } from '../support/contract.js';

let app: FastifyInstance;

beforeAll(async () => {
  app = await buildStubApp();
  watch(app);
});

afterAll(() => app.close());

const PATH = '/v1/instructions';
const TEXT = { accept: 'text/plain' };

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('GET /v1/instructions', () => {
  test('answers the block, the prompts and the digest of the block', async () => {
    const answer = await send(app, 'GET', PATH);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      instructions: instructionsFor(null),
      prompts: PROMPTS,
      digest: digestOf(instructionsFor(null)),
    });
  });

  test('answers the block alone as text', async () => {
    const answer = await send(app, 'GET', PATH, { headers: TEXT });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text).toBe(instructionsFor(null));
  });

  test.each(['core', 'more'] as const)(
    'answers for the %s tools alone what names these only',
    async (tier) => {
      const json = await send(app, 'GET', `${PATH}?tier=${tier}`);
      const text = await send(app, 'GET', `${PATH}?tier=${tier}`, { headers: TEXT });
      expect(json.json().instructions).toBe(instructionsFor(tier));
      expect(text.text).toBe(instructionsFor(tier));
      expect(text.text).not.toBe(instructionsFor(null));
    },
  );

  test('tags each form with a tag of its own that is the same each time', async () => {
    const tags: unknown[] = [];
    for (const query of ['', '?tier=core', '?tier=more']) {
      for (const headers of [{}, TEXT]) {
        const [first, again] = [
          await send(app, 'GET', PATH + query, { headers }),
          await send(app, 'GET', PATH + query, { headers }),
        ];
        expect(first.headers.etag).toBe(`"${digestOf(first.text)}"`);
        expect([again.headers.etag, again.text]).toEqual([first.headers.etag, first.text]);
        expect([first.headers.vary, first.headers['cache-control']]).toEqual(['Origin, Accept', 'no-cache']);
        tags.push(first.headers.etag);
      }
    }
    expect(new Set(tags).size).toBe(6);
  });

  test('answers 304 without a body to who has this form, and the whole to who has another', async () => {
    const { headers } = await send(app, 'GET', PATH);
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await send(app, 'GET', PATH, { headers: { 'if-none-match': known } });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
    }
    const others = [
      await send(app, 'GET', PATH, { headers: { ...TEXT, 'if-none-match': etag } }),
      await send(app, 'GET', `${PATH}?tier=core`, { headers: { 'if-none-match': etag } }),
      await send(app, 'GET', PATH, { headers: { 'if-none-match': '"1"' } }),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('are those of a toolset, under its older name too', async () => {
    const textOf = async (query: string) =>
      (await send(app, 'GET', `${PATH}${query}`, { headers: TEXT })).text;
    expect(await textOf('?toolset=core')).toBe(instructionsFor('core'));
    expect(await textOf('?toolset=core&tier=core')).toBe(instructionsFor('core'));
    expect(await textOf('?toolset=all')).toBe(await textOf(''));
  });

  test.each([
    ['toolset=core&tier=more', 'conflict tier'],
    ['toolset=all&tier=core', 'conflict tier'],
    ['toolset=more', 'enum toolset'],
    ['tier=Core', 'enum tier'],
    ['tier=all', 'enum tier'],
    ['tier=', 'enum tier'],
    ['format=mcp', 'unknown_key format'],
    ['list=home', 'unknown_key list'],
  ])('refuses %s', async (query, issue) => {
    expect(issuesOf(await send(app, 'GET', `${PATH}?${query}`))).toEqual([issue]);
  });

  test('takes no other method', async () => {
    const answer = await send(app, 'POST', PATH, { body: {} });
    expect([answer.status, answer.problem().code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});
