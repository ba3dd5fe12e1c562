import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Layout } from './data_folder.js';
import { EmbeddedPostgresError, systemCode } from './failure.js';

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

const run = promisify(execFile);
/** Fixed locale and zone, so that `ps` prints a start time that compares byte for byte. */
const PS_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const onLinux = process.platform === 'linux';

/** Sends a signal; false where the process is gone or is somebody else's. Signal 0 only asks. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Whether a process id is in use, also by a process that this one may not signal. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** The identity of a process that has ended but still has its entry: equal to no other identity. */
const ENDED = 'ended';

/**
 * A text that no other process of this machine has or will have: its id alone can be given out again, its
 * start time cannot. Undefined where the process is gone or hides.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    return onLinux ? await linuxIdentity(pid) : await psIdentity(pid);
  } catch {
    return undefined;
  }
}

async function linuxIdentity(pid: number): Promise<string> {
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The command may hold spaces and parentheses: the numbered fields start behind the last ")", with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? ENDED : `${boot}/${startTicks}`;
}

async function psIdentity(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: PS_ENVIRONMENT });
  const [state = 'Z', ...start] = stdout.trim().split(/\s+/);
  return state.startsWith('Z') ? ENDED : start.join('-');
}

/**
 * Whether the process that once had this identity still runs; a process that hides its identity counts
 * as it.
 */
export async function stillRuns(pid: number, identity: string): Promise<boolean> {
  if (!exists(pid)) return false;
  const present = (await processIdentity(pid)) ?? identity;
  return present === identity && exists(pid);
}

/**
 * The Postgres processes (servers, their workers, initdb) that work in a folder or below it. They stay
 * in their data directory all their life, so this finds an orphan without trusting any file.
 */
export async function postgresProcessesIn(folder: string): Promise<number[]> {
  return onLinux ? linuxProcessesIn(folder) : psProcessesIn(folder);
}

async function linuxProcessesIn(folder: string): Promise<number[]> {
  const entries = await readdir('/proc');
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const hits = await Promise.all(pids.map((pid) => worksIn(pid, folder)));
  return pids.filter((_, index) => hits[index]);
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  try {
    const cwd = await readlink(`/proc/${pid}/cwd`);
    if (cwd !== folder && !cwd.startsWith(`${folder}/`)) return false;
    return /^(postgres|initdb)$/.test((await readFile(`/proc/${pid}/comm`, 'utf8')).trim());
  } catch {
    return false;
  }
}

async function psProcessesIn(folder: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,command='], { env: PS_ENVIRONMENT });
  const lines = stdout
    .split('\n')
    .filter((line) => /(postgres|initdb) -D /.test(line) && line.includes(folder));
  return lines.map((line) => Number.parseInt(line, 10));
}
