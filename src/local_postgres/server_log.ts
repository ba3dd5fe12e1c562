import { chown, open, readFile, rename, stat, statfs } from 'node:fs/promises';
import type { Layout } from './data_folder.js';
import {
  DISK_FULL,
  DiskFullError,
  EmbeddedPostgresError,
  oneLine,
  reasonOf,
  saysDiskFull,
} from './failure.js';

/** The file that the server writes to. */
export interface ServerLog {
  readonly fd: number;
  /** What was written since it was opened. */
  saidSinceOpened(): Promise<string>;
  close(): Promise<void>;
}

/** Weeks of a quiet server; one older file of this size is kept. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
/** Enough for the reason of a failed start, little enough for one line of the service's log. */
const MAX_SAID_CHARACTERS = 600;
/** The time and the process id before each message of Postgres: the service's own log has a time. */
const LINE_PREFIX = /^\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /gm;
/** Where a message begins; what belongs to the one before has a line of its own too. */
const NEXT_MESSAGE = new RegExp(
  `(?=${LINE_PREFIX.source}(?!(?:DETAIL|HINT|QUERY|CONTEXT|LOCATION|BACKTRACE|STATEMENT):))`,
  'm',
);
const NAMES_A_FAULT = /\b(?:ERROR|FATAL|PANIC):/;
const LEFT_OUT = '…';
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
    saidSinceOpened: async () => (await readFile(layout.log)).subarray(start).toString(),
    close: () => file.close(),
  };
}

/**
 * Whole messages from the end, as many as fit, each with its details and hints, which mean nothing without
 * it; of a last one that is too long itself, its beginning. A mark stands where something is left out.
 */
export function lastMessages(log: string): string {
  const messages = log
    .trimEnd()
    .split(NEXT_MESSAGE)
    .map((message) => message.replace(LINE_PREFIX, ''));
  let kept = messages.pop() ?? '';
  if (kept.length > MAX_SAID_CHARACTERS) kept = `${kept.slice(0, MAX_SAID_CHARACTERS)}${LEFT_OUT}`;
  for (let next = messages.pop(); next !== undefined; next = messages.pop()) {
    if (next.length + kept.length > MAX_SAID_CHARACTERS) return `${LEFT_OUT}\n${kept}`;
    kept = next + kept;
  }
  return kept;
}

/** A service of root's leaves no file that the owner of the folder could not write to in a later start. */
async function giveToOwnerOfHome(layout: Layout): Promise<void> {
  const { uid, gid } = await stat(layout.home);
  if (process.getuid?.() !== uid) await chown(layout.log, uid, gid);
}

/** Why a server did not start, by what it said. */
export async function startFailure(
  error: unknown,
  said: string,
  layout: Layout,
): Promise<EmbeddedPostgresError> {
  const what = `Postgres does not start on the data in ${layout.cluster}`;
  const log = `Its whole log: ${layout.log}.`;
  if (await isForWantOfRoom(said, layout)) {
    // Of what else it says then, that its data may be damaged is not so.
    const words = oneLine(lastMessages(said.split(NEXT_MESSAGE).filter(saysDiskFull).join('')));
    const quoted = words === '' ? 'nothing, since its log is on that disk too' : words;
    return new DiskFullError(`${what}: ${DISK_FULL}. It said: ${quoted}. ${log}`, { cause: error });
  }
  const words = oneLine(lastMessages(said)) || 'nothing';
  return new EmbeddedPostgresError(`${what} (${reasonOf(error)}). It said: ${words}. ${log}`, {
    cause: error,
  });
}

/** On a full disk the log may lack the line that says so. */
async function isForWantOfRoom(said: string, layout: Layout): Promise<boolean> {
  if (saysDiskFull(said)) return true;
  if (NAMES_A_FAULT.test(said)) return false;
  return statfs(layout.home).then(
    ({ bavail }) => bavail === 0,
    () => false,
  );
}
