import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../src/database/migrations.js';
import type { Cleanup } from './cleanup.js';
import { listsOf } from './lists.js';
import { SIZES, SPREADS } from './plan.js';
import { seedLists } from './seed.js';

/** One of the two databases: that of the service, and its copy that the baseline writes to. */
export interface BenchDatabase {
  readonly url: string;
  /** For what happens between measurements. */
  readonly client: pg.Client;
}

export interface Databases {
  readonly service: BenchDatabase;
  readonly baseline: BenchDatabase;
  readonly serverVersion: string;
}

const CONNECT_LIMIT_MS = 10_000;
/** A server of somebody else's may still be starting. */
const MIGRATE_LIMIT_MS = 15_000;

/** Two seeded databases on a server. */
export async function openDatabases(url: string, cleanup: Cleanup): Promise<Databases> {
  const admin = await connect(url, cleanup);
  const name = `tasklatch_bench_${randomBytes(4).toString('hex')}`;
  const serviceUrl = await createDatabase(admin, url, name, cleanup);
  await migrate(serviceUrl, {
    directory: new URL('../sql/', import.meta.url),
    log: () => undefined,
    connectTimeoutMs: MIGRATE_LIMIT_MS,
  });
  await seed(serviceUrl);
  const baselineUrl = await createDatabase(admin, url, `${name}_baseline`, cleanup, `TEMPLATE ${name}`);
  const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
  return {
    service: { url: serviceUrl, client: await connect(serviceUrl, cleanup) },
    baseline: { url: baselineUrl, client: await connect(baselineUrl, cleanup) },
    serverVersion: rows[0]?.server_version ?? 'unknown',
  };
}

async function createDatabase(
  admin: pg.Client,
  serverUrl: string,
  name: string,
  cleanup: Cleanup,
  options = '',
): Promise<string> {
  cleanup.add(() => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  await admin.query(`CREATE DATABASE ${name} ${options}`);
  return Object.assign(new URL(serverUrl), { pathname: name }).href;
}

async function connect(url: string, cleanup: Cleanup): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  client.on('error', () => undefined); // the query under way fails by itself
  await client.connect();
  cleanup.add(() => client.end());
  return client;
}

/** The lists that are read and updated; no session may be left when the database is copied. */
async function seed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const size of SIZES) {
      for (const spread of SPREADS) await seedLists(client, listsOf(`${size}-${spread}`, size, spread));
    }
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}
