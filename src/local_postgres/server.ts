import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Layout } from './data_folder.js';
import { EmbeddedPostgresError } from './failure.js';
import { FAST_SHUTDOWN_LIMIT_MS, IMMEDIATE_SHUTDOWN_LIMIT_MS, readPostmaster } from './processes.js';
import { openServerLog, type ServerLog, startFailure } from './server_log.js';
import { type ChildContext, nameOfWorkingDirectory } from './user.js';

/** A server process that takes connections on 127.0.0.1. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends all sessions, writes everything out and waits for the end. */
  stop(): Promise<void>;
}

/**
 * Replaying the log after a crash takes longest: 1 GB of it (max_wal_size) is far below this on a slow
 * disk.
 */
const START_LIMIT_MS = 180_000;
/** A fraction of the half second that a start takes. */
const LOOK_INTERVAL_MS = 15;
/**
 * Another program can take a free port between the look and the start; five times in a row is no
 * accident.
 */
const MAX_PORT_ATTEMPTS = 5;
const LOOPBACK = '127.0.0.1';

/**
 * Everything that guards committed data (fsync, full_page_writes, synchronous_commit) stays on by
 * default.
 */
const SETTINGS = {
  listen_addresses: LOOPBACK,
  // No file outside the data folder, and no limit on the length of its path.
  unix_socket_directories: '',
  // One service and an operator's client: a few connections each.
  max_connections: '50',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'error',
  cluster_name: 'tasklatch',
  // Whoever supervises it starts it again, with pauses and a word in the service's log: on a full disk
  // Postgres itself would crash and recover without a pause, and has been seen to hang while it does.
  restart_after_crash: 'off',
};

/**
 * Starts the server of a whole cluster and waits until it takes connections. A port is found when none
 * is given.
 */
export async function startServer(
  postgres: string,
  layout: Layout,
  context: ChildContext,
  port: number | undefined,
): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const log = await openServerLog(layout);
    try {
      return await tryStart(postgres, layout, context, port ?? (await freePort()), log.fd);
    } catch (error) {
      const said = await log.saidSinceOpened();
      if (attempt < MAX_PORT_ATTEMPTS && /could not bind/.test(said)) continue;
      throw await startFailure(error, said, layout);
    } finally {
      await log.close();
    }
  }
}

async function tryStart(
  postgres: string,
  layout: Layout,
  context: ChildContext,
  port: number,
  logFd: ServerLog['fd'],
): Promise<Server> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const folder = nameOfWorkingDirectory(layout.cluster, context);
  const child = spawn(postgres, ['-D', folder, '-p', String(port), ...settings], {
    ...context.runAs,
    cwd: layout.cluster,
    env: context.env,
    stdio: ['ignore', logFd, logFd],
    // A session of its own: Ctrl-C in a terminal reaches the service only, which still needs its
    // database to end well.
    detached: true,
  });
  // Rejects with the reason when the program cannot be run.
  await once(child, 'spawn');
  const server = serverOf(child, port);
  await untilReady(server, layout);
  // A service that has nothing else to do may end; it is expected to stop the server before.
  child.unref();
  return server;
}

function serverOf(child: ChildProcess, port: number): Server {
  if (child.pid === undefined) throw new Error('it has no process id');
  // A signal that the system refuses to deliver shows in that the server does not end.
  child.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopChild(child, exited);
    return stopped;
  };
  return { pid: child.pid, port, exited, stop };
}

async function untilReady(server: Server, layout: Layout): Promise<void> {
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });
  const deadline = AbortSignal.timeout(START_LIMIT_MS);
  while (!ended && !deadline.aborted) {
    const found = await readPostmaster(layout);
    if (found?.pid === server.pid && found.ready) return;
    await sleep(LOOK_INTERVAL_MS);
  }
  if (ended) throw new Error('it ended at once');
  await server.stop();
  throw new Error(`it did not take connections within ${START_LIMIT_MS / 1000} s`);
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.ref();
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_LIMIT_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_LIMIT_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_LIMIT_MS],
  ] as const;
  for (const [signal, limitMs] of steps) {
    child.kill(signal);
    // A process that somebody paused acts on a signal only when it goes on.
    child.kill('SIGCONT');
    if (await endsWithin(exited, limitMs)) return;
  }
  throw new EmbeddedPostgresError(`Postgres does not end (process ${child.pid}): end it by hand.`);
}

async function endsWithin(exited: Promise<void>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
  const ended = await Promise.race([exited.then(() => true), late]);
  timer.abort();
  return ended;
}

/** A port that was free a moment ago, as the operating system chose it. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, LOOPBACK);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no TCP port to be had');
  return address.port;
}
