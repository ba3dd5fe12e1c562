import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { layoutOf } from '../src/local_postgres/data_folder.js';
import { type Server, startServer } from '../src/local_postgres/server.js';
import { childContext, chooseUser, giveTo } from '../src/local_postgres/user.js';

const run = promisify(execFile);

/** Where Debian's packages put each major version, with LLVM beside it, which the embedded one does without. */
const INSTALLED = '/usr/lib/postgresql';
/** The service refuses older ones. */
const MIN_MAJOR = 15;
const ROLE = 'bench';

/** The folder of the newest Postgres that Debian's packages installed; undefined where there is none. */
export async function newestInstalled(): Promise<string | undefined> {
  const names = await readdir(INSTALLED).catch(() => []);
  const majors = names.map(Number).filter((major) => major >= MIN_MAJOR);
  const newest = majors.sort((one, other) => other - one)[0];
  return newest === undefined ? undefined : join(INSTALLED, String(newest));
}

/** Starts its server on 127.0.0.1 with new data in a folder, and with the settings of the embedded one. */
export async function startInstalled(folder: string, dataDir: string): Promise<Server & { url: string }> {
  const layout = layoutOf(dataDir);
  const runAs = await chooseUser(layout);
  const context = childContext(runAs, process.env);
  for (const path of [layout.home, layout.cluster]) {
    await mkdir(path);
    await giveTo(runAs, path);
  }
  await giveTo(runAs, dataDir);
  const options = ['-A', 'trust', '-U', ROLE, '--encoding=UTF8', '--locale=C.UTF-8'];
  await run(join(folder, 'bin', 'initdb'), ['-D', layout.cluster, ...options], {
    ...runAs,
    env: context.env,
    cwd: '/',
  });
  const server = await startServer(join(folder, 'bin', 'postgres'), layout, context, undefined);
  return Object.assign(server, {
    url: `postgres://${ROLE}@127.0.0.1:${server.port}/postgres?sslmode=disable`,
  });
}
