import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.js';
import { isLoopback } from '../../src/config/values.js';
import { Environment, helpText, POOL_MIN_CONNECTIONS } from '../../src/config/variables.js';
import { ENGINE_MIN_CONNECTIONS } from '../../src/database/engine.js';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const DEFAULTS = {
  host: '127.0.0.1',
  port: 3000,
  databaseUrl: null,
  dataDir: './data',
  databaseWaitMs: 15_000,
  poolSize: 12,
  statementTimeoutMs: 3_000,
  requestTimeoutMs: 30_000,
  shutdownGraceMs: 8_000,
  idempotencyTtlHours: 24,
  apiKeys: [],
  allowedHosts: [],
  publicUrl: null,
  rateLimitPerMinute: 0,
  logLevel: 'info',
  inContainer: false,
  warnings: [],
};

test('an empty environment gives every default', () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test('variables that the service does not know are ignored, and blank ones count as not set', () => {
  expect(readConfig({ PATH: '/bin', PORT: '', HOST: ' ', API_KEYS: '', DATABASE_URL: '' })).toEqual(DEFAULTS);
});

test('every variable is taken over with its type', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '0',
    DATABASE_URL: 'postgresql://me:pw@db:5432/tasks?sslmode=require',
    DATA_DIR: '/var/lib/tasklatch',
    DATABASE_WAIT_MS: '0',
    POOL_SIZE: '5',
    STATEMENT_TIMEOUT_MS: '0',
    REQUEST_TIMEOUT_MS: '1000',
    SHUTDOWN_GRACE_MS: '1000',
    IDEMPOTENCY_TTL_HOURS: '8760',
    API_KEYS: 'ann:0123456789abcdef, bob:fedcba9876543210:home+work-*',
    ALLOWED_HOSTS: 'Tasks.example.com, [::1]',
    PUBLIC_URL: 'https://Tasks.example.com/agents/',
    RATE_LIMIT_PER_MINUTE: '600',
    LOG_LEVEL: 'silent',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 0,
    databaseUrl: 'postgresql://me:pw@db:5432/tasks?sslmode=verify-full',
    dataDir: '/var/lib/tasklatch',
    databaseWaitMs: 0,
    poolSize: 5,
    statementTimeoutMs: 0,
    requestTimeoutMs: 1_000,
    shutdownGraceMs: 1_000,
    idempotencyTtlHours: 8_760,
    apiKeys: [
      { principal: 'ann', key: '0123456789abcdef', lists: ['*'] },
      { principal: 'bob', key: 'fedcba9876543210', lists: ['home', 'work-*'] },
    ],
    allowedHosts: ['tasks.example.com', '[::1]'],
    publicUrl: 'https://tasks.example.com/agents',
    rateLimitPerMinute: 600,
    logLevel: 'silent',
    inContainer: false,
    warnings: [],
  });
});

test('every bad value is refused at once, each with what is wanted', () => {
  expect(
    problemsOf({
      HOST: 'http://here',
      PORT: 'abc',
      POOL_SIZE: '4',
      STATEMENT_TIMEOUT_MS: '-1',
      IDEMPOTENCY_TTL_HOURS: '23',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_PER_MINUTE: '1.5',
    }),
  ).toEqual([
    'HOST is "http://here"; it must be an address or a host name, such as 127.0.0.1 or 0.0.0.0',
    'PORT is "abc"; it must be an integer from 0 to 65535',
    'POOL_SIZE is "4"; it must be an integer from 5 to 500',
    'STATEMENT_TIMEOUT_MS is "-1"; it must be an integer from 0 to 3600000',
    'IDEMPOTENCY_TTL_HOURS is "23"; it must be an integer from 24 to 8760',
    'RATE_LIMIT_PER_MINUTE is "1.5"; it must be an integer from 0 to 1000000',
    'LOG_LEVEL is "loud"; it must be one of trace, debug, info, warn, error, fatal, silent',
  ]);
});

test.each(['65536', '1e3', '0x10', ' 80', '+80', 'true', 'null', '3000.0'])(
  'PORT "%s" is not an integer',
  (port) => {
    expect(problemsOf({ PORT: port })).toEqual([`PORT is "${port}"; it must be an integer from 0 to 65535`]);
  },
);

test.each(['mysql://u:hunter2@h/d', 'localhost:5432', 'postgres://h:hunter2/d'])(
  'DATABASE_URL "%s" is refused without being repeated, because it may hold a password',
  (url) => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL is not valid; it must be a URL that starts with postgres:// or postgresql://, without a password (PGPASSWORD holds it) or with one in which / ? # and @ are percent-encoded',
    ]);
  },
);

