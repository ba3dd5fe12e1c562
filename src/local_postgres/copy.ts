import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChildContext } from './child.js';
import { systemCode } from './failure.js';
import type { Installation } from './installation.js';
import { BINARIES_PREFIX, type Layout } from './layout.js';

/** Folders of the system that every user can enter, for the programs of a service that runs as root. */
const SHARED_FOLDERS = ['/var/cache/tasklatch', '/var/tmp/tasklatch'];
const READABLE_BY_ALL = 0o644;
const USABLE_BY_ALL = 0o755;
/** The data folder holds the password and the cluster too, which have modes of their own. */
const PASSABLE_BY_ALL = 0o711;
const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** Static libraries are for building programs, not for running them. */
const ONLY_FOR_BUILDING = /\.a$|\/pkgconfig(\/|$)/;

/**
 * Copies the programs to one folder after the other that the user of Postgres may be able to reach, and
 * yields each copy; one that is still not the right one when the next is asked for is removed, if it was made
 * here. A copy is made once for each version and appears whole.
 */
export async function* copyBinaries(
  installation: Installation,
  layout: Layout,
  { runAs }: ChildContext,
): AsyncGenerator<string> {
  for (const parent of [...(runAs ? SHARED_FOLDERS : []), layout.home]) {
    const copy = join(parent, `${BINARIES_PREFIX}${installation.version}-${process.arch}`);
    if (!(await isSafe(parent))) continue;
    const found = await copyOnce(installation.folder, copy).catch(() => undefined);
    if (found === undefined) continue;
    const opened = runAs !== undefined && parent === layout.home;
    if (opened) await chmod(parent, PASSABLE_BY_ALL);
    yield copy;
    if (found === 'made') await rm(copy, { recursive: true, force: true });
    if (opened) await chmod(parent, OWNER_ONLY);
  }
}

/** Whether only this user can change what lies in a folder: root must not run what another user put there. */
async function isSafe(parent: string): Promise<boolean> {
  const create = async () => {
    await mkdir(parent);
    await chmod(parent, USABLE_BY_ALL);
  };
  await create().catch(() => undefined);
  const found = await lstat(parent).catch(() => undefined);
  return (
    !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & WRITABLE_BY_OTHERS) === 0
  );
}

async function copyOnce(source: string, target: string): Promise<'made' | 'there'> {
  if (await lstat(target).catch(() => undefined)) return 'there';
  const filter = (path: string) => !ONLY_FOR_BUILDING.test(path);
  const part = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(source, part, { recursive: true, verbatimSymlinks: true, filter });
    await openForAll(part);
    await rename(part, target);
    return 'made';
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another start made the same copy in the meantime: it is as good as this one.
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error;
    return 'there';
  }
}

/**
 * The installation may have been made under a umask that keeps other users out: its modes are not
 * taken over.
 */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, USABLE_BY_ALL);
  const entries = await readdir(folder, { withFileTypes: true });
  const open = async (entry: (typeof entries)[number]) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForAll(path);
    else if (entry.isFile()) await chmod(path, isProgram(path) ? USABLE_BY_ALL : READABLE_BY_ALL);
  };
  await Promise.all(entries.map(open));
}

function isProgram(path: string): boolean {
  return path.includes('/bin/') || /\.(so|dylib)(\.|$)/.test(path);
}
