import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/local_postgres/embedded.js';
import { EmbeddedPostgresError } from '../../src/local_postgres/failure.js';
import { postgresProcessesIn } from '../../src/local_postgres/processes.js';
import { startPrivatePostgres } from '../support/private_postgres.js';
import { makeThrowaway, type Throwaway } from '../support/throwaway.js';

const OWNER = fileURLToPath(new URL('../support/embedded_owner.ts', import.meta.url));

let throwaway: Throwaway;
let dataDir: string;
let log: string[];
const running: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

beforeEach(async () => {
  throwaway = await makeThrowaway('embedded');
  dataDir = throwaway.dataDir;
  log = [];
});

afterEach(async () => {
  for (const owner of owners.splice(0)) await kill(owner);
  for (const server of running.splice(0)) await server.stop();
  // Whatever a killed owner left is stopped by one more start, as an operator's would do it.
  if ((await postgresProcessesIn(dataDir)).length > 0) await (await start()).stop();
  running.splice(0);
  await throwaway.remove();
});

test('the first start sets up durable data that sort by code point, and says where they are', async () => {
  const server = await start();

  expect(server.created).toBe(true);
  expect(server.dataDir).toBe(dataDir);
  // A checkout that the user of Postgres cannot enter is told of first.
  const said = log.filter((message) => !/^The programs in .* cannot be run as they are/.test(message));
  expect(said).toEqual([
    expect.stringMatching(
      /runs on 127\.0\.0\.1:\d+ with its new data in .*cluster\. It is for one service on one machine/,
    ),
  ]);
  expect(said[0]).toContain(join(dataDir, 'postgres', 'cluster'));
  expect(await valueIn(server.url, 'SHOW server_encoding')).toBe('UTF8');
  expect(await valueIn(server.url, 'SHOW TimeZone')).toBe('UTC');
  expect(await valueIn(server.url, 'SHOW listen_addresses')).toBe('127.0.0.1');
  expect(await valueIn(server.url, 'SHOW fsync')).toBe('on');
  expect(await valueIn(server.url, 'SHOW synchronous_commit')).toBe('on');
  expect(
    await valueIn(server.url, "SELECT string_agg(v, '' ORDER BY v) FROM unnest('{a,B,ä,A,b}'::text[]) v"),
  ).toBe('ABabä');
});