test('a bad entry of API_KEYS is named by its place, never by what stands in it', () => {
  const problems = problemsOf({
    API_KEYS: [
      'ann:0123456789abcdef',
      'a-key-without-a-principal',
      'anonymous:aaaaaaaaaaaaaaaa',
      'Bob:bbbbbbbbbbbbbbbb',
      'bob:too-short',
      'bob:cccccccccccccccc:Home',
      'bob:0123456789abcdef',
      'bob:dddddddddddddddd:home:more',
      '',
    ].join(','),
  });
  const form = 'is not of the form principal:key or principal:key:list+prefix*';
  const principal =
    'has a principal that is not valid; it must match ^[a-z0-9][a-z0-9._-]{0,99}$ and must not be "anonymous"';
  expect(problems).toEqual([
    `API_KEYS entry 2 ${form}`,
    `API_KEYS entry 3 ${principal}`,
    `API_KEYS entry 4 ${principal}`,
    'API_KEYS entry 5 has a key that is not valid; it must be at least 16 visible ASCII characters',
    'API_KEYS entry 6 has a list that is not valid; each must be a list name, a prefix that ends in "*", or "*", with "+" between',
    'API_KEYS entry 7 repeats the key of another entry',
    `API_KEYS entry 8 ${form}`,
    `API_KEYS entry 9 ${form}`,
  ]);
});

test('a key is refused together with the other bad variables', () => {
  expect(problemsOf({ PORT: 'x', API_KEYS: 'ann' })).toEqual([
    'PORT is "x"; it must be an integer from 0 to 65535',
    'API_KEYS entry 1 is not of the form principal:key or principal:key:list+prefix*',
  ]);
});

test('a bad value of any length is cut in its refusal', () => {
  expect(problemsOf({ PORT: '9'.repeat(5_000) })).toEqual([
    `PORT is "${'9'.repeat(60)}…"; it must be an integer from 0 to 65535`,
  ]);
});

test('the help names every variable with its default and its meaning', () => {
  const lines = helpText().split('\n');
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const line = lines.find((each) => each.trim().split(/\s+/)[0] === name);
    expect(line?.trim().split(/\s{2,}/)).toEqual([name, String(schema.default ?? '-'), schema.description]);
  }
});

test('F54: without the address of a database the image is refused with the reason and what to give it', () => {
  const image = { TASKLATCH_IN_CONTAINER: '1' };
  const sentence =
    'DATABASE_URL is not set, and the image brings no Postgres of its own, whatever DATA_DIR is; set it to a Postgres 15 or later, ' +
    'such as postgres://tasklatch@HOST:5432/tasklatch with the password in PGPASSWORD, or run "docker compose up" of the ' +
    'repository, which starts one with its data in a volume';
  expect(problemsOf(image)).toEqual([sentence]);
  expect(problemsOf({ ...image, DATABASE_URL: ' ', DATA_DIR: '/data' })).toEqual([sentence]);
  expect(problemsOf({ ...image, DATABASE_URL_FILE: '/nowhere' })).toEqual([
    'DATABASE_URL_FILE names /nowhere, which is not there',
  ]);
  expect(readConfig({ ...image, DATABASE_URL: 'postgres://db/tasks' })).toMatchObject({ inContainer: true });
});

test('F55: calls under way get less time to finish than the 10 s after which an engine kills', () => {
  expect(readConfig({}).shutdownGraceMs).toBeLessThan(9_000);
});

test('the smallest POOL_SIZE is what the engine needs', () => {
  expect(POOL_MIN_CONNECTIONS).toBe(ENGINE_MIN_CONNECTIONS);
});

test.each([
  ['127.0.0.1', []],
  ['localhost', []],
  ['::1', []],
  ['0.0.0.0', null],
  ['192.168.1.5', null],
])('a service on %s goes by the names %j where none are given', (HOST, names) => {
  expect(readConfig({ HOST }).allowedHosts).toEqual(names);
});

test('ALLOWED_HOSTS takes names without scheme and port, or * for any', () => {
  expect(readConfig({ ALLOWED_HOSTS: '*' }).allowedHosts).toBeNull();
  expect(problemsOf({ ALLOWED_HOSTS: 'a.example, https://b.example, c.example:3000, *' })).toEqual([
    'ALLOWED_HOSTS entry 2 is no host name; leave out scheme and port',
    'ALLOWED_HOSTS entry 3 is no host name; leave out scheme and port',
    'ALLOWED_HOSTS entry 4 is no host name; leave out scheme and port',
  ]);
});

test.each(['postgres://me:12/34@db/tasks', 'postgres://me:12?34@db/tasks', 'postgres://me:12#34@db/tasks'])(
  'a password that would pass for a host is refused without a word of it: %s',
  (DATABASE_URL) => {
    const [problem = ''] = problemsOf({ DATABASE_URL });
    expect(problem).toContain('percent-encoded');
    expect(problem).not.toContain('34');
  },
);

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.example.com', false],
])('%s is reached from this machine only: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback);
});

test('F12: PUBLIC_URL is an address to which paths can be added', () => {
  expect(readConfig({ PUBLIC_URL: 'http://[::1]:80' }).publicUrl).toBe('http://[::1]');
  const bad = [
    'tasks.example.com',
    '/',
    'ftp://tasks.example.com',
    'https://u:pw@h',
    'https://h?a',
    'https://h#a',
  ];
  for (const PUBLIC_URL of bad) {
    expect(problemsOf({ PUBLIC_URL })).toEqual([
      'PUBLIC_URL is not valid; it must be an http or https URL without user, query and fragment, such as https://tasks.example.com',
    ]);
  }
});
