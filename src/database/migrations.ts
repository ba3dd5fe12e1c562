import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isPassing, reasonOf } from './connect_failure.js';
import {
  keepsFormer,
  loadMigrationFiles,
  MigrationError,
  type MigrationFile,
  makeHistory,
  noteApplied,
  readHistory,
} from './migration_history.js';

export interface MigrateOptions {
  /** Folder of the files `NNNN_name.sql`, numbered without a gap from 1. */
  readonly directory: string | URL;
  /**
   * Gets one sentence for each file applied and each thing waited for; nothing when there is nothing to do.
   */
  readonly log: (message: string) => void;
  /** How long to wait for a server that does not answer yet. */
  readonly connectTimeoutMs: number;
  /** How long all of it may take; LIMIT_MS when not given. */
  readonly limitMs?: number;
}

/**
 * Building an index over a large table takes minutes; a start that hangs for longer should end and say so.
 */
const LIMIT_MS = 15 * 60_000;
/** Releases before took the same one, so that an instance of theirs and one of this do not go on at once. */
const LOCK = '-8525285245963000605';
/** Short beside the start of a service. The lock is asked for, because lock_timeout ends a wait for it. */
const LOCK_INTERVAL_MS = 250;
/** One attempt: a server that is there answers in milliseconds. */
const ATTEMPT_LIMIT_MS = 5_000;
/** Short beside the start of a server. */
const ATTEMPT_INTERVAL_MS = 250;

/**
 * Brings the schema of a database to the one that this release needs. Several instances may do so at the
 * same moment: one applies, the others wait for it and find nothing left to do.
 *
 * Rejects with MigrationError, whose message says what to do, when the server cannot be reached, when the
 * schema is newer than the files or was made from other files, and when a file fails. Each file is applied
 * in a transaction of its own, so a failed one leaves nothing behind.
 */
export async function migrate(url: string, options: MigrateOptions): Promise<void> {
  const directory = options.directory instanceof URL ? fileURLToPath(options.directory) : options.directory;
  const files = await loadMigrationFiles(directory);
  const client = await connectWithin(url, options.connectTimeoutMs, options.log);
  const { limitMs = LIMIT_MS } = options;
  let expired = false;
  const watchdog = setTimeout(() => {
    expired = true;
    void client.end().catch(() => undefined);
  }, limitMs);
  try {
    await bringUpToDate(client, files, options.log);
  } catch (error) {
    throw expired ? tookTooLong(limitMs, error) : asMigrationError(error);
  } finally {
    clearTimeout(watchdog);
    await client.end().catch(() => undefined);
  }
}

async function bringUpToDate(
  client: pg.Client,
  files: readonly MigrationFile[],
  log: (message: string) => void,
): Promise<void> {
  // A start that has nothing to apply does not wait for one that has.
  if ((await readHistory(client, files)).applied === files.length) return;
  await lock(client);
  try {
    // An instance that had the lock before may have been of another release.
    const { applied, isOwn } = await readHistory(client, files);
    if (applied === files.length) return;
    const isFormerKept = await keepsFormer(client, applied);
    if (!isOwn) await inTransaction(client, () => makeHistory(client, files.slice(0, applied)));
    for (const file of files.slice(applied)) {
      await apply(client, file, isFormerKept);
      log(`Applied the migration ${file.fileName}.`);
    }
  } finally {
    // It ends with the connection at the latest.
    await client.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined);
  }
}

async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK}) AS "isTaken"`);
    if (rows[0]?.isTaken) return;
    await sleep(LOCK_INTERVAL_MS);
  }
}

async function apply(client: pg.Client, file: MigrationFile, isFormerKept: boolean): Promise<void> {
  const work = async () => {
    await client.query(file.sql);
    await noteApplied(client, file, isFormerKept);
  };
  await inTransaction(client, work).catch((error: unknown) => {
    throw MigrationError.of(`The migration ${file.fileName} failed`, error);
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function asMigrationError(error: unknown): MigrationError {
  return error instanceof MigrationError
    ? error
    : MigrationError.of('The database could not be migrated', error);
}

/** A start waits for the lock for ever; the connection was ended under it. */
function tookTooLong(limitMs: number, cause: unknown): MigrationError {
  return new MigrationError(
    `The database was not migrated within ${limitMs / 60_000} minutes: another ` +
      'instance may still be at it, or a transaction pooler keeps its lock. Wait for it, or ' +
      'connect to the server itself for the first start.',
    { cause },
  );
}

/**
 * A connection of its own for the migrations. A server that cannot be reached or is not ready is tried again
 * until the limit; what cannot pass by itself (a wrong password, no TLS) is not.
 */
export async function connectWithin(
  url: string,
  limitMs: number,
  log: (message: string) => void,
): Promise<pg.Client> {
  const deadline = AbortSignal.timeout(limitMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect(url);
    } catch (error) {
      if (deadline.aborted || !isPassing(error)) {
        const reason = reasonOf(error);
        throw new MigrationError(`Cannot connect to the Postgres at ${addressOf(url)}: ${reason}`, {
          cause: error,
        });
      }
      if (attempt === 1) log(`Waiting for the Postgres at ${addressOf(url)}.`);
      await sleep(Math.min(ATTEMPT_INTERVAL_MS, limitMs));
    }
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tasklatch migrations',
    connectionTimeoutMillis: ATTEMPT_LIMIT_MS,
    keepAlive: true,
  });
  // A lost connection also rejects the statement under way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Host and port without the credentials. A socket on this machine is named by a parameter. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the address given';
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? host;
}
