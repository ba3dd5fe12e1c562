import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import type { Layout } from './layout.js';

/** The file that the server writes to. */
export interface ServerLog {
  readonly fd: number;
  /** The last lines that were written since it was opened. */
  saidSinceOpened(): Promise<string>;
  close(): Promise<void>;
}

/** Weeks of a quiet server; one older file of this size is kept. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
/** Enough for the reason of a failed start, little enough for one line of the service's log. */
const MAX_SAID_CHARACTERS = 600;
/** The time and the process id before each message of Postgres: the service's own log has a time. */
const LINE_PREFIX = /^\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /gm;
const OWNER_ONLY_FILE = 0o600;

/** Opens the server's log for appending; a full one is moved aside first. */
export async function openServerLog(layout: Layout): Promise<ServerLog> {
  const size = await stat(layout.log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(layout.log, layout.previousLog);
  const file = await open(layout.log, 'a', OWNER_ONLY_FILE);
  const start = (await file.stat()).size;
  await giveToOwnerOfHome(layout);
  return {
    fd: file.fd,
    saidSinceOpened: async () => lastLines((await readFile(layout.log)).subarray(start).toString()),
    close: () => file.close(),
  };
}

/** Whole lines from the end, as many as fit; of a last line that is too long itself, its beginning. */
export function lastLines(log: string): string {
  const text = log.trimEnd().replace(LINE_PREFIX, '');
  const surplus = text.length - MAX_SAID_CHARACTERS;
  if (surplus <= 0) return text;
  const start = text.indexOf('\n', surplus - 1) + 1;
  if (start > 0) return text.slice(start);
  return text.slice(text.lastIndexOf('\n') + 1).slice(0, MAX_SAID_CHARACTERS);
}

/** A service of root's leaves no file that the owner of the folder could not write to in a later start. */
async function giveToOwnerOfHome(layout: Layout): Promise<void> {
  const { uid, gid } = await stat(layout.home);
  if (process.getuid?.() !== uid) await chown(layout.log, uid, gid);
}
