import { join, resolve } from 'node:path';

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
export function isOurs(name: string): boolean {
  return FILES_OF_OURS.has(name) || PREFIXES_OF_OURS.some((prefix) => name.startsWith(prefix));
}
