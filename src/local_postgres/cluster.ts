import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Layout, UNFINISHED_PREFIX, versionOf } from './data_folder.js';
import { EmbeddedPostgresError, oneLine } from './failure.js';
import type { Binaries } from './programs.js';
import { type ChildContext, giveAllTo, giveTo, nameOfWorkingDirectory } from './user.js';

/** The only role of the cluster, and its owner. */
const ROLE = 'tasklatch';
/** 192 bits: nobody guesses it, and it needs no escaping in a URL. */
const PASSWORD_BYTES = 24;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const RIGHTS_OF_OTHERS = 0o077;
/**
 * Text is UTF-8 and compares by code point on every system, whatever locales are installed; nothing but a
 * password opens a connection.
 */
const INITDB_OPTIONS = [
  `--username=${ROLE}`,
  '--auth=scram-sha-256',
  '--pwfile=/dev/stdin',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/**
 * Makes the cluster where there is none, and tells whether it did. A cluster is made beside its place and
 * moved there when it is whole and on disk: an interrupted start leaves nothing that a later one could take
 * for data. The caller holds the lock and has stopped all programs that work in the folder.
 */
export async function ensureCluster(
  layout: Layout,
  binaries: Binaries,
  context: ChildContext,
): Promise<boolean> {
  await removeUnfinished(layout);
  if ((await versionOf(layout.cluster)) !== undefined) {
    await giveAllTo(context.runAs, layout.cluster);
    await keepOthersOut(layout);
    return false;
  }
  const unfinished = await mkdtemp(join(layout.home, UNFINISHED_PREFIX));
  await giveTo(context.runAs, unfinished);
  await writePassword(layout, context);
  await runInitdb(binaries.initdb, unfinished, layout, context);
  await rename(unfinished, layout.cluster);
  await syncFolder(layout.home);
  return true;
}

/** Postgres refuses a folder that others may read, which a plain copy of one becomes. */
async function keepOthersOut({ cluster, password }: Layout): Promise<void> {
  const modes = [
    [cluster, OWNER_ONLY_FOLDER],
    [password, OWNER_ONLY_FILE],
  ] as const;
  for (const [path, mode] of modes) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & RIGHTS_OF_OTHERS) !== 0) await chmod(path, mode);
  }
}

/** The password of the cluster's role. */
export async function readPassword(layout: Layout): Promise<string> {
  const text = await readFile(layout.password, 'utf8').catch(() => '');
  if (text !== '') return text;
  throw new EmbeddedPostgresError(
    `The password of the data in ${layout.cluster} should be in ${layout.password}, but that ` +
      'file is missing or cannot be read. Put it back, or choose another data folder: ' +
      'DATA_DIR=/path.',
  );
}

/** Connects to a server of the cluster as the owner of everything. */
export function urlOf(port: number, password: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
}

async function removeUnfinished(layout: Layout): Promise<void> {
  const names = (await readdir(layout.home)).filter((name) => name.startsWith(UNFINISHED_PREFIX));
  await Promise.all(names.map((name) => rm(join(layout.home, name), { recursive: true, force: true })));
}

async function writePassword(layout: Layout, { runAs }: ChildContext): Promise<void> {
  const file = await open(layout.password, 'w', OWNER_ONLY_FILE);
  try {
    await file.writeFile(randomBytes(PASSWORD_BYTES).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
  await giveTo(runAs, layout.password);
}

async function runInitdb(
  initdb: string,
  folder: string,
  layout: Layout,
  context: ChildContext,
): Promise<void> {
  // The password comes on standard input, from a file opened here: the user of Postgres may not reach
  // its path.
  const password = await open(layout.password, 'r');
  const said: Buffer[] = [];
  try {
    const target = nameOfWorkingDirectory(folder, context);
    const child = spawn(initdb, ['-D', target, ...INITDB_OPTIONS], {
      ...context.runAs,
      cwd: folder,
      env: context.env,
      stdio: [password.fd, 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    const [code, signal] = await once(child, 'close');
    if (code === 0) return;
    throw new EmbeddedPostgresError(
      `Postgres could not set up its data in ${layout.home} (initdb ended with ${code ?? signal}): ` +
        `${oneLine(Buffer.concat(said).toString())}. Choose another data folder (DATA_DIR=/path), ` +
        'or set DATABASE_URL.',
    );
  } finally {
    await password.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
