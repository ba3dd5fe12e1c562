import fc, { type Arbitrary } from 'fast-check';
import { TOOLS } from '../../src/registry.js';
import { JSON_TYPE } from '../http/harness.js';
import { toRequest } from './doors.js';

/** A request as `app.inject` takes it. */
export interface RandomRequest {
  readonly method: (typeof METHODS)[number];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'] as const;

/** One of several arbitraries, each as often as its weight says. */
function mix<Value>(...parts: [weight: number, arbitrary: Arbitrary<Value>][]): Arbitrary<Value> {
  return fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const anyText = (maxLength: number) => fc.string({ unit: 'binary', maxLength });

const NAMES = new Set(
  TOOLS.flatMap(({ input }) => {
    const { patch } = input.properties;
    return [...Object.keys(input.properties), ...Object.keys(patch?.properties ?? {})];
  }),
);
const names = mix(
  [9, fc.constantFrom(...NAMES)],
  [1, fc.constantFrom('after', 'format', 'titel', '__proto__', 'constructor', '')],
);

const RIGHT_SOMEWHERE = [
  '1',
  '2',
  '99',
  1,
  2,
  true,
  null,
  [],
  {},
  ['1'],
  ['api'],
  'done',
  'high',
  'owner',
  ['owner'],
];
const RIGHT_NOWHERE = [
  { text: '\ud83d' },
  'a\0',
  -1,
  1.5,
  1e21,
  '5'.repeat(300),
  '[[["1"]]]',
  '{"id":"1"}',
  [['1']],
];
const values = mix<unknown>(
  [4, fc.constantFrom<unknown>(...RIGHT_SOMEWHERE)],
  [1, anyText(20)],
  [1, fc.jsonValue({ maxDepth: 3 })],
  [1, fc.constantFrom<unknown>(...RIGHT_NOWHERE)],
);

/** Arguments that some tool knows, with values that may be theirs. */
export const someArguments = fc
  .array(fc.tuple(names, values), { maxLength: 5 })
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));

/** The arguments of an example of the tool, about tasks that may be there, with up to two of them changed. */
const nearlyRight = fc.constantFrom(...TOOLS).chain((tool) =>
  fc.record({
    tool: fc.constant(tool.name),
    args: fc
      .tuple(
        fc.constantFrom(...tool.examples.map((example) => example.arguments)),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.tuple(names, values), { maxLength: 2 }),
      )
      .map(([args, id, expectedVersion, changes]) => ({
        ...args,
        ...('id' in args && { id: String(id) }),
        ...('expectedVersion' in args && { expectedVersion }),
        ...Object.fromEntries(changes.filter(([name]) => name !== 'id')),
      })),
  }),
);

const segments = mix(
  [6, fc.constantFrom('v1', 'lists', 'tasks', 'tools', 'events', 'history', 'reopen', 'restore', 'home')],
  [4, fc.constantFrom('1', '2', '3', '99', ...TOOLS.map(({ name }) => name))],
  [1, fc.constantFrom('livez', 'readyz', 'metrics', 'openapi.json', 'mcp', '', '.', '..')],
  [1, fc.constantFrom('%', '%zz', '%00', '%ff', '%2f', '%C3%A9', '0', '-1', '99999999999', '__proto__')],
  [1, anyText(12).map((text) => encodeURIComponent(text.toWellFormed()))],
);

function realPaths(list: string): string[] {
  const below = TOOLS.flatMap(({ http, name }) => [http.path.replace(':id', '1'), `/tools/${name}`]);
  return ['/v1/lists', '/v1/tools', ...['', '/events', ...below].map((path) => `/v1/lists/${list}${path}`)];
}

const queries = mix(
  [3, fc.constant('')],
  [1, someArguments.map((args) => `?${toQuery(args)}`)],
  [
    1,
    fc.constantFrom(
      '?',
      '?&&',
      '?=',
      '?limit',
      '?limit=1&limit=2',
      '?%',
      '?owner=%ff',
      '?a[b]=c',
      '?__proto__=1',
    ),
  ],
);

