import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPassword, urlOf } from './cluster.js';
import { type Layout, layoutOf } from './data_folder.js';
import { EmbeddedPostgresError } from './failure.js';
import { postgresProcessesIn, sendSignal } from './processes.js';

/** What a running server writes about itself in its data directory. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it takes connections: false while it starts or recovers. */
  readonly ready: boolean;
  /** Whether it was told to shut down: it takes no new sessions, and may wait for the present ones. */
  readonly stopping: boolean;
}

/** Numbers of the lines in postmaster.pid, as PostgreSQL's pidfile.h lays them down, counted from 0. */
const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

/** Where the server of a cluster writes about itself. */
export function postmasterFile(layout: Layout): string {
  return join(layout.cluster, 'postmaster.pid');
}

/** Reads it; undefined where no server runs, or none has written it yet. The file may also be stale. */
export async function readPostmaster(layout: Layout): Promise<Postmaster | undefined> {
  const text = await readFile(postmasterFile(layout), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[PID_LINE]);
  const status = lines[STATUS_LINE]?.trim();
  const port = Number(lines[PORT_LINE]);
  return pid > 0 ? { pid, port, ready: status === 'ready', stopping: status === 'stopping' } : undefined;
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

/** A fast shutdown writes one checkpoint: at most the shared buffers, seconds even on a slow disk. */
export const FAST_SHUTDOWN_LIMIT_MS = 30_000;
/** An immediate shutdown writes nothing; Postgres itself kills what is left of it after 5 s. */
export const IMMEDIATE_SHUTDOWN_LIMIT_MS = 8_000;
/** Short beside a shutdown, long beside one look at the process table. */
const LOOK_INTERVAL_MS = 30;

/**
 * Stops the Postgres that a killed service left behind on these data, softly first. It is not adopted, so
 * that no statement of the dead service can land once the new one has begun. The caller holds the lock, so
 * whatever works in the folder belongs to nobody.
 */
export async function stopLeftovers(layout: Layout, log: (message: string) => void): Promise<void> {
  const found = await postgresProcessesIn(layout.home);
  if (found.length > 0) {
    log(
      `Stopping the Postgres that an earlier run left behind (${found.length} processes in ${layout.home})`,
    );
    await stopAll(found, layout);
  }
  // Nothing works on these data any more. The process id in this file may be another program's by now, and
  // Postgres would take that one for a running server. Elsewhere than on Linux it is left to Postgres to
  // judge.
  if (process.platform === 'linux') await rm(postmasterFile(layout), { force: true });
}

async function stopAll(found: readonly number[], layout: Layout): Promise<void> {
  const server = (await readPostmaster(layout))?.pid;
  // Only the server itself takes SIGINT as "stop"; what is left of a dead one, or initdb, is ended at once.
  if (server !== undefined && found.includes(server)) {
    if (await stopBy('SIGINT', [server], layout, FAST_SHUTDOWN_LIMIT_MS)) return;
  }
  if (await stopBy('SIGQUIT', found, layout, IMMEDIATE_SHUTDOWN_LIMIT_MS)) return;
  const rest = await postgresProcessesIn(layout.home);
  if (await stopBy('SIGKILL', rest, layout, IMMEDIATE_SHUTDOWN_LIMIT_MS)) return;
  throw new EmbeddedPostgresError(
    `An earlier Postgres still runs on the data in ${layout.home} and cannot be stopped ` +
      `(processes ${rest.join(', ')}). End them by hand and start again.`,
  );
}

async function stopBy(
  signal: NodeJS.Signals,
  pids: readonly number[],
  layout: Layout,
  limitMs: number,
): Promise<boolean> {
  for (const pid of pids) sendSignal(pid, signal);
  const deadline = AbortSignal.timeout(limitMs);
  while (!deadline.aborted) {
    const left = await postgresProcessesIn(layout.home);
    if (left.length === 0) return true;
    // A process that somebody paused acts on a signal only when it goes on.
    for (const pid of left) sendSignal(pid, 'SIGCONT');
    await sleep(LOOK_INTERVAL_MS);
  }
  return false;
}
