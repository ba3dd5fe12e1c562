import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import type { Layout } from './layout.js';

/** The file that the server writes to. */
export interface ServerLog {
  readonly fd: number;
  /** The last that was written since it was opened. */
  saidSinceOpened(): Promise<string>;
  close(): Promise<void>;
}

/** Weeks of a quiet server; one older file of this size is kept. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
/** Enough for the reason of a failed start, little enough for one line of the service's log. */
const MAX_SAID_CHARACTERS = 2_000;
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
    saidSinceOpened: async () =>
      (await readFile(layout.log)).subarray(start).toString().slice(-MAX_SAID_CHARACTERS),
    close: () => file.close(),
  };
}

/** A service of root's leaves no file that the owner of the folder could not write to in a later start. */
async function giveToOwnerOfHome(layout: Layout): Promise<void> {
  const { uid, gid } = await stat(layout.home);
  if (process.getuid?.() !== uid) await chown(layout.log, uid, gid);
}