function toQuery(args: Record<string, unknown>): string {
  const encode = (value: unknown) => {
    return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
  };
  const pairs = Object.entries(args).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.join('&');
}

const ODD_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '{"a":1,"a":2}',
  `${'['.repeat(20)}${']'.repeat(20)}`,
  '\ufeff{}',
  '1e400',
];
const bodies = mix<string | Buffer | undefined>(
  [1, fc.constant(undefined)],
  [5, someArguments.map((args) => JSON.stringify(args))],
  [1, fc.json({ maxDepth: 4 })],
  [1, anyText(30)],
  [1, fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes))],
  [1, fc.constantFrom(...ODD_BODIES)],
);

const headerText = fc.string({ unit: fc.constantFrom(...'abc019*/;,="\'\\ -_.:é\u00ff\t'), maxLength: 12 });
const headerOf = (...known: string[]) => mix([3, fc.constantFrom(...known)], [1, headerText]);
const types = mix(
  [
    12,
    fc.constantFrom('application/json', 'application/merge-patch+json', 'application/json; charset=utf-8'),
  ],
  [1, fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'a/b;', ';', '')],
  [1, headerText],
);
const someHeaders = fc.record(
  {
    'content-type': types,
    accept: headerOf('application/json', 'text/plain', '*/*', 'text/*;q=0.5', 'image/png', ''),
    'if-match': headerOf('"1"', '1', '*', 'W/"1"', '"2147483648"'),
    'if-none-match': headerOf('"1"', 'W/"4"', '*', '"4", "5"'),
    'idempotency-key': headerOf('key-1', '"key-2"', '"'),
    'tasklatch-agent': headerText,
    'tasklatch-session': headerText,
    'content-encoding': fc.constantFrom('identity', 'gzip', 'x'),
    authorization: headerText,
    expect: fc.constantFrom('100-continue', 'x'),
    connection: fc.constantFrom('close', 'keep-alive', 'upgrade'),
    upgrade: fc.constantFrom('websocket', 'h2c'),
    'x-request-id': headerText,
    'x-http-method-override': fc.constantFrom('DELETE', 'PATCH'),
  },
  { requiredKeys: ['content-type'] },
);
const fewHeaders = mix<Record<string, string>>(
  [3, fc.constant({})],
  [1, fc.record({ accept: headerOf('text/plain', '*/*'), 'if-none-match': headerOf('"1"', '*') })],
  [1, someHeaders.map(({ 'content-type': _, ...headers }) => headers)],
);

/** A call through either door that is right or nearly so. */
function calls(list: string): Arbitrary<RandomRequest> {
  const doors = fc.constantFrom('tool' as const, 'rest' as const);
  return fc.tuple(doors, nearlyRight, fewHeaders).map(([door, { tool, args }, extra]) => {
    const { method, url, headers, body } = toRequest(door, list, tool, args);
    const type = body === undefined ? {} : JSON_TYPE;
    return {
      method,
      url,
      headers: { ...type, ...headers, ...extra },
      ...(body !== undefined && { payload: body }),
    };
  });
}

/** A request on an address that is there or not, with whatever may come in it. */
function anything(list: string): Arbitrary<RandomRequest> {
  const paths = mix(
    [3, fc.constantFrom(...realPaths(list))],
    [1, fc.array(segments, { maxLength: 8 }).map((parts) => `/${parts.join('/')}`)],
  );
  const methods = fc.constantFrom(...METHODS, 'GET', 'POST', 'PATCH', 'DELETE');
  return fc
    .tuple(methods, paths, queries, someHeaders, bodies)
    .map(([method, path, query, headers, payload]) => {
      return { method, url: `${path}${query}`, headers, ...(payload !== undefined && { payload }) };
    });
}

/** Requests to a service with tasks in the list: calls that may succeed, and everything else. */
export function requests(list: string): Arbitrary<RandomRequest> {
  return mix([1, calls(list)], [1, anything(list)]);
}
