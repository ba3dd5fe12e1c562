import { randomBytes } from 'node:crypto';
import { readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Layout, LOCK_PREFIX } from './data_folder.js';
import { EmbeddedPostgresError, systemCode } from './failure.js';
import { processIdentity, stillRuns } from './processes.js';

/** Rounds lost to other starts before giving up: each round that is lost was won by another process. */
const MAX_ROUNDS = 50;
const RELEASED = 'released';

export interface ServiceLock {
  /** Rejects with EmbeddedPostgresError where the lock was deleted: the folder may be another's by now. */
  refuseIfLost(): Promise<void>;
  /** Gives the folder free. Safe to call once only. */
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a folder until it releases it or ends, or throws
 * EmbeddedPostgresError naming the process that owns it.
 *
 * A lock is a symbolic link `lock.<generation>` whose target says who holds it, because making a link is
 * atomic together with its content. The highest generation counts. A dead owner is followed by making the
 * next generation, which only one of several starts can do; the highest one is never deleted, so that a
 * start that looked before a change of owner cannot make the same generation a second time.
 */
export async function acquireLock(layout: Layout): Promise<ServiceLock> {
  const folder = layout.home;
  const holder = `${process.pid}:${await processIdentity(process.pid)}`;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const last = (await generations(folder)).at(-1) ?? 0;
    if (last > 0) await refuseWhileHeld(layout, last);
    if (!(await take(folder, last + 1, holder))) continue;
    await noteOwnFolder(layout);
    return lockAt(folder, last + 1, holder);
  }
  throw new EmbeddedPostgresError(`Too many services start at once on the data in ${folder}: try again.`);
}

async function take(folder: string, generation: number, holder: string): Promise<boolean> {
  const path = pathOf(folder, generation);
  try {
    await symlink(holder, path);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  const all = await generations(folder);
  // A higher one means that this start slept through a whole change of owner: the newer owner keeps the
  // folder.
  const won = all.at(-1) === generation;
  const useless = won ? all.filter((other) => other < generation) : [generation];
  await Promise.all(useless.map((other) => rm(pathOf(folder, other), { force: true })));
  return won;
}

async function refuseWhileHeld(layout: Layout, generation: number): Promise<void> {
  const folder = layout.home;
  const [pid, identity] = await holderOf(folder, generation);
  if (pid === undefined || identity === undefined) return;
  const runs = await stillRuns(Number(pid), identity);
  await refuseCopy(layout, pathOf(folder, generation), runs ? Number(pid) : null);
  if (!runs) return;
  const who = Number(pid) === process.pid ? `this process (${pid})` : `process ${pid}`;
  throw new EmbeddedPostgresError(
    `The data in ${folder} are in use by the service that runs as ${who}. Stop it first, or ` +
      'give this one a data folder of its own: DATA_DIR=/path.',
  );
}

/** Process id and identity of a lock's holder; nothing where it was released or is gone. */
async function holderOf(folder: string, generation: number): Promise<string[]> {
  const target = await readlink(pathOf(folder, generation)).catch(() => RELEASED);
  const cut = target.indexOf(':');
  return cut < 0 ? [] : [target.slice(0, cut), target.slice(cut + 1)];
}

function lockAt(folder: string, generation: number, holder: string): ServiceLock {
  return {
    async refuseIfLost() {
      if ((await readlink(pathOf(folder, generation)).catch(() => RELEASED)) === holder) return;
      throw new EmbeddedPostgresError(
        `The data in ${folder} were deleted or moved while the service used them, so it starts nothing there. ` +
          'Put them back as they were, or restart the service.',
      );
    },
    async release() {
      // The lock ends with the process anyway, so a folder that is gone by now is no reason to fail.
      const note = join(folder, `${LOCK_PREFIX}${randomBytes(4).toString('hex')}.tmp`);
      const replace = symlink(RELEASED, note).then(() => rename(note, pathOf(folder, generation)));
      await replace.catch(() => undefined);
    },
  };
}

async function generations(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => /^lock\.[1-9]\d*$/.test(name));
  return names.map((name) => Number(name.slice(LOCK_PREFIX.length))).sort((a, b) => a - b);
}

function pathOf(folder: string, generation: number): string {
  return join(folder, `${LOCK_PREFIX}${generation}`);
}

/**
 * What a folder keeps when it is renamed, started again or restored with its whole file system, and no copy
 * of it has: the time that it was made, or its number where the file system keeps no such time. (Numbers are
 * given out again, and some file systems change them.)
 */
async function identityOf(folder: string): Promise<string> {
  const { ino, birthtimeMs, ctimeMs } = await stat(folder);
  return birthtimeMs > 0 && birthtimeMs !== ctimeMs ? `made ${birthtimeMs}` : `number ${ino}`;
}

/** Notes in a folder that was just locked which one it is, so that a copy of it can be told from it. */
async function noteOwnFolder({ home, folder }: Layout): Promise<void> {
  const part = join(home, `${LOCK_PREFIX}${randomBytes(4).toString('hex')}.tmp`);
  await symlink(`${await identityOf(home)}:${home}`, part);
  await rename(part, folder);
}

/**
 * Refuses a folder that was copied while its lock was held: files that change while they are copied do not
 * fit together, and Postgres may not see it. `lock` is the lock in the folder, and `holder` the process that
 * took it in the original and still runs.
 */
async function refuseCopy(layout: Layout, lock: string, holder: number | null): Promise<void> {
  const { home, folder } = layout;
  const [identity, ...path] = (await readlink(folder).catch(() => '')).split(':');
  if (identity === '' || identity === (await identityOf(home))) return;
  const original = path.join(':');
  const where = original === home ? '' : ` of ${original}`;
  if (holder !== null) {
    throw new EmbeddedPostgresError(
      `The data in ${home} are a copy${where} that was made while a service ran on it (process ${holder}), and such ` +
        'a copy may be torn, so nothing was started. To make a good one, stop that service, copy the whole ' +
        'folder and start it again; docs/operations.md has the commands.',
    );
  }
  throw new EmbeddedPostgresError(
    `The data in ${home} are a copy${where} that was made while a service ran on it, or after it was killed; in the ` +
      'first case it may be torn, so nothing was started. To make a good one, stop the service, copy the whole ' +
      `folder and start it again. If nothing ran while this one was made, delete ${lock} and start.`,
  );
}
