import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type ChildContext, nameOfWorkingDirectory } from './child.js';
import { EmbeddedPostgresError, oneLine, systemCode } from './failure.js';
import { isOurs, type Layout, UNFINISHED_PREFIX } from './layout.js';
import { giveAllTo, giveTo } from './user.js';

/** The only role of the cluster, and its owner. */
export const ROLE = 'tasklatch';
/** 192 bits: nobody guesses it, and it needs no escaping in a URL. */
const PASSWORD_BYTES = 24;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const RIGHTS_OF_OTHERS = 0o077;
/**
 * Text is UTF-8 and compares by code point on every system, whatever locales are installed; nothing but a
 * password opens a connection.
 */
const INITDB_OPTIONS = [
  `--username=${ROLE}`,
  '--auth=scram-sha-256',
  '--pwfile=/dev/stdin',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/**
 * Refuses a data folder that this launcher must not touch: the data directory of another Postgres, files
 * that are not ours, a cluster of another major version. Only reads.
 */
export async function refuseForeignData(layout: Layout, major: number): Promise<void> {
  const inside = await readdir(layout.dataDir).catch(emptyWhereAbsent);
  if (inside.includes('PG_VERSION')) {
    throw foreign(layout.dataDir, 'is itself the data directory of a Postgres');
  }
  const found = await versionOf(layout.cluster);
  if (found === undefined) await refuseStrangers(layout);
  else if (found !== String(major)) {
    throw new EmbeddedPostgresError(
      `The data in ${layout.cluster} were written by PostgreSQL ${found}, but this release ` +
        `brings PostgreSQL ${major}. Dump them with a release that brings ${found}, or choose ` +
        'another data folder: DATA_DIR=/path.',
    );
  }
  await refusePartial(layout);
}

/**
 * Beside a cluster of ours anything may lie; without one, a file that is not ours says whose folder it
 * is.
 */
async function refuseStrangers(layout: Layout): Promise<void> {
  const stranger = (await readdir(layout.home).catch(emptyWhereAbsent)).find((name) => !isOurs(name));
  if (stranger === undefined) return;
  throw foreign(layout.home, `holds "${stranger}", which this service did not put there`);
}

/**
 * Makes the cluster where there is none, and tells whether it did. A cluster is made beside its place and
 * moved there when it is whole and on disk: an interrupted start leaves nothing that a later one could take
 * for data. The caller holds the lock and has stopped all programs that work in the folder.
 */
export async function ensureCluster(
  layout: Layout,
  binaries: Binaries,
  context: ChildContext,
): Promise<boolean> {
  await removeUnfinished(layout);
  if ((await versionOf(layout.cluster)) !== undefined) {
    await giveAllTo(context.runAs, layout.cluster);
    await keepOthersOut(layout);
    return false;
  }
  const unfinished = await mkdtemp(join(layout.home, UNFINISHED_PREFIX));
  await giveTo(context.runAs, unfinished);
  await writePassword(layout, context);
  await runInitdb(binaries.initdb, unfinished, layout, context);
  await rename(unfinished, layout.cluster);
  await syncFolder(layout.home);
  return true;
}

/** Postgres refuses a folder that others may read, which a plain copy of one becomes. */
async function keepOthersOut({ cluster, password }: Layout): Promise<void> {
  const modes = [
    [cluster, OWNER_ONLY_FOLDER],
    [password, OWNER_ONLY_FILE],
  ] as const;
  for (const [path, mode] of modes) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & RIGHTS_OF_OTHERS) !== 0) await chmod(path, mode);
  }
}

/** The password of the cluster's role. */
export async function readPassword(layout: Layout): Promise<string> {
  const text = await readFile(layout.password, 'utf8').catch(() => '');
  if (text !== '') return text;
  throw new EmbeddedPostgresError(
    `The password of the data in ${layout.cluster} should be in ${layout.password}, but that ` +
      'file is missing or cannot be read. Put it back, or choose another data folder: ' +
      'DATA_DIR=/path.',
  );
}

async function removeUnfinished(layout: Layout): Promise<void> {
  const names = (await readdir(layout.home)).filter((name) => name.startsWith(UNFINISHED_PREFIX));
  await Promise.all(names.map((name) => rm(join(layout.home, name), { recursive: true, force: true })));
}

async function writePassword(layout: Layout, { runAs }: ChildContext): Promise<void> {
  const file = await open(layout.password, 'w', OWNER_ONLY_FILE);
  try {
    await file.writeFile(randomBytes(PASSWORD_BYTES).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
  await giveTo(runAs, layout.password);
}

async function runInitdb(
  initdb: string,
  folder: string,
  layout: Layout,
  context: ChildContext,
): Promise<void> {
  // The password comes on standard input, from a file opened here: the user of Postgres may not reach
  // its path.
  const password = await open(layout.password, 'r');
  const said: Buffer[] = [];
  try {
    const target = nameOfWorkingDirectory(folder, context);
    const child = spawn(initdb, ['-D', target, ...INITDB_OPTIONS], {
      ...context.runAs,
      cwd: folder,
      env: context.env,
      stdio: [password.fd, 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    const [code, signal] = await once(child, 'close');
    if (code === 0) return;
    throw new EmbeddedPostgresError(
      `Postgres could not set up its data in ${layout.home} (initdb ended with ${code ?? signal}): ` +
        `${oneLine(Buffer.concat(said).toString())}. Choose another data folder (DATA_DIR=/path), ` +
        'or set DATABASE_URL.',
    );
  } finally {
    await password.close();
  }
}

/** What every cluster has; some of these folders are empty, and some tools copy none that is. */
const PARTS = [
  'PG_VERSION',
  'base',
  'global/pg_control',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_hba.conf',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
  'postgresql.conf',
];

/** Refuses a cluster of which a part is missing: the rest of a copy that was interrupted, say. */
async function refusePartial({ cluster }: Layout): Promise<void> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      (error) => systemCode(error) !== 'ENOENT',
    );
  if (!(await isThere(cluster))) return;
  const there = await Promise.all(PARTS.map((part) => isThere(join(cluster, part))));
  const missing = PARTS.filter((_, index) => !there[index]);
  if (missing.length === 0) return;
  throw new EmbeddedPostgresError(
    `The data in ${cluster} are not whole: ${enumerated(missing)} not there, so nothing was started. Copy or restore the ` +
      'whole folder once more, empty folders and links included (cp -a, tar), or choose another data folder: DATA_DIR=/path.',
  );
}

function enumerated([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `${first} is`;
  return `${first} and ${others.length} more of its parts are`;
}

/** Major version that a cluster says it is of; undefined where there is no cluster. */
async function versionOf(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function emptyWhereAbsent(error: unknown): string[] {
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}

function foreign(folder: string, what: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The folder ${folder} ${what}, so nothing was touched. Choose another data folder: DATA_DIR=/path.`,
  );
}
