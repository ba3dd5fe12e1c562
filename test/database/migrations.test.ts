import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPassing } from '../../src/database/connect_failure.js';
import { DatabaseFault } from '../../src/database/database.js';
import { MigrationError } from '../../src/database/migration_history.js';
import { connectWithin, migrate } from '../../src/database/migrations.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';

const FIRST = { '0001_first.sql': 'CREATE TABLE notes (id integer PRIMARY KEY);' };
const SECOND = { '0002_second.sql': "ALTER TABLE notes ADD COLUMN text text NOT NULL DEFAULT '';" };

let database: TestDatabase;
const folders: string[] = [];

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.drop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test('applies every file in order and says which', async () => {
  const said = await run({ ...FIRST, ...SECOND });

  expect(said).toEqual(['Applied the migration 0001_first.sql.', 'Applied the migration 0002_second.sql.']);
  expect(await columnsOfNotes()).toEqual(['id', 'text']);
});

test('applies only what is new, and says nothing when nothing is', async () => {
  await run(FIRST);

  expect(await run({ ...FIRST, ...SECOND })).toEqual(['Applied the migration 0002_second.sql.']);
  expect(await run({ ...FIRST, ...SECOND })).toEqual([]);
});

test('six instances that start at once apply each file once and all succeed', async () => {
  const said = await Promise.all(Array.from({ length: 6 }, () => run({ ...FIRST, ...SECOND })));

  expect(said.flat().sort()).toEqual([
    'Applied the migration 0001_first.sql.',
    'Applied the migration 0002_second.sql.',
  ]);
});

test('a start with nothing to apply does not wait for an instance that holds the lock', async () => {
  await run(FIRST);
  const holder = await connect();
  await holder.query('SELECT pg_advisory_lock(-8525285245963000605)');

  expect(await run(FIRST)).toEqual([]);

  await holder.end();
});

test('a schema newer than the files is refused and left as it is', async () => {
  await run({ ...FIRST, ...SECOND });

  await expect(run(FIRST)).rejects.toThrow(
    new MigrationError(
      'The schema of this database is newer than this release: it is at migration 2 (second), ' +
        'and this release knows 1. Start a release that knows it.',
    ),
  );
  expect(await columnsOfNotes()).toEqual(['id', 'text']);
});

test('a file that was changed after it was applied is refused by name', async () => {
  await run(FIRST);

  await expect(run({ '0001_first.sql': 'CREATE TABLE other (id integer);' })).rejects.toThrow(
    new MigrationError(
      'The file 0001_first.sql is not the one that was applied to this database. ' +
        'Put the applied one back, and write further changes as a new file.',
    ),
  );
});

test('a database whose migrations are those of another program is refused', async () => {
  const client = await connect();
  await client.query('CREATE TABLE migrations (version text); INSERT INTO migrations VALUES (1)');
  await client.end();

  await expect(run(FIRST)).rejects.toThrow('was written by another program');
});

test('a history that a release before kept goes on in the table of this one, and in the former one', async () => {
  await madeByReleaseBefore(FIRST);

  expect(await run(FIRST)).toEqual([]);
  expect(await tables()).toEqual(['migrations', 'notes']);
  expect(await run({ ...FIRST, ...SECOND })).toEqual(['Applied the migration 0002_second.sql.']);
  expect(await run({ ...FIRST, ...SECOND })).toEqual([]);
  expect(await names('SELECT name FROM tasklatch_migrations ORDER BY id')).toEqual(['first', 'second']);
  const kept = ['create-migrations-table', 'first', 'second'];
  expect(await names('SELECT name FROM migrations ORDER BY id')).toEqual(kept);
});

test('three instances that take a history over at once apply what is new once', async () => {
  await madeByReleaseBefore(FIRST);
  const said = await Promise.all(Array.from({ length: 3 }, () => run({ ...FIRST, ...SECOND })));

  expect(said.flat()).toEqual(['Applied the migration 0002_second.sql.']);
});

