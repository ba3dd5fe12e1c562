import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemCode } from './failure.js';

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
