import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runnableBinaries } from './binaries.js';
import { childContext } from './child.js';
import { ensureCluster, ROLE, readPassword, refuseForeignData } from './cluster.js';
import { EmbeddedPostgresError, reasonOf, systemCode } from './failure.js';
import { findInstallation } from './installation.js';
import { type Layout, layoutOf } from './layout.js';
import { stopLeftovers } from './leftovers.js';
import { acquireLock, type ServiceLock } from './lock.js';
import { type Server, startServer } from './server.js';
import { chooseUser, giveTo, type RunAs } from './user.js';

export interface EmbeddedPostgresOptions {
  /** Folder for the data, made when it is not there; everything lies in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Gets one sentence at a time. */
  readonly log: (message: string) => void;
  /** Where PATH and LD_LIBRARY_PATH of the server come from; nothing else is passed on. */
  readonly environment: NodeJS.ProcessEnv;
  /** Port to take; a free one is found when it is left out. */
  readonly port?: number;
}

/** A running Postgres that belongs to this process alone. */
export interface EmbeddedPostgres {
  /** Connects as the owner of everything; holds the password. */
  readonly url: string;
  readonly pid: number;
  /** The data folder that was asked for, as an absolute path. */
  readonly dataDir: string;
  /** Whether this start set up the data. */
  readonly created: boolean;
  /** Resolves when the server has ended, by `stop` or by itself. */
  readonly exited: Promise<void>;
  /** Stops the server, keeps the data and gives the folder free. Safe to call again. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm installed on the data in a folder, as a child of this process.
 *
 * Survives what a machine does to it: a service killed with its server left running, a server killed, an
 * interrupted set-up. Rejects with EmbeddedPostgresError, whose message says what to do, when another
 * service uses the folder, when the folder is not this service's, or when Postgres cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The embedded Postgres cannot use the data folder ${layoutOf(options.dataDir).dataDir}: ` +
        `${reasonOf(error)}. Choose another one (DATA_DIR=/path), or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const asked = layoutOf(options.dataDir);
  const installation = await findInstallation();
  const runAs = await chooseUser(asked);
  await refuseForeignData(asked, installation.major);
  const layout = await makeHome(asked, runAs);
  const lock = await acquireLock(layout.home);
  try {
    await stopLeftovers(layout, options.log);
    const context = childContext(runAs, options.environment);
    const binaries = await runnableBinaries(installation, layout, context, options.log);
    const created = await ensureCluster(layout, binaries, context);
    const password = await readPassword(layout);
    const server = await startServer(binaries.postgres, layout, context, options.port);
    const age = created ? 'new' : 'existing';
    options.log(
      `PostgreSQL ${installation.major} runs on 127.0.0.1:${server.port} with its ${age} data in ` +
        `${layout.cluster}. It is for one service on one machine; set DATABASE_URL to use another server.`,
    );
    return handleOf(server, lock, layout, created, password);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Only the service itself may look into its folder; where Postgres has to walk through it by path, it
 * may pass.
 */
const HOME_MODE = process.platform === 'linux' ? 0o700 : 0o711;

async function makeHome(asked: Layout, runAs: RunAs | undefined): Promise<Layout> {
  const made = await makeFolder(asked.home);
  // Links are resolved, because the system shows the working directory of a process without them.
  const layout = layoutOf(await realpath(asked.dataDir));
  if (!made) return layout;
  await chmod(layout.home, HOME_MODE);
  const { uid } = await stat(layout.dataDir);
  // The owner of the data folder may start the service without root the next time.
  if (uid === runAs?.uid) await giveTo(runAs, layout.home);
  return layout;
}

/**
 * Makes a folder and those above it, and tells whether it did. Node's recursive mkdir never ends below
 * /proc.
 */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (systemCode(error) !== 'ENOENT' || !(await makeFolder(dirname(path)))) throw error;
    return makeFolder(path);
  }
}

function handleOf(
  server: Server,
  lock: ServiceLock,
  layout: Layout,
  created: boolean,
  password: string,
): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    await lock.release();
  };
  return {
    url: `postgres://${ROLE}:${password}@127.0.0.1:${server.port}/postgres?sslmode=disable`,
    pid: server.pid,
    dataDir: layout.dataDir,
    created,
    exited: server.exited,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
