import { execFile } from 'node:child_process';
import { chmod, lchown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Layout, layoutOf } from './data_folder.js';
import { EmbeddedPostgresError, systemCode } from './failure.js';

/** The unprivileged user that Postgres runs as when the service runs as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

interface Account extends RunAs {
  readonly name: string;
}

/** Tried in this order: an account made for databases first, then the one that every system has. */
const UNPRIVILEGED_ACCOUNTS = ['postgres', '_postgres', 'nobody'];
const ROOT_UID = 0;

/**
 * Who must run Postgres: undefined for a normal user (whoever runs the service); as root, which Postgres
 * refuses, the owner of the cluster, else the owner of the data folder, else an existing system account.
 */
export async function chooseUser(layout: Layout): Promise<RunAs | undefined> {
  const clusterOwner = await ownerOf(layout.cluster);
  if (process.getuid?.() !== ROOT_UID) {
    refuseForeignOwner(layout, clusterOwner ?? (await ownerOf(layout.home)));
    return undefined;
  }
  const accounts = await readAccounts();
  if (clusterOwner && clusterOwner.uid !== ROOT_UID) return withPrimaryGroup(clusterOwner, accounts);
  const folderOwner = await ownerOf(layout.dataDir);
  const owner = accounts.find(({ uid }) => uid !== ROOT_UID && uid === folderOwner?.uid);
  const account = owner ?? accountNamed(accounts);
  if (account) return { uid: account.uid, gid: account.gid };
  throw new EmbeddedPostgresError(
    'Postgres refuses to run as root, and this system has none of the users ' +
      `${UNPRIVILEGED_ACCOUNTS.join(', ')}. Start the service as a normal user, or set ` +
      'DATABASE_URL.',
  );
}

function refuseForeignOwner(layout: Layout, owner: RunAs | undefined): void {
  if (owner === undefined || owner.uid === process.getuid?.()) return;
  throw new EmbeddedPostgresError(
    `The data in ${layout.home} belong to user id ${owner.uid}, but the service runs as user ` +
      `id ${process.getuid?.()}. Start it as that user, or choose another data folder: ` +
      'DATA_DIR=/path.',
  );
}

function accountNamed(accounts: readonly Account[]): Account | undefined {
  return UNPRIVILEGED_ACCOUNTS.map((name) => accounts.find((account) => account.name === name)).find(Boolean);
}

/** A group of root's would give Postgres rights that its user does not have. */
function withPrimaryGroup(owner: RunAs, accounts: readonly Account[]): RunAs {
  return { uid: owner.uid, gid: accounts.find(({ uid }) => uid === owner.uid)?.gid ?? owner.gid };
}

async function ownerOf(path: string): Promise<RunAs | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

async function readAccounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const rows = text.split('\n').filter((line) => !line.startsWith('#') && line.includes(':'));
  return rows.map((row) => {
    const [name = '', , uid, gid] = row.split(':');
    // Some systems write nobody's id as a negative number; the kernel takes it as an unsigned one.
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  });
}

/**
 * Only the service itself may look into its folder; where Postgres has to walk through it by path, it
 * may pass.
 */
const HOME_MODE = process.platform === 'linux' ? 0o700 : 0o711;

/** Makes the home folder where there is none; its layout has no links in it. */
export async function makeHome(asked: Layout, runAs: RunAs | undefined): Promise<Layout> {
  const made = await makeFolder(asked.home);
  // Links are resolved, because the system shows the working directory of a process without them.
  const layout = layoutOf(await realpath(asked.dataDir));
  if (!made) return layout;
  await chmod(layout.home, HOME_MODE);
  const { uid } = await stat(layout.dataDir);
  // The owner of the data folder may start the service without root the next time.
  if (uid === runAs?.uid) await giveTo(runAs, layout.home);
  return layout;
}

/**
 * Makes a folder and those above it, and tells whether it did. Node's recursive mkdir never ends below
 * /proc.
 */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (systemCode(error) !== 'ENOENT' || !(await makeFolder(dirname(path)))) throw error;
    return makeFolder(path);
  }
}

/** Gives a file or folder to the user that Postgres runs as; nothing to do for a normal user. */
export async function giveTo(runAs: RunAs | undefined, path: string): Promise<void> {
  if (runAs) await lchown(path, runAs.uid, runAs.gid);
}

/** Gives a whole folder to the user that Postgres runs as, where it is another's: restored by root, say. */
export async function giveAllTo(runAs: RunAs | undefined, folder: string): Promise<void> {
  if (!runAs || (await stat(folder)).uid === runAs.uid) return;
  for (const name of await readdir(folder, { recursive: true })) await giveTo(runAs, join(folder, name));
  // The folder itself comes last: an interrupted change of owner is seen and done again.
  await giveTo(runAs, folder);
}

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const RIGHTS_OF_OTHERS = 0o077;

/** Postgres refuses a folder that others may read, which a plain copy of one becomes. */
export async function keepOthersOut({ cluster, password }: Layout): Promise<void> {
  const modes = [
    [cluster, OWNER_ONLY_FOLDER],
    [password, OWNER_ONLY_FILE],
  ] as const;
  for (const [path, mode] of modes) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & RIGHTS_OF_OTHERS) !== 0) await chmod(path, mode);
  }
}

const run = promisify(execFile);
/** A program that only prints its version answers in milliseconds; a cold disk may take seconds. */
const VERSION_LIMIT_MS = 20_000;

/** How the programs of Postgres are started. */
export interface ChildContext {
  /** Undefined: as the user of the service itself. */
  readonly runAs: RunAs | undefined;
  /** The whole environment that a program gets. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Only the variables that a Postgres program needs are passed on: the others may hold secrets or
 * redirect it.
 */
export function childContext(runAs: RunAs | undefined, environment: NodeJS.ProcessEnv): ChildContext {
  const path = environment.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  const libraries = environment.LD_LIBRARY_PATH;
  return {
    runAs,
    env: { PATH: path, LC_ALL: 'C', TZ: 'UTC', ...(libraries && { LD_LIBRARY_PATH: libraries }) },
  };
}

/**
 * How a program that is started in `folder` must name that folder. The user that stands in for root may not
 * be able to walk down to it (a parent that only its owner can enter), but every process may use its working
 * directory, and that is entered before the user changes. So no right beyond that user's own is needed.
 */
export function nameOfWorkingDirectory(folder: string, { runAs }: ChildContext): string {
  return runAs && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** Runs `program --version` as Postgres will run: rejects where it cannot. */
export async function tryProgram(program: string, { runAs, env }: ChildContext): Promise<void> {
  await run(program, ['--version'], { ...runAs, env, cwd: '/', timeout: VERSION_LIMIT_MS });
}
