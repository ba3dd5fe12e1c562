import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layoutOf } from '../../src/local_postgres/data_folder.js';
import {
  persist,
  type SupervisedPostgres,
  startEmbeddedPostgres,
  superviseEmbeddedPostgres,
} from '../../src/local_postgres/embedded.js';
import { readPostmaster } from '../../src/local_postgres/processes.js';
import { makeThrowaway, type Throwaway } from '../support/throwaway.js';

/** A crashed server recovers within a second; a loaded machine may take many. */
const RESTART = { timeout: 60_000, interval: 50 };
const ENDED = 'The embedded Postgres ended by itself; it is being started again.';

let throwaway: Throwaway;
let server: SupervisedPostgres | undefined;
let warnings: string[];

beforeEach(async () => {
  throwaway = await makeThrowaway('supervised');
  warnings = [];
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await throwaway.remove();
});

test('a server that was told to wait for idle sessions is ended and started again', async () => {
  const { url } = await supervised();
  const idle = new pg.Client({ connectionString: url });
  const lost = new Promise((resolve) => idle.on('error', resolve));
  await idle.connect();
  const before = await pidOf();
  process.kill(before, 'SIGTERM');
  await lost;

  await vi.waitFor(async () => expect(await answerOf(url)).toBe(42), RESTART);
  expect(await pidOf()).not.toBe(before);
  expect(warnings).toEqual([ENDED]);
});

test('a restart keeps the lock it has, so that no failure to give it up stands in its way', async () => {
  const { url, dataDir } = await supervised();
  const held = await locks();
  process.kill(await pidOf(), 'SIGKILL');

  await vi.waitFor(async () => expect(await answerOf(url)).toBe(42), RESTART);
  expect(await locks()).toEqual(held);
  expect(held).toEqual([expect.stringMatching(`^lock\\.1 ${process.pid}:`)]);
  const other = startEmbeddedPostgres({ dataDir, log: () => undefined, environment: process.env });
  await expect(other).rejects.toThrow(`are in use by the service that runs as this process (${process.pid})`);
});

test('a crash of one worker ends the whole server, which is started again', async () => {
  const { url } = await supervised();
  const client = new pg.Client({ connectionString: url });
  const lost = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  const before = await pidOf();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL');
  await lost;

  await vi.waitFor(async () => expect(await pidOf()).not.toBe(before), RESTART);
  await vi.waitFor(async () => expect(await answerOf(url)).toBe(42), RESTART);
  expect(warnings).toEqual([ENDED]);
});

test('stop gives the folder free, also after a restart', async () => {
  const { url, stop } = await supervised();
  process.kill(await pidOf(), 'SIGKILL');
  await vi.waitFor(async () => expect(await answerOf(url)).toBe(42), RESTART);
  await Promise.all([stop(), stop()]);

  expect(await locks()).toEqual(['lock.1 released']);
  await expect(answerOf(url)).rejects.toThrow('ECONNREFUSED');
});

test('stop ends a server whose start is under way', async () => {
  const { url, stop } = await supervised();
  process.kill(await pidOf(), 'SIGKILL');
  await vi.waitFor(() => expect(warnings).toEqual([ENDED]), RESTART);
  await stop();

  expect(await locks()).toEqual(['lock.1 released']);
  await expect(answerOf(url)).rejects.toThrow('ECONNREFUSED');
});

test('attempts slow down to one in 30 s, and the same reason is told once a minute', async () => {
  const stopping = new AbortController();
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    if (pauses.length === 9) stopping.abort();
  };
  const attempt = async () => {
    const reason = pauses.length < 8 ? 'No space left' : 'Read-only file system';
    throw new Error(`${reason} (process ${1000 + pauses.length})`);
  };
  const warn = (message: string) => warnings.push(message);

  expect(await persist(attempt, { pause, stopping: stopping.signal, warn })).toBeNull();
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  expect(warnings).toEqual([
    'No space left (process 1000)',
    'No space left (process 1006)',
    'Read-only file system (process 1008)',
  ]);
});

async function supervised(): Promise<SupervisedPostgres> {
  server = await superviseEmbeddedPostgres({
    dataDir: throwaway.dataDir,
    log: () => undefined,
    warn: (message) => warnings.push(message),
    environment: process.env,
  });
  return server;
}

async function pidOf(): Promise<number> {
  const found = await readPostmaster(layoutOf(throwaway.dataDir));
  if (found === undefined) throw new Error('no server runs');
  return found.pid;
}

/** Every lock file with what it says. */
async function locks(): Promise<string[]> {
  const { home } = layoutOf(throwaway.dataDir);
  const names = (await readdir(home)).filter((name) => name.startsWith('lock.'));
  return Promise.all(names.map(async (name) => `${name} ${await readlink(join(home, name))}`));
}

/** The answer of a new session. */
async function answerOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ answer: number }>('SELECT 42 AS answer').finally(() => client.end());
  return rows[0]?.answer;
}
