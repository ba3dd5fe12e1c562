import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { once } from './once.js';

const run = promisify(execFile);

export const INTEGRATIONS = fileURLToPath(new URL('../../integrations/', import.meta.url));
const MODULES = path.join(INTEGRATIONS, 'node_modules');
/** Outside the folder that `npm ci` empties, in one that git ignores. */
const CLAIM = fileURLToPath(new URL('../../node_modules/.integrations-install.pid', import.meta.url));

/** An install takes half a minute with an empty cache. */
export const INSTALL_LIMIT_MS = 240_000;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

/** Installs what integrations/ needs unless it is there already, whoever asks at the same time. */
export async function installIntegrations(): Promise<void> {
  await once(CLAIM, isInstalled, install);
}

async function install(): Promise<void> {
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

/** The Node that the tree brings along; where it has none for this machine, the one that runs the tests has to do. */
export async function nodeOfIntegrations(): Promise<string> {
  const own = path.join(MODULES, '.bin', 'node');
  return access(own).then(
    () => own,
    () => process.execPath,
  );
}
