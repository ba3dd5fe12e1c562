import { access, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError, systemCode } from './failure.js';

/** Where the embedded Postgres keeps its files, all below `<dataDir>/postgres`. Absolute paths. */
export interface Layout {
  readonly dataDir: string;
  /** Owned by the service: everything below it is ours. */
  readonly home: string;
  /** The data directory of Postgres (its PGDATA), owned by the user that Postgres runs as. */
  readonly cluster: string;
  /** The password of the only role, readable by its owner only. */
  readonly password: string;
  /** A link whose target says which folder the home is, so that a copy can be told from it. */
  readonly folder: string;
  readonly log: string;
  readonly previousLog: string;
}

/** A cluster is made under this prefix and renamed when it is whole, so a half-made one is never used. */
export const UNFINISHED_PREFIX = 'cluster.new-';
/** Lock files are `lock.<generation>`. */
export const LOCK_PREFIX = 'lock.';
/** A private copy of the binaries, for an installation that cannot be run in place. */
export const BINARIES_PREFIX = 'binaries-';

/** The layout below a data folder; a relative folder counts from the working directory. */
export function layoutOf(dataDir: string): Layout {
  const home = join(resolve(dataDir), 'postgres');
  return {
    dataDir: resolve(dataDir),
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    folder: join(home, 'folder'),
    log: join(home, 'server.log'),
    previousLog: join(home, 'server.log.1'),
  };
}

const FILES_OF_OURS = new Set(['cluster', 'password', 'folder', 'server.log', 'server.log.1']);
const PREFIXES_OF_OURS = [UNFINISHED_PREFIX, LOCK_PREFIX, BINARIES_PREFIX];

/** Whether an entry of the home folder has a name that only this launcher gives. */
function isOurs(name: string): boolean {
  return FILES_OF_OURS.has(name) || PREFIXES_OF_OURS.some((prefix) => name.startsWith(prefix));
}

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
export async function versionOf(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
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