test('nobody gets in without the password', async () => {
  const { url } = await start();

  const wrong = Object.assign(new URL(url), { password: 'guess' });
  await expect(valueIn(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('a restart keeps the data, and stop may be called twice', async () => {
  const first = await start();
  await valueIn(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await Promise.all([first.stop(), first.stop()]);
  await first.exited;
  const second = await start();

  expect(second.created).toBe(false);
  expect(await valueIn(second.url, 'SELECT answer FROM kept')).toBe(42);
});

test('it works below a folder that only its owner can enter, and the data are there', async () => {
  await chmod(dataDir, 0o700);
  const inside = join(dataDir, 'checkout', 'data');
  const server = await startEmbeddedPostgres({
    dataDir: inside,
    log: () => undefined,
    environment: process.env,
  });
  running.push(server);

  expect(await valueIn(server.url, 'SELECT 1')).toBe(1);
  expect(await readFile(join(inside, 'postgres', 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n');
});

test('a second start on the same data is refused and names the process that has them', async () => {
  const first = await start();
  const other = await startOwner();

  const sentence = (who: string) =>
    `The data in ${join(dataDir, 'postgres')} are in use by the service that runs as ${who}. ` +
    'Stop it first, or give this one a data folder of its own: DATA_DIR=/path.';
  await expect(start()).rejects.toThrow(new EmbeddedPostgresError(sentence(`this process (${process.pid})`)));
  expect(other.refused).toBe(sentence(`process ${process.pid}`));
  expect(await valueIn(first.url, 'SELECT 1')).toBe(1);
});

test('after a kill -9 of the service, the next start stops the server it left and has the data', async () => {
  const { owner, url, pid } = await startOwner();
  await valueIn(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await kill(owner);
  expect(await postgresProcessesIn(dataDir)).toContain(pid);
  const server = await start();

  expect(await postgresProcessesIn(dataDir)).not.toContain(pid);
  expect(log[0]).toContain('Stopping the Postgres that an earlier run left behind');
  expect(await valueIn(server.url, 'SELECT answer FROM kept')).toBe(42);
});

test('of five starts at once after a kill -9, exactly one gets the data', async () => {
  const { owner } = await startOwner();
  await kill(owner);
  const starts = await Promise.all(Array.from({ length: 5 }, () => startOwner()));

  const refused = starts.filter((start) => start.refused !== undefined);
  expect(refused).toHaveLength(4);
  const winner = starts.find((start) => start.refused === undefined);
  for (const { refused: sentence } of refused)
    expect(sentence).toContain(`runs as process ${winner?.owner.pid}.`);
});

test('after a kill -9 of Postgres itself, the next start recovers what was committed', async () => {
  const server = await startPrivatePostgres();
  await valueIn(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await server.kill();
  await server.restart();

  expect(await valueIn(server.url, 'SELECT answer FROM kept')).toBe(42);
  await server.dispose();
});

test('a stale postmaster.pid that names a process of somebody else does not stop a start', async () => {
  await (await start()).stop();
  const stale = `${process.ppid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n  1 1\nready   \n`;
  await writeFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), stale);
  const server = await start();

  expect(await valueIn(server.url, 'SELECT 1')).toBe(1);
});

test('what an interrupted set-up left is removed and set up anew', async () => {
  const home = join(dataDir, 'postgres');
  await mkdir(join(home, 'cluster.new-abc123', 'base'), { recursive: true });
  await writeFile(join(home, 'cluster.new-abc123', 'PG_VERSION'), '18\n');
  await writeFile(join(home, 'password'), 'of the interrupted set-up');
  const server = await start();

  expect(server.created).toBe(true);
  expect((await readdir(home)).sort()).toEqual(['cluster', 'folder', 'lock.1', 'password', 'server.log']);
  expect(await valueIn(server.url, 'SELECT 1')).toBe(1);
});

test.each([
  ['files of another program', 'postgres/letters.txt', 'holds "letters.txt"'],
  ['data of another major version', 'postgres/cluster/PG_VERSION', 'were written by PostgreSQL 15'],
  ['the data directory of another Postgres', 'PG_VERSION', 'is itself the data directory of a Postgres'],
])('a folder with %s is refused and not touched', async (_, file, reason) => {
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  await writeFile(join(dataDir, file), '15\n');
  const before = await readdir(dataDir, { recursive: true });

  await expect(start()).rejects.toThrow(reason);
  expect(await readdir(dataDir, { recursive: true })).toEqual(before);
});

test('a data folder that is a file is refused with the way out', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');

  await expect(
    startEmbeddedPostgres({ dataDir: file, log: () => undefined, environment: {} }),
  ).rejects.toThrow(/cannot use the data folder .*file: ENOTDIR.*DATA_DIR=\/path/);
});

test('a port that stays taken is named in the refusal, and the folder is free again', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const address = squatter.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const taken = startEmbeddedPostgres({ dataDir, log: () => undefined, environment: {}, port: port ?? 0 });

  await expect(taken).rejects.toThrow(/could not bind IPv4 address "127\.0\.0\.1": Address already in use/);
  squatter.close();
  expect((await start()).created).toBe(false);
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (message) => log.push(message),
    environment: process.env,
  });
  running.push(server);
  return server;
}

interface Owner {
  readonly owner: ChildProcess;
  readonly url: string;
  readonly pid: number;
  readonly refused?: string;
}

/** Starts another process that owns the data, or is refused. */
async function startOwner(): Promise<Owner> {
  const owner = spawn(process.execPath, ['--import', 'tsx', OWNER, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(owner);
  const [line] = await once(owner.stdout, 'data');
  // The owner prints one short line of JSON, which arrives in one piece.
  return { owner, ...(JSON.parse(String(line)) as Omit<Owner, 'owner'>) };
}

async function kill(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return;
  owner.kill('SIGKILL');
  await once(owner, 'exit');
}

/** The only value of the only row that a statement gives. */
async function valueIn(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end());
  return Object.values(rows[0] ?? {})[0];
}
