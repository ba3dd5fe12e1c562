import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldCluster, type HeldClusterOptions, holdCluster, readPassword, urlOf } from './cluster.js';
import { type Layout, layoutOf } from './data_folder.js';
import { DiskFullError, reasonOf } from './failure.js';
import { postgresProcessesIn, readPostmaster, sendSignal } from './processes.js';
import type { Server } from './server.js';

interface EmbeddedPostgresOptions extends HeldClusterOptions {
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

/** Starts the first server of a cluster; one that does not start leaves nothing held. */
async function startOrRelease(cluster: HeldCluster, port?: number): Promise<Server> {
  try {
    return await cluster.start(port);
  } catch (error) {
    await cluster.release();
    throw error;
  }
}

interface SupervisedPostgresOptions extends EmbeddedPostgresOptions {
  /** Gets a sentence when the server ends by itself, and while it cannot be started again. */
  readonly warn: (message: string) => void;
}

/** An embedded Postgres that is started again, at the same address, when it ends by itself. */
export interface SupervisedPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** Whether there is no server because its last start failed on a full disk. */
  isOutOfRoom(): boolean;
  /** Stops the server and keeps the data. Safe to call again. */
  stop(): Promise<void>;
  /** Tells the server to end at once, without waiting for it: for a process that is about to end itself. */
  abandon(): void;
}

/** The folder stays held from the first start to `stop`, so that no restart has to take it again. */
export async function superviseEmbeddedPostgres(
  options: SupervisedPostgresOptions,
): Promise<SupervisedPostgres> {
  const cluster = await holdCluster(options);
  const first = await startOrRelease(cluster, options.port);
  const stopping = new AbortController();
  const supervision = supervise(cluster, first, options.warn, stopping.signal);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await supervision.server().stop();
    await supervision.ended; // a start that was under way has ended now
    await supervision.server().stop();
    await cluster.release();
  };

  return {
    url: cluster.urlOf(first),
    dataDir: cluster.layout.dataDir,
    isOutOfRoom: () => supervision.isOutOfRoom(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    abandon() {
      stopping.abort();
      endAtOnce(supervision.server());
    },
  };
}

interface Supervision {
  /** The latest server that was started. */
  server(): Server;
  /** Whether there is none, since the last start failed on a full disk. */
  isOutOfRoom(): boolean;
  /** Resolves when no server is started any more. */
  readonly ended: Promise<void>;
}

function supervise(
  cluster: HeldCluster,
  first: Server,
  warn: (message: string) => void,
  stopping: AbortSignal,
): Supervision {
  let server = first;
  let isOutOfRoom = false;
  const restart = async () => {
    try {
      const next = await cluster.start(first.port);
      isOutOfRoom = false;
      return next;
    } catch (error) {
      isOutOfRoom = error instanceof DiskFullError;
      throw error;
    }
  };
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
  const watch = async () => {
    // A start that ended after `stop` was called has made a server that nobody waits for here.
    while (!stopping.aborted) {
      finishShutdown(server, cluster.layout).catch((error) => warn(reasonOf(error)));
      await server.exited;
      if (stopping.aborted) return;
      warn('The embedded Postgres ended by itself; it is being started again.');
      const next = await persist(restart, { pause, stopping, warn });
      if (next === null) return;
      server = next;
    }
  };
  return { server: () => server, isOutOfRoom: () => isOutOfRoom, ended: watch() };
}

function endAtOnce({ pid }: Server): void {
  sendSignal(pid, 'SIGQUIT'); // Postgres: immediate shutdown; the log is replayed at the next start
  sendSignal(pid, 'SIGCONT'); // a paused process acts on a signal only when it goes on
}

/** Short for a caller that retries: most reasons are gone at once. */
const FIRST_PAUSE_MS = 1_000;
/** A cause that an operator has removed holds the service up for so long at most. */
const MAX_PAUSE_MS = 30_000;
/** Often enough that whoever follows the log sees what is wrong, without filling a disk that is full. */
const SAY_AGAIN_MS = 60_000;

interface Persistence {
  /** Resolves after so many milliseconds, or at once when `stopping` is aborted. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stopping: AbortSignal;
  /** Gets why an attempt failed: a new reason at once, the same one at most once a minute. */
  readonly warn: (message: string) => void;
}

/** Tries with growing pauses until it succeeds; null when it is not wanted any more. */
export async function persist<T>(attempt: () => Promise<T>, persistence: Persistence): Promise<T | null> {
  const { pause, stopping, warn } = persistence;
  let said: string | undefined;
  let silentMs = 0;
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const kind = withoutNumbers(reasonOf(error));
      if (kind !== said || silentMs >= SAY_AGAIN_MS) {
        warn(reasonOf(error));
        said = kind;
        silentMs = 0;
      }
    }
    await pause(pauseMs);
    silentMs += pauseMs;
  }
  return null;
}

/** Process ids, ports and times differ from one failure to the next, though the reason is the same. */
function withoutNumbers(reason: string): string {
  return reason.replace(/\d+/g, '0');
}

/** Writes are refused for so long at most before the end is hastened; one small file is read each time. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * Ends a server that somebody else told to shut down. A plain SIGTERM makes Postgres refuse new sessions and
 * wait for the present ones to end, which pooled connections never do. Resolves when the server has ended;
 * rejects with EmbeddedPostgresError where it does not end.
 */
async function finishShutdown(server: Server, layout: Layout): Promise<void> {
  const ended = new AbortController();
  void server.exited.then(() => ended.abort());
  while (!ended.signal.aborted) {
    const found = await readPostmaster(layout);
    if (found?.pid === server.pid && found.stopping) return server.stop();
    await sleep(LOOK_INTERVAL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {});
  }
}

/** The URL of the server that a running service keeps on a data folder; null when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const layout = layoutOf(dataDir);
  const postmaster = await readPostmaster(layout);
  if (!postmaster?.ready) return null;
  // A copy of a folder that is in use names the server of the original.
  const home = await realpath(layout.home);
  if (!(await postgresProcessesIn(home)).includes(postmaster.pid)) return null;
  return urlOf(postmaster.port, await readPassword(layout));
}