test('a former history of an edited file, of a newer release or with a hole is refused', async () => {
  await madeByReleaseBefore({ ...FIRST, ...SECOND });

  await expect(run(FIRST)).rejects.toThrow('it is at migration 2 (second), and this release knows 1.');
  const edited = { '0001_first.sql': 'CREATE TABLE other (id integer);' };
  await expect(run({ ...edited, ...SECOND })).rejects.toThrow('The file 0001_first.sql is not the one');
  const renamed = { '0001_other.sql': FIRST['0001_first.sql'] };
  await expect(run({ ...renamed, ...SECOND })).rejects.toThrow('was written by another program');
  await execute('DELETE FROM migrations WHERE id = 1');
  await expect(run({ ...FIRST, ...SECOND })).rejects.toThrow('was written by another program');
});

test('what an instance of a release before applies at the same moment is waited for', async () => {
  await madeByReleaseBefore(FIRST);
  const holder = await connect();
  await holder.query('SELECT pg_advisory_lock(-8525285245963000605)');
  const start = run({ ...FIRST, ...SECOND });
  await holder.query(SECOND['0002_second.sql']);
  await holder.query(FORMER_INSERT, formerRow(2, '0002_second.sql', SECOND['0002_second.sql']));
  await holder.end();

  expect(await start).toEqual([]);
});

test('once there is a history of its own, a table of another program is none of its business', async () => {
  await run(FIRST);
  await execute('CREATE TABLE migrations (version text)');

  expect(await run({ ...FIRST, ...SECOND })).toEqual(['Applied the migration 0002_second.sql.']);
});

test('lock_timeout of the role does not end the wait for an instance that is at work', async () => {
  const holder = await connect();
  await holder.query('SELECT pg_advisory_lock(-8525285245963000605)');
  const { pathname } = new URL(database.url);
  await execute(`ALTER DATABASE "${pathname.slice(1)}" SET lock_timeout = '10ms'`);
  const start = run(FIRST);
  await setTimeout(300);
  await holder.end();

  expect(await start).toEqual(['Applied the migration 0001_first.sql.']);
});

test('a start that waits longer for the lock than all may take ends and says so', async () => {
  const holder = await connect();
  await holder.query('SELECT pg_advisory_lock(-8525285245963000605)');
  const options = { directory: await folderOf(FIRST), log: () => {}, connectTimeoutMs: 5_000, limitMs: 600 };

  await expect(migrate(database.url, options)).rejects.toThrow(
    new MigrationError(
      'The database was not migrated within 0.01 minutes: another instance may still be at it, or a transaction ' +
        'pooler keeps its lock. Wait for it, or connect to the server itself for the first start.',
    ),
  );
  await holder.end();
  expect(await tables()).toEqual([]);
});

test('a file that is not named by its number is refused', async () => {
  await expect(run({ 'first.sql': '' })).rejects.toThrow("'first.sql' is not named NNNN_name.sql");
});

test('a table of the same name in another schema is none of our business', async () => {
  const client = await connect();
  await client.query('CREATE SCHEMA storage; CREATE TABLE storage.migrations (id integer, name text)');
  await client.end();

  expect(await run(FIRST)).toEqual(['Applied the migration 0001_first.sql.']);
});

test('a file that fails is undone whole, and the good one after it runs', async () => {
  const broken = { '0002_second.sql': 'CREATE TABLE half (id integer); SELECT 1 / 0;' };

  await expect(run({ ...FIRST, ...broken })).rejects.toThrow(/second.*division by zero/);
  expect(await run({ ...FIRST, ...SECOND })).toEqual(['Applied the migration 0002_second.sql.']);
  expect(await tables()).toEqual(['notes', 'tasklatch_migrations']);
});

test('a missing number among the files is refused before anything is applied', async () => {
  const gap = { '0003_third.sql': 'CREATE TABLE third (id integer);' };

  await expect(run({ ...FIRST, ...gap })).rejects.toThrow(
    /non-consecutive migration ID on file: '0003_third.sql'/,
  );
  expect(await tables()).toEqual([]);
});

