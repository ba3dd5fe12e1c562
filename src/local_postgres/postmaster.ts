import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layout } from './layout.js';

/** What a running server writes about itself in its data directory. */
export interface Postmaster {
  readonly pid: number;
  /** Whether it takes connections: false while it starts or recovers. */
  readonly ready: boolean;
  /** Whether it was told to shut down: it takes no new sessions, and may wait for the present ones. */
  readonly stopping: boolean;
}

/** Numbers of the lines in postmaster.pid, as PostgreSQL's pidfile.h lays them down, counted from 0. */
const PID_LINE = 0;
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
  return pid > 0 ? { pid, ready: status === 'ready', stopping: status === 'stopping' } : undefined;
}
