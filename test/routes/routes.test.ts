import accepts from '@fastify/accepts';
import { Kind, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProblemResponses } from '../../src/definitions/openapi/responses.js';
import { EXAMPLE_WORLD, routePaths } from '../../src/definitions/openapi/route_operations.js';
import { compileGate } from '../../src/gate/gate.js';
import { registerProblems } from '../../src/http/answers/problems.js';
import { decorateRequests } from '../../src/http/connection/calls.js';
import { registerRoutes } from '../../src/http/routes.js';
import { getList } from '../../src/routes/lists.js';
import { defineRoute, ListPath, type RouteDeps } from '../../src/routes/route.js';
import { ROUTES } from '../../src/routes/routes.js';
import { Text } from '../../src/schema/kinds.js';
import { seal } from '../../src/tools/formats.js';

const { head } = EXAMPLE_WORLD;

const DEPS: RouteDeps = {
  service: {
    head: async () => head,
    lists: async () => ({ lists: [head], nextCursor: null }),
    events: async () => ({ events: [], version: 0, cursor: '0' }),
    ping: async () => {},
  },
  definitions: EXAMPLE_WORLD.definitions,
  metrics: { contentType: 'text/plain', metrics: async () => '' },
  document: (form, address) => `${form} at ${address}`,
};

const closed = { additionalProperties: false } as const;
const Colour = Type.Object({ colour: Text({ description: 'The colour.' }) }, closed);

/** A route that the service does not have. */
const getColour = defineRoute({
  method: 'GET',
  path: '/v1/lists/:list/colours/:number',
  operationId: 'get_colour',
  summary: 'Read a colour',
  tag: 'lists',
  parameters: Type.Object(
    { ...ListPath.properties, number: Type.Integer({ minimum: 1, description: 'Which.' }) },
    closed,
  ),
  query: Type.Object({ dark: Type.Optional(Type.Boolean({ description: 'A darker one.' })) }, closed),
  answers: { says: 'The colour.', type: 'application/json', schema: Colour },
  kept: { what: 'colours', by: 'bytes' },
  refusals: ['TASK_NOT_FOUND'],
  example: () => ({ query: { dark: true }, answer: { colour: 'navy' } }),
  handle(_deps, { parameters: { number }, query: { dark = false } }) {
    const { bytes, etag } = seal(JSON.stringify({ colour: `${dark ? 'dark ' : ''}${number * 2}` }));
    return { body: bytes, etags: [etag], text: seal(`number ${number}`) };
  },
});

/** It says nothing of a query. */
const getShade = defineRoute({
  method: 'GET',
  path: '/v1/shade',
  operationId: 'get_shade',
  summary: 'Read the shade',
  tag: 'lists',
  answers: getColour.answers,
  example: () => ({ answer: { colour: 'navy' } }),
  handle: () => ({ body: { colour: 'navy' } }),
});

describe('a route that is one value', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    decorateRequests(app);
    registerProblems(app);
    await app.register(accepts);
    registerRoutes(app, [getColour, getShade], DEPS, { publicUrl: null, allowedHosts: null });
  });
  afterAll(() => app.close());

  test('is served, with its parameters and its query as the gate typed them', async () => {
    const answer = await app.inject('/v1/lists/home/colours/4?dark=true');
    expect([answer.statusCode, answer.json()]).toEqual([200, { colour: 'dark 8' }]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });

  test('is kept as it says, each form of its answer under a tag of its own', async () => {
    const url = '/v1/lists/home/colours/4';
    const etagOf = async (accept: string) => (await app.inject({ url, headers: { accept } })).headers.etag;
    const [json, text] = [await etagOf('application/json'), await etagOf('text/plain')];
    expect(json).not.toBe(text);
    const headers = { accept: 'text/plain', 'if-none-match': String(text) };
    expect((await app.inject({ url, headers })).statusCode).toBe(304);
    expect((await app.inject({ url, headers: { ...headers, accept: '*/*' } })).statusCode).toBe(200);
  });

  test.each([
    ['/v1/lists/Home/colours/4', 'list'],
    ['/v1/lists/home/colours/four', 'number'],
    ['/v1/lists/home/colours/4?dark=1', 'dark'],
    ['/v1/lists/home/colours/4?size=1', 'size'],
    ['/v1/shade?size=1', 'size'],
  ])('refuses what it does not take: %s', async (url, path) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path]);
  });

  test('is described with its parameters, its 304 and its refusals', () => {
    const paths = routePaths(new ProblemResponses(), [getColour]);
    expect(paths['/v1/lists/{list}/colours/{number}']?.get).toMatchObject({
      operationId: 'get_colour',
      parameters: [
        { $ref: '#/components/parameters/List' },
        { name: 'number', in: 'path', required: true },
        { name: 'dark', in: 'query', example: true },
        { name: 'If-None-Match', in: 'header' },
      ],
      responses: { 200: { description: 'The colour.' }, 304: {}, 404: {} },
    });
  });
});

test('a handler needs no server', async () => {
  const request = { parameters: { list: 'home' }, query: {}, reaches: () => true, address: () => '' };
  expect(await getList.handle?.(DEPS, request)).toEqual({
    body: head,
    etags: [`"${head.cursor}"`, `"${head.version}"`],
  });
});

describe.each(ROUTES.map((route) => [route.operationId, route] as const))('%s', (_, route) => {
  const { query, answer, answers } = route.example(EXAMPLE_WORLD);

  test('shows a query that it takes', () => {
    expect(query === undefined).toBe(route.query === undefined);
    if (route.query) expect(compileGate(route.query, route.check)(query)).toEqual(query);
  });

  test('shows an answer that its schema allows', () => {
    const { schema } = route.answers;
    expect((answer === undefined) !== (answers === undefined)).toBe(true);
    // Of the OpenAPI document no more is said than that it is an object.
    if (answer !== undefined && schema[Kind] !== 'Unsafe')
      expect([...TypeCompiler.Compile(schema).Errors(answer)]).toEqual([]);
  });
});
