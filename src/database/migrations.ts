import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate as applyFiles, loadMigrationFiles } from 'postgres-migrations';
import { connectWithin } from './migration_client.js';
import { MigrationError } from './migration_error.js';

export interface MigrateOptions {
  /** Folder of the files `NNNN_name.sql`, numbered without a gap from 1. */
  readonly directory: string | URL;
  /**
   * Gets one sentence for each file applied and each thing waited for; nothing when there is nothing to do.
   */
  readonly log: (message: string) => void;
  /** How long to wait for a server that does not answer yet. */
  readonly connectTimeoutMs: number;
}

/** What the library reads from a file and what it keeps of it in the table `migrations`. */
type MigrationFile = Awaited<ReturnType<typeof loadMigrationFiles>>[number];
type Applied = Pick<MigrationFile, 'id' | 'name' | 'hash'>;

/**
 * Building an index over a large table takes minutes; a start that hangs for longer should end and say so.
 */
const MIGRATION_LIMIT_MS = 15 * 60_000;
const [UNDEFINED_TABLE, UNDEFINED_COLUMN] = ['42P01', '42703'];

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
  const files = await loadFiles(directory);
  const client = await connectWithin(url, options.connectTimeoutMs, options.log);
  let expired = false;
  const watchdog = setTimeout(() => {
    expired = true;
    void client.end().catch(() => undefined);
  }, MIGRATION_LIMIT_MS);
  try {
    await bringUpToDate(client, files, directory, options.log);
  } catch (error) {
    throw expired ? tookTooLong(error) : asMigrationError(error);
  } finally {
    clearTimeout(watchdog);
    await client.end().catch(() => undefined);
  }
}

async function loadFiles(directory: string): Promise<MigrationFile[]> {
  try {
    return await loadMigrationFiles(directory);
  } catch (error) {
    throw MigrationError.of(`The migrations in ${directory} cannot be used`, error);
  }
}

async function bringUpToDate(
  client: pg.Client,
  files: readonly MigrationFile[],
  directory: string,
  log: (message: string) => void,
): Promise<void> {
  const applied = await readApplied(client);
  refuseOtherHistory(files, applied);
  // The library polls for its lock once a second: a start that has nothing to apply does not take it.
  if (applied.length === files.length) return;
  if (applied.length === 0) await makeHistoryTable(client, files);
  const done = await applyFiles({ client }, directory).catch(async (error: unknown) => {
    // An instance of another release may have been first: its history then says more than the library does.
    refuseOtherHistory(files, await readApplied(client));
    throw error;
  });
  for (const { id, fileName } of done) if (id > 0) log(`Applied the migration ${fileName}.`);
  refuseOtherHistory(files, await readApplied(client));
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  try {
    const { rows } = await client.query<Applied>('SELECT id, name, hash FROM migrations ORDER BY id');
    return rows;
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? error.code : undefined;
    if (state === UNDEFINED_TABLE) return [];
    if (state === UNDEFINED_COLUMN) throw otherProgram();
    throw error;
  }
}

/**
 * Makes the table of applied migrations as the library does. The library looks for a table of this name in
 * every schema and would take that of another program (hosted Postgres has some) for its own.
 */
async function makeHistoryTable(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  // The first file is the library's own: CREATE TABLE IF NOT EXISTS. Of two at once one fails and finds it
  // made.
  const [{ sql } = { sql: '' }] = files;
  await client.query(sql).catch(() => readApplied(client));
}

/** The applied migrations must be the first of the files, unchanged. */
function refuseOtherHistory(files: readonly MigrationFile[], applied: readonly Applied[]): void {
  const known = files.length - 1;
  const newest = applied.at(-1);
  const changed = files.find(({ id, hash }) => (applied[id]?.hash ?? hash) !== hash);
  if (changed && (changed.id === 0 || applied[changed.id]?.name !== changed.name)) throw otherProgram();
  if (changed) {
    throw new MigrationError(
      `The file ${changed.fileName} is not the one that was applied to this database. Put the ` +
        'applied one back, and write further changes as a new file.',
    );
  }
  if (newest === undefined || newest.id <= known) return;
  throw new MigrationError(
    `The schema of this database is newer than this release: it is at migration ${newest.id} ` +
      `(${newest.name}), and this release knows ${known}. Start a release that knows it.`,
  );
}

function otherProgram(): MigrationError {
  return new MigrationError(
    'The table "migrations" of this database was written by another program. ' +
      'Give this service a database of its own.',
  );
}

function asMigrationError(error: unknown): MigrationError {
  return error instanceof MigrationError
    ? error
    : MigrationError.of('The database could not be migrated', error);
}

/** The library waits for its lock for ever; the connection was ended under it. */
function tookTooLong(cause: unknown): MigrationError {
  return new MigrationError(
    `The database was not migrated within ${MIGRATION_LIMIT_MS / 60_000} minutes: another ` +
      'instance may still be at it, or a transaction pooler keeps its lock. Wait for it, or ' +
      'connect to the server itself for the first start.',
    { cause },
  );
}