test('a server that is not there is waited for and then named without its password', async () => {
  const said: string[] = [];
  const directory = await folderOf(FIRST);
  const start = migrate('postgres://me:secret@127.0.0.1:1/none', {
    directory,
    log: (message) => said.push(message),
    connectTimeoutMs: 300,
  });

  await expect(start).rejects.toThrow(
    new MigrationError('Cannot connect to the Postgres at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1'),
  );
  expect(said).toEqual(['Waiting for the Postgres at 127.0.0.1:1.']);
});

test('a server without TLS is not waited for when the URL asks for TLS', async () => {
  const said: string[] = [];
  const url = Object.assign(new URL(database.url), { search: '?sslmode=verify-full' }).href;

  await expect(connectWithin(url, 10_000, (message) => said.push(message))).rejects.toThrow(
    'it does not speak TLS, which sslmode of DATABASE_URL or PGSSLMODE asks for',
  );
  expect(said).toEqual([]);
});

test.each([
  [true, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })],
  [true, Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
  [true, Object.assign(new Error('no socket yet'), { code: 'ENOENT', syscall: 'connect' })],
  [true, new Error('timeout expired')],
  [true, new Error('Connection terminated unexpectedly')],
  [true, serverError('57P03')],
  [true, serverError('53300')],
  [true, new DatabaseFault('unavailable', serverError('57P03'), null, null)],
  [false, serverError('28P01')],
  [false, serverError('08P01')],
  [false, new DatabaseFault('unavailable', serverError('08P01'), null, null)],
  [false, Object.assign(new Error('no certificate'), { code: 'ENOENT', syscall: 'open' })],
  [false, Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
  [false, new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')],
])('may pass by itself: %s, for %s', (passes, error) => {
  expect(isPassing(error)).toBe(passes);
});

function serverError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
}

test('a test database has the schema of this checkout and nothing left to apply', async () => {
  const copy = await createTestDatabase();
  const said: string[] = [];
  const directory = new URL('../../sql/', import.meta.url);
  await migrate(copy.url, { directory, log: (message) => said.push(message), connectTimeoutMs: 5_000 });
  await copy.drop();

  expect(said).toEqual([]);
});

async function run(files: Record<string, string>): Promise<string[]> {
  const directory = await folderOf(files);
  const said: string[] = [];
  await migrate(database.url, { directory, log: (message) => said.push(message), connectTimeoutMs: 5_000 });
  return said;
}

async function folderOf(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tasklatch-sql-'));
  folders.push(directory);
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

const FORMER_INSERT = 'INSERT INTO migrations (id, name, hash) VALUES ($1, $2, $3)';

function formerRow(id: number, fileName: string, sql: string): unknown[] {
  const name = fileName.replace(/^\d+_(.*)\.sql$/, '$1');
  return [id, name, createHash('sha1').update(`${fileName}${sql}`).digest('hex')];
}

/** Leaves what postgres-migrations 5.3.0 left, by which releases before applied their files. */
async function madeByReleaseBefore(files: Record<string, string>): Promise<void> {
  const client = await connect();
  await client.query(`CREATE TABLE migrations (id integer PRIMARY KEY, name varchar(100) UNIQUE NOT NULL,
    hash varchar(40) NOT NULL, executed_at timestamp DEFAULT current_timestamp)`);
  const first = [0, 'create-migrations-table', 'e18db593bcde2aca2a408c4d1100f6abba2195df'];
  await client.query(FORMER_INSERT, first);
  for (const [index, [fileName, sql]] of Object.entries(files).entries()) {
    await client.query(sql);
    await client.query(FORMER_INSERT, formerRow(index + 1, fileName, sql));
  }
  await client.end();
}

async function execute(statement: string): Promise<void> {
  const client = await connect();
  await client.query(statement);
  await client.end();
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

async function tables(): Promise<string[]> {
  return names("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
}

async function columnsOfNotes(): Promise<string[]> {
  return names("SELECT attname AS name FROM pg_attribute WHERE attrelid = 'notes'::regclass AND attnum > 0");
}

async function names(query: string): Promise<string[]> {
  const client = await connect();
  const { rows } = await client.query<{ name: string }>(query);
  await client.end();
  return rows.map(({ name }) => name);
}
