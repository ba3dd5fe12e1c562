import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Why a database cannot be brought to the schema of this release: a sentence that says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';

  /** `what` and the reason that `cause` gives. */
  static of(what: string, cause: unknown): MigrationError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new MigrationError(`${what}: ${reason.replace(/\s+/g, ' ').trim()}`, { cause });
  }
}

/** A file `NNNN_name.sql`. */
export interface MigrationFile {
  readonly id: number;
  readonly name: string;
  readonly fileName: string;
  readonly sql: string;
  /** Of its name and its text: a file that was applied is never changed. */
  readonly hash: string;
  /** The same as postgres-migrations made it, which applied the files of releases before. */
  readonly formerHash: string;
}

/** Reads the files of a folder in their order. Rejects with MigrationError where one cannot be used. */
export async function loadMigrationFiles(directory: string): Promise<MigrationFile[]> {
  try {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'));
    const files = await Promise.all(names.map((name) => loadFile(directory, name)));
    files.sort((a, b) => a.id - b.id);
    const stray = files.find(({ id }, index) => id !== index + 1);
    if (stray) throw new Error(`non-consecutive migration ID on file: '${stray.fileName}'`);
    return files;
  } catch (error) {
    throw MigrationError.of(`The migrations in ${directory} cannot be used`, error);
  }
}

async function loadFile(directory: string, fileName: string): Promise<MigrationFile> {
  const [, id, name] = /^(\d+)_(.+)\.sql$/.exec(fileName) ?? [];
  if (id === undefined || name === undefined) throw new Error(`'${fileName}' is not named NNNN_name.sql`);
  const sql = await readFile(join(directory, fileName), 'utf8');
  const hashed = (algorithm: string) => createHash(algorithm).update(`${fileName}${sql}`).digest('hex');
  return { id: Number(id), name, fileName, sql, hash: hashed('sha256'), formerHash: hashed('sha1') };
}

/** What a database says of the migrations that were applied to it. */
export interface History {
  /** How many of the files were applied: the first ones, in their order. */
  readonly applied: number;
  /** Whether it stands in the table of this service; else that is made before the next file is applied. */
  readonly isOwn: boolean;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly hash: string;
}

const TABLE = 'tasklatch_migrations';
/** The table of postgres-migrations, by which releases before kept the history. */
const FORMER_TABLE = 'migrations';
/** The row of that package's own first file, which made the table. */
const FORMER_FIRST_ROW: Row = {
  id: 0,
  name: 'create-migrations-table',
  hash: 'e18db593bcde2aca2a408c4d1100f6abba2195df',
};

const CREATE = `CREATE TABLE ${TABLE} (
  id integer CONSTRAINT ${TABLE}_key PRIMARY KEY,
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;
const [UNDEFINED_TABLE, UNDEFINED_COLUMN] = ['42P01', '42703'];

/** The history of a database. Rejects with MigrationError where it is not that of the files. */
export async function readHistory(client: pg.Client, files: readonly MigrationFile[]): Promise<History> {
  const own = await rowsOf(client, TABLE);
  if (own) {
    requireGapless(TABLE, own);
    requireSame(files, own, ({ hash }) => hash);
    return { applied: own.length, isOwn: true };
  }
  const former = await readFormer(client);
  const stranger = former.find(({ name }, index) => (files[index]?.name ?? name) !== name);
  if (stranger) throw otherProgram(FORMER_TABLE);
  requireSame(files, former, ({ formerHash }) => formerHash);
  return { applied: former.length, isOwn: false };
}

/** Makes the table of this service, with the files that a release before applied. */
export async function makeHistory(client: pg.Client, applied: readonly MigrationFile[]): Promise<void> {
  await client.query(CREATE);
  for (const file of applied) await insert(client, TABLE, file, file.hash);
}

/** Notes a file that is being applied, in the same transaction. */
export async function noteApplied(
  client: pg.Client,
  file: MigrationFile,
  isFormerKept: boolean,
): Promise<void> {
  await insert(client, TABLE, file, file.hash);
  if (isFormerKept) await insert(client, FORMER_TABLE, file, file.formerHash);
}

/**
 * Whether the table of a release before is kept up as well, so that such a release still says that the schema
 * is newer than it knows. That of another program is none of our business.
 */
export async function keepsFormer(client: pg.Client, applied: number): Promise<boolean> {
  const former = await readFormer(client).catch(() => []);
  return applied > 0 && former.length === applied;
}

async function insert(client: pg.Client, table: string, { id, name }: MigrationFile, hash: string) {
  await client.query(`INSERT INTO ${table} (id, name, hash) VALUES ($1, $2, $3)`, [id, name, hash]);
}

/** The files that postgres-migrations applied; none where it never was there. */
async function readFormer(client: pg.Client): Promise<Row[]> {
  const [first, ...rows] = (await rowsOf(client, FORMER_TABLE)) ?? [];
  if (first === undefined) return [];
  const isFormer = first.id === FORMER_FIRST_ROW.id && first.hash === FORMER_FIRST_ROW.hash;
  if (!isFormer || first.name !== FORMER_FIRST_ROW.name) throw otherProgram(FORMER_TABLE);
  requireGapless(FORMER_TABLE, rows);
  return rows;
}

async function rowsOf(client: pg.Client, table: string): Promise<Row[] | null> {
  try {
    return (await client.query<Row>(`SELECT id, name, hash FROM ${table} ORDER BY id`)).rows;
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? error.code : undefined;
    if (state === UNDEFINED_TABLE) return null;
    if (state === UNDEFINED_COLUMN) throw otherProgram(table);
    throw error;
  }
}

function requireGapless(table: string, rows: readonly Row[]): void {
  if (rows.some(({ id }, index) => id !== index + 1)) throw otherProgram(table);
}

/** The applied migrations must be the first of the files, unchanged. */
function requireSame(
  files: readonly MigrationFile[],
  rows: readonly Row[],
  hashOf: (file: MigrationFile) => string,
): void {
  const changed = files.find((file, index) => (rows[index]?.hash ?? hashOf(file)) !== hashOf(file));
  if (changed) {
    throw new MigrationError(
      `The file ${changed.fileName} is not the one that was applied to this database. Put the ` +
        'applied one back, and write further changes as a new file.',
    );
  }
  const newest = rows.at(-1);
  if (newest === undefined || newest.id <= files.length) return;
  throw new MigrationError(
    `The schema of this database is newer than this release: it is at migration ${newest.id} ` +
      `(${newest.name}), and this release knows ${files.length}. Start a release that knows it.`,
  );
}

function otherProgram(table: string): MigrationError {
  return new MigrationError(
    `The table "${table}" of this database was written by another program. ` +
      'Give this service a database of its own.',
  );
}
