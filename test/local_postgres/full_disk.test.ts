import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, DatabaseFault } from '../../src/database/database.js';
import { connectEngine } from '../../src/database/engine.js';
import { toRefusal } from '../../src/database/faults.js';
import { type SupervisedPostgres, superviseEmbeddedPostgres } from '../../src/local_postgres/embedded.js';
import { makeThrowaway, type Throwaway } from '../support/throwaway.js';

const run = promisify(execFile);
const MEGABYTE = 1_048_576;
/** Holds a new cluster, and no second segment of its log beside what fills it. */
const DISK_MEGABYTES = 120;
const RESTART = { timeout: 60_000, interval: 50 };

/** Only root may mount, and not everywhere. */
async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = await makeThrowaway('mount');
  try {
    await mount(probe.dataDir, 1);
    await run('umount', [probe.dataDir]);
    return true;
  } catch {
    return false;
  } finally {
    await probe.remove();
  }
}

const mount = (folder: string, megabytes: number) =>
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);

describe.runIf(await canMount())('a disk that is full', () => {
  let disk: Throwaway;
  let server: SupervisedPostgres | undefined;
  let warnings: string[];

  beforeEach(async () => {
    disk = await makeThrowaway('full-disk');
    warnings = [];
  });

  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await run('umount', [disk.dataDir]);
    await disk.remove();
  });

  const supervised = () =>
    superviseEmbeddedPostgres({
      dataDir: join(disk.dataDir, 'data'),
      log: () => undefined,
      warn: (message) => warnings.push(message),
      environment: process.env,
    });

  it('is what the failed set-up says', async () => {
    await mount(disk.dataDir, 12);
    await expect(supervised()).rejects.toThrow(
      /could not set up its data in .*: its disk is full, or its quota is used up\. Make room there\. It said: .*No space left/,
    );
  });

  it('is what log and calls say of a server that died of it, until there is room', async () => {
    await mount(disk.dataDir, DISK_MEGABYTES);
    server = await supervised();
    const { url, isOutOfRoom } = server;
    const engine = connectEngine({
      url,
      connections: 5,
      statementTimeoutMs: 5_000,
      onError: () => {},
      isOutOfRoom,
    });
    try {
      const fill = join(disk.dataDir, 'fill');
      await endSegment(url, () => writeFile(fill, Buffer.alloc(DISK_MEGABYTES * MEGABYTE)).catch(() => {}));

      await vi.waitFor(() => expect(isOutOfRoom()).toBe(true), RESTART);
      for (const lane of ['quick', 'slow', 'write'] as const) {
        await vi.waitFor(async () => {
          const fault = await faultOf(engine, lane);
          expect(fault.kind).toBe('unavailable');
          expect(toRefusal(fault).message).toBe('The database has no room left on its disk.');
        }, RESTART);
      }
      const [ended, failed] = warnings;
      expect(ended).toContain('ended by itself');
      expect(failed).toMatch(
        /its disk is full.* It said: FATAL: .*No space left on device\. Its whole log: /,
      );
      expect(warnings.join()).not.toContain('corrupted');

      await rm(fill);
      await vi.waitFor(
        async () => expect(await engine.query(select('quick'), [])).toEqual([{ n: 1 }]),
        RESTART,
      );
      expect(isOutOfRoom()).toBe(false);
    } finally {
      await engine.close();
    }
  });
});

/** Once the disk is full, the server needs a new segment of its log for the next write, and panics. */
async function endSegment(url: string, fillDisk: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await fillDisk();
  await client.query('SELECT pg_switch_wal()');
  await expect(client.query("SELECT pg_logical_emit_message(true, 'x', 'y')")).rejects.toThrow();
  await client.end().catch(() => {});
}

const select = (lane: 'quick' | 'slow' | 'write') => ({ name: '', text: 'SELECT 1 AS n', lane });

async function faultOf(database: Database, lane: 'quick' | 'slow' | 'write'): Promise<DatabaseFault> {
  const error = await database.query(select(lane), []).then(
    () => new Error('it answered'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof DatabaseFault) return error;
  throw error;
}
