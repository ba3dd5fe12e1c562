import { randomBytes } from 'node:crypto';
import { readlink, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './failure.js';
import { type Layout, LOCK_PREFIX } from './layout.js';

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
export async function noteOwnFolder({ home, folder }: Layout): Promise<void> {
  const part = join(home, `${LOCK_PREFIX}${randomBytes(4).toString('hex')}.tmp`);
  await symlink(`${await identityOf(home)}:${home}`, part);
  await rename(part, folder);
}

/**
 * Refuses a folder that was copied while its lock was held: files that change while they are copied do not
 * fit together, and Postgres may not see it. `lock` is the lock in the folder, and `holder` the process that
 * took it in the original and still runs.
 */
export async function refuseCopy(layout: Layout, lock: string, holder: number | null): Promise<void> {
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
