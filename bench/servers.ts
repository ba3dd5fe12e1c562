import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/local_postgres/embedded.js';
import type { Cleanup } from './cleanup.js';
import { newestInstalled, startInstalled } from './installed_postgres.js';

/** A Postgres that a run is made on. */
export interface BenchServer {
  /** Where it comes from. */
  readonly name: string;
  /** Starts it where it does not run, and gives the address of a database that is there. */
  open(cleanup: Cleanup): Promise<string>;
}

/** The given server alone; else the embedded one, and the newest that Debian's packages installed. */
export async function serversOf(given: string | undefined): Promise<BenchServer[]> {
  if (given) return [{ name: 'the server of BENCH_DATABASE_URL', open: async () => given }];
  const embedded = own('the embedded server', (dataDir) =>
    startEmbeddedPostgres({ dataDir, log: () => undefined, environment: process.env }),
  );
  const folder = await newestInstalled();
  if (folder === undefined) return [embedded];
  return [embedded, own(`the server in ${folder}`, (dataDir) => startInstalled(folder, dataDir))];
}

interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server with data of its own, which end with the run. */
function own(name: string, start: (dataDir: string) => Promise<Started>): BenchServer {
  const open = async (cleanup: Cleanup) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tasklatch-bench-'));
    cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
    const starting = start(dataDir);
    cleanup.add(async () => (await starting.catch(() => null))?.stop());
    return (await starting).url;
  };
  return { name, open };
}
