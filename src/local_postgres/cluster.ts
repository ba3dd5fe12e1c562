import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Layout, layoutOf, refuseForeignData, UNFINISHED_PREFIX, versionOf } from './data_folder.js';
import {
  DISK_FULL,
  DiskFullError,
  EmbeddedPostgresError,
  oneLine,
  reasonOf,
  saysDiskFull,
} from './failure.js';
import { acquireLock, type ServiceLock } from './lock.js';
import { stopLeftovers } from './processes.js';
import { type Binaries, findInstallation, type Installation, runnableBinaries } from './programs.js';
import { type Server, startServer } from './server.js';
import {
  type ChildContext,
  childContext,
  chooseUser,
  giveAllTo,
  giveTo,
  keepOthersOut,
  makeHome,
  nameOfWorkingDirectory,
} from './user.js';

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
    const reason = reasonOf(error);
    const what = `The embedded Postgres cannot use the data folder ${layoutOf(dataDir).dataDir}`;
    if (saysDiskFull(reason)) throw new DiskFullError(`${what}: ${DISK_FULL} (${reason}).`, { cause: error });
    throw new EmbeddedPostgresError(
      `${what}: ${reason}. Choose another one (DATA_DIR=/path), or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** The only role of the cluster, and its owner. */
const ROLE = 'tasklatch';
/** 192 bits: nobody guesses it, and it needs no escaping in a URL. */
const PASSWORD_BYTES = 24;
const OWNER_ONLY_FILE = 0o600;
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
 * Makes the cluster where there is none, and tells whether it did. A cluster is made beside its place and
 * moved there when it is whole and on disk: an interrupted start leaves nothing that a later one could take
 * for data. The caller holds the lock and has stopped all programs that work in the folder.
 */
async function ensureCluster(layout: Layout, binaries: Binaries, context: ChildContext): Promise<boolean> {
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

/** Connects to a server of the cluster as the owner of everything. */
export function urlOf(port: number, password: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
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
    const words = oneLine(Buffer.concat(said).toString());
    if (saysDiskFull(words)) {
      throw new DiskFullError(
        `Postgres could not set up its data in ${layout.home}: ${DISK_FULL}. It said: ${words}.`,
      );
    }
    throw new EmbeddedPostgresError(
      `Postgres could not set up its data in ${layout.home} (initdb ended with ${code ?? signal}): ` +
        `${words}. Choose another data folder (DATA_DIR=/path), ` +
        'or set DATABASE_URL.',
    );
  } finally {
    await password.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
