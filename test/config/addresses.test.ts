import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';

function read(DATABASE_URL: string, more: Record<string, string> = {}): readonly string[] | string | null {
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
    expect(read(`postgres://me:a%2Fb@db/x?sslmode=${mode}&a=1`)).toBe(
      'postgres://me:a%2Fb@db/x?sslmode=verify-full&a=1',
    );
    const libpq = `postgres://db/x?sslmode=${mode}&uselibpqcompat=true&sslrootcert=/ca.crt`;
    expect(read(libpq)).toBe(libpq);
  },
);

test('F15: an sslmode that nobody knows is refused with those that there are', () => {
  const modes = 'disable, prefer, require, verify-ca, verify-full, no-verify';
  expect(read('postgres://db/x?sslmode=required')).toEqual([
    `sslmode of DATABASE_URL is "required"; it must be one of ${modes}`,
  ]);
  expect(read('postgres://db/x', { PGSSLMODE: 'required' })).toEqual([
    `PGSSLMODE is "required"; it must be one of ${modes}`,
  ]);
  expect(read('postgres://db/x?sslmode=disable', { PGSSLMODE: 'required' })).toBe(
    'postgres://db/x?sslmode=disable',
  );
  expect(read('postgres://db/x?uselibpqcompat=true&sslmode=no-verify')).toEqual([
    'sslmode of DATABASE_URL is "no-verify"; it must be one of disable, prefer, require, verify-ca, verify-full',
  ]);
  expect(read('postgres://db/x?uselibpqcompat=true&sslmode=verify-ca')).toEqual([
    'sslmode=verify-ca of DATABASE_URL needs sslrootcert, the certificate of the authority to check',
  ]);
});
