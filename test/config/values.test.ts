import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.js';

const folder = mkdtempSync(join(tmpdir(), 'tasklatch-secrets-'));

afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test.each(['', '\n', '\r\n', '\n\n'])('F56: secrets are read from files that end with %j', (end) => {
  const config = readConfig({
    DATABASE_URL_FILE: file('url', `postgres://me:pw@db/tasks${end}`),
    API_KEYS_FILE: file('keys', `ann:0123456789abcdef${end}`),
  });
  expect(config.databaseUrl).toBe('postgres://me:pw@db/tasks');
  expect(config.apiKeys).toEqual([{ principal: 'ann', key: '0123456789abcdef', lists: ['*'] }]);
});

test('F56: each line of API_KEYS_FILE is an entry, with or without a comma at its end', () => {
  const text =
    '\u{feff}ann:0123456789abcdef,\r\n\r\nbob:fedcba9876543210:home+work-*\neve:aaaaaaaaaaaaaaaa, joe:bbbbbbbbbbbbbbbb\n';
  const { apiKeys } = readConfig({ API_KEYS_FILE: file('lines', text) });
  expect(apiKeys.map(({ principal }) => principal)).toEqual(['ann', 'bob', 'eve', 'joe']);
  expect(apiKeys[1]?.lists).toEqual(['home', 'work-*']);
});

test('F56: a blank name of a file counts as not set, and the variable itself is used', () => {
  expect(readConfig({ API_KEYS_FILE: ' ', API_KEYS: 'ann:0123456789abcdef' }).apiKeys).toHaveLength(1);
});

test('F56: both forms given is refused, even where they say the same', () => {
  const url = 'postgres://me:hunter2@db/tasks';
  expect(
    problemsOf({
      DATABASE_URL: url,
      DATABASE_URL_FILE: file('same', url),
      API_KEYS: 'ann:0123456789abcdef',
      API_KEYS_FILE: '/nowhere',
    }),
  ).toEqual([
    'DATABASE_URL and DATABASE_URL_FILE are both set; set one of them',
    'API_KEYS and API_KEYS_FILE are both set; set one of them',
  ]);
});

test('F56: a file that cannot be used is refused with its name and the reason', () => {
  mkdirSync(join(folder, 'sub'));
  const reasonOf = (path: string) => problemsOf({ API_KEYS_FILE: path });
  const sentence = (path: string, reason: string) => [`API_KEYS_FILE names ${path}, which ${reason}`];
  expect(reasonOf('/nowhere/keys')).toEqual(sentence('/nowhere/keys', 'is not there'));
  expect(reasonOf(join(folder, 'sub'))).toEqual(sentence(join(folder, 'sub'), 'is a folder'));
  const empty = file('empty', ' \n\n');
  expect(reasonOf(empty)).toEqual(sentence(empty, 'is empty'));
  const large = file('large', 'a'.repeat(65_537));
  expect(reasonOf(large)).toEqual(sentence(large, 'is larger than 65536 bytes'));
  const binary = file('binary', new Uint8Array([0xff, 0xfe, 0x61]));
  expect(reasonOf(binary)).toEqual(sentence(binary, 'is not UTF-8'));
});

test('F56: a secret in place of the path of its file is not repeated', () => {
  expect(problemsOf({ DATABASE_URL_FILE: 'postgres://me:hunter2@db/tasks' })).toEqual([
    'DATABASE_URL_FILE names a file, which is not there',
  ]);
});

test('F56: what stands in a file is judged as the variable is, and a second line of an address is refused', () => {
  expect(problemsOf({ API_KEYS_FILE: file('short', 'ann:0123456789abcdef\nbob:short') })).toEqual([
    'API_KEYS entry 2 has a key that is not valid; it must be at least 16 visible ASCII characters',
  ]);
  expect(
    problemsOf({ DATABASE_URL_FILE: file('two', 'postgres://a@db/x\npostgres://b@db/y\n') }),
  ).toHaveLength(1);
});

function databaseUrlOf(
  DATABASE_URL: string,
  more: Record<string, string> = {},
): readonly string[] | string | null {
  try {
    return readConfig({ DATABASE_URL, ...more }).databaseUrl;
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'F15: sslmode=%s becomes the word that the driver does not warn of and reads the same',
  (mode) => {
    expect(databaseUrlOf(`postgres://me:a%2Fb@db/x?sslmode=${mode}&a=1`)).toBe(
      'postgres://me:a%2Fb@db/x?sslmode=verify-full&a=1',
    );
    const libpq = `postgres://db/x?sslmode=${mode}&uselibpqcompat=true&sslrootcert=/ca.crt`;
    expect(databaseUrlOf(libpq)).toBe(libpq);
  },
);

test('F15: an sslmode that nobody knows is refused with those that there are', () => {
  const modes = 'disable, prefer, require, verify-ca, verify-full, no-verify';
  expect(databaseUrlOf('postgres://db/x?sslmode=required')).toEqual([
    `sslmode of DATABASE_URL is "required"; it must be one of ${modes}`,
  ]);
  expect(databaseUrlOf('postgres://db/x', { PGSSLMODE: 'required' })).toEqual([
    `PGSSLMODE is "required"; it must be one of ${modes}`,
  ]);
  expect(databaseUrlOf('postgres://db/x?sslmode=disable', { PGSSLMODE: 'required' })).toBe(
    'postgres://db/x?sslmode=disable',
  );
  expect(databaseUrlOf('postgres://db/x?uselibpqcompat=true&sslmode=no-verify')).toEqual([
    'sslmode of DATABASE_URL is "no-verify"; it must be one of disable, prefer, require, verify-ca, verify-full',
  ]);
  expect(databaseUrlOf('postgres://db/x?uselibpqcompat=true&sslmode=verify-ca')).toEqual([
    'sslmode=verify-ca of DATABASE_URL needs sslrootcert, the certificate of the authority to check',
  ]);
});
