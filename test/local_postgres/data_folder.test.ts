import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { layoutOf } from '../../src/local_postgres/data_folder.js';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../../src/local_postgres/embedded.js';

let folder: string;
let original: string;
let running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tasklatch-copies-')));
  original = join(folder, 'original');
  const server = await start(original);
  await query(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await stop();
});

afterEach(stop);

afterAll(() => rm(folder, { recursive: true }));

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, environment: process.env });
  running.push(server);
  return server;
}

async function stop(): Promise<void> {
  for (const server of running) await server.stop();
  running = [];
}

async function query({ url }: { url: string }, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows[0]?.answer;
}

/** What the copy looks like once the process that held the original has ended. Gives the path of the lock. */
async function endHolder(dataDir: string): Promise<string> {
  const { home } = layoutOf(dataDir);
  const [name = ''] = (await readdir(home)).filter((each) => /^lock\.\d+$/.test(each));
  const lock = join(home, name);
  const target = await readlink(lock);
  await rm(lock);
  await symlink(target.replace(/\d+$/, '1'), lock);
  return lock;
}

const ANSWER = 'SELECT answer FROM kept';
const cp = (flags: string, from: string, to: string) => execFileSync('cp', [flags, from, to]);
const sentenceOf = (starting: Promise<unknown>) => starting.then(String, (error: Error) => error.message);

test.each(['-a', '-r'])(
  'F20: a copy by cp %s of data in use is refused, and says how to make a good one',
  async (flags) => {
    const server = await start(original);
    const copy = join(folder, `hot${flags}`);
    cp(flags, original, copy);
    expect(await sentenceOf(start(copy))).toBe(
      `The data in ${copy}/postgres are a copy of ${original}/postgres that was made while a service ran on it (process ${process.pid}), ` +
        'and such a copy may be torn, so nothing was started. To make a good one, stop that service, copy the whole folder and start it again; ' +
        'docs/operations.md has the commands.',
    );
    expect(await query(server, ANSWER)).toBe(42);
    // What is verified is never the original under the name of the copy.
    expect(await findRunningPostgres(copy)).toBeNull();
    expect(await findRunningPostgres(original)).toBe(server.url);
  },
);

test('F20: the copy is refused as well once the original has stopped, and started when its maker says that nothing ran', async () => {
  await start(original);
  const copy = join(folder, 'later');
  cp('-a', original, copy);
  await stop();
  const path = await endHolder(copy);
  expect(await sentenceOf(start(copy))).toBe(
    `The data in ${copy}/postgres are a copy of ${original}/postgres that was made while a service ran on it, or after it was killed; ` +
      'in the first case it may be torn, so nothing was started. To make a good one, stop the service, copy the whole folder and start ' +
      `it again. If nothing ran while this one was made, delete ${path} and start.`,
  );
  await rm(path);
  expect(await query(await start(copy), ANSWER)).toBe(42);
});

test('F20: a backup that was made of data in use is refused in the place of the original, too', async () => {
  const backup = join(folder, 'backup');
  const place = join(folder, 'place');
  cp('-a', original, place);
  await start(place);
  cp('-a', place, backup);
  await stop();
  await rm(place, { recursive: true });
  cp('-a', backup, place);
  await endHolder(place);
  expect(await sentenceOf(start(place))).toMatch(
    /are a copy that was made while a service ran on it, or after it was killed/,
  );
});

test('F20: a copy that was made while nothing ran starts, also beside the original and with wider rights', async () => {
  const copy = join(folder, 'cold');
  cp('-r', original, copy);
  execFileSync('chmod', ['-R', 'go+rX', copy]);
  const [first, second] = [await start(original), await start(copy)];
  expect(await query(first, ANSWER)).toBe(42);
  expect(await query(second, ANSWER)).toBe(42);
});

test('F20: a folder that was moved starts', async () => {
  const [before, after] = [join(folder, 'before'), join(folder, 'sub', 'after')];
  cp('-a', original, before);
  await start(before);
  await stop();
  await mkdir(join(folder, 'sub'));
  await rename(before, after);
  expect(await query(await start(after), ANSWER)).toBe(42);
});

test.each([
  [['PG_VERSION'], 'PG_VERSION is'],
  [['global/pg_control'], 'global/pg_control is'],
  [['pg_notify', 'pg_tblspc', 'pg_twophase'], 'pg_notify and 2 more of its parts are'],
])(
  'F20: a copy that lacks %j is refused as not whole, and nothing is set up in its place',
  async (parts, missing) => {
    const copy = join(folder, `half-${parts.length}${parts[0]?.replace('/', '-')}`);
    cp('-a', original, copy);
    const { cluster } = layoutOf(copy);
    for (const part of parts) await rm(join(cluster, part), { recursive: true });
    const left = await readdir(cluster);
    expect(await sentenceOf(start(copy))).toBe(
      `The data in ${cluster} are not whole: ${missing} not there, so nothing was started. Copy or restore the whole folder once more, ` +
        'empty folders and links included (cp -a, tar), or choose another data folder: DATA_DIR=/path.',
    );
    expect(await readdir(cluster)).toEqual(left);
  },
);
