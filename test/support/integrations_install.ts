import { execFile } from 'node:child_process';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const INTEGRATIONS = fileURLToPath(new URL('../../integrations/', import.meta.url));
const MODULES = path.join(INTEGRATIONS, 'node_modules');
/** Outside the folder that `npm ci` empties, in one that git ignores. */
const CLAIM = fileURLToPath(new URL('../../node_modules/.integrations-install.pid', import.meta.url));

/** An install takes half a minute with an empty cache. */
export const INSTALL_LIMIT_MS = 240_000;
const LOOK_INTERVAL_MS = 100;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

/** Installs what integrations/ needs unless it is there already, whoever asks at the same time. */
export async function installIntegrations(): Promise<void> {
  while (!(await isInstalled())) {
    if (await claim()) await install().finally(() => rm(CLAIM, { force: true }));
    else await sleep(LOOK_INTERVAL_MS);
  }
}

async function install(): Promise<void> {
  if (await isInstalled()) return;
  // What a package would run at its install nobody has read, and nothing here needs it.
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: INTEGRATIONS,
  });
}

/** Whether each package of the lock file is there in its version; optional ones are for other systems. */
async function isInstalled(): Promise<boolean> {
  const wanted = await readLock(path.join(INTEGRATIONS, 'package-lock.json'));
  const installed = await readLock(path.join(MODULES, '.package-lock.json')).catch(() => ({ packages: {} }));
  const has = new Map(Object.entries(installed.packages).map(([name, { version }]) => [name, version]));
  return Object.entries(wanted.packages).every(
    ([name, { version, optional }]) => name === '' || optional === true || has.get(name) === version,
  );
}

async function readLock(file: string): Promise<Lock> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** True when nobody else installs; a claim of a process that is gone is taken over at the next look. */
async function claim(): Promise<boolean> {
  try {
    await writeFile(CLAIM, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const pid = Number(await readFile(CLAIM, 'utf8').catch(() => ''));
    if (pid > 0 && !isAlive(pid)) await rm(CLAIM, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The Node that the tree brings along; where it has none for this machine, the one that runs the tests has to do. */
export async function nodeOfIntegrations(): Promise<string> {
  const own = path.join(MODULES, '.bin', 'node');
  return access(own).then(
    () => own,
    () => process.execPath,
  );
}
