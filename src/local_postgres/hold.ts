import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureCluster, readPassword, urlOf } from './cluster.js';
import { type Layout, layoutOf, refuseForeignData } from './data_folder.js';
import { EmbeddedPostgresError, reasonOf, systemCode } from './failure.js';
import { acquireLock, type ServiceLock } from './lock.js';
import { type Binaries, findInstallation, type Installation, runnableBinaries } from './programs.js';
import { stopLeftovers } from './running.js';
import { type Server, startServer } from './server.js';
import { type ChildContext, childContext, chooseUser, giveTo, type RunAs } from './user.js';

export interface EmbeddedPostgresOptions extends HeldClusterOptions {
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
  const cluster = await holdCluster(options);
  return handleOf(await startOrRelease(cluster, options.port), cluster);
}

/** Starts the first server of a cluster; one that does not start leaves nothing held. */
export async function startOrRelease(cluster: HeldCluster, port?: number): Promise<Server> {
  try {
    return await cluster.start(port);
  } catch (error) {
    await cluster.release();
    throw error;
  }
}

function handleOf(server: Server, cluster: HeldCluster): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    await cluster.release();
  };
  return {
    url: cluster.urlOf(server),
    pid: server.pid,
    dataDir: cluster.layout.dataDir,
    created: cluster.created,
    exited: server.exited,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

export interface HeldClusterOptions {
  /** Folder for the data, made when it is not there; everything lies in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Gets one sentence at a time. */
  readonly log: (message: string) => void;
  /** Where PATH and LD_LIBRARY_PATH of the server come from; nothing else is passed on. */
  readonly environment: NodeJS.ProcessEnv;
}

/** A whole cluster that no other process may run a server on until it is released. */
export interface HeldCluster {
  readonly layout: Layout;
  /** Whether it was set up when it was taken. */
  readonly created: boolean;
  /**
   * Starts a server, after the end of the one before; a free port is found when none is given. Rejects with
   * EmbeddedPostgresError; the cluster stays held.
   */
  start(port?: number): Promise<Server>;
  /** Connects to a server of it as the owner of everything; holds the password. */
  urlOf(server: Server): string;
  /** Gives the folder free; its server has ended before. To be called once. */
  release(): Promise<void>;
}

/** What a server is started with. */
interface Equipment {
  readonly installation: Installation;
  readonly layout: Layout;
  readonly context: ChildContext;
  readonly binaries: Binaries;
  readonly log: (message: string) => void;
}

/**
 * Takes the cluster in a data folder, which is set up where there is none, and ends what a killed service
 * left running on it. Rejects with EmbeddedPostgresError, and holds nothing then.
 */
export async function holdCluster(options: HeldClusterOptions): Promise<HeldCluster> {
  return explained(options.dataDir, async () => {
    const asked = layoutOf(options.dataDir);
    const installation = await findInstallation();
    const runAs = await chooseUser(asked);
    await refuseForeignData(asked, installation.major);
    const layout = await makeHome(asked, runAs);
    const lock = await acquireLock(layout);
    try {
      const { log, environment } = options;
      await stopLeftovers(layout, log);
      const context = childContext(runAs, environment);
      const binaries = await runnableBinaries(installation, layout, context, log);
      const created = await ensureCluster(layout, binaries, context);
      const password = await readPassword(layout);
      return held({ installation, layout, context, binaries, log }, lock, created, password);
    } catch (error) {
      await lock.release();
      throw error;
    }
  });
}

function held(equipment: Equipment, lock: ServiceLock, created: boolean, password: string): HeldCluster {
  const { installation, layout, context, binaries, log } = equipment;
  let age = created ? 'new' : 'existing';
  const start = async (port: number | undefined) => {
    await lock.refuseIfLost();
    await stopLeftovers(layout, log);
    const server = await startServer(binaries.postgres, layout, context, port);
    log(
      `PostgreSQL ${installation.major} runs on 127.0.0.1:${server.port} with its ${age} data in ` +
        `${layout.cluster}. It is for one service on one machine; set DATABASE_URL to use another server.`,
    );
    age = 'existing';
    return server;
  };
  return {
    layout,
    created,
    start: (port) => explained(layout.dataDir, () => start(port)),
    urlOf: ({ port }) => urlOf(port, password),
    release: () => lock.release(),
  };
}

/** Turns every failure into one that says what to do. */
async function explained<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The embedded Postgres cannot use the data folder ${layoutOf(dataDir).dataDir}: ` +
        `${reasonOf(error)}. Choose another one (DATA_DIR=/path), or set DATABASE_URL.`,
      { cause: error },
    );
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
