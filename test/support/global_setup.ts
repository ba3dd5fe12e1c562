import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrations.js';
import { startTestServer } from './test_server.js';

/** How the workers find the server and the database that they copy. */
export interface TestServerAddress {
  /** Connects to a database that is there already, as a role that may make others. */
  readonly url: string;
  /** A database with the schema of this checkout and no rows; nobody can connect to it. */
  readonly template: string;
  /** Starts the name of each database of this run, so that it can be dropped whatever happened. */
  readonly prefix: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServerAddress;
  }
}

const SQL_DIRECTORY = new URL('../../sql/', import.meta.url);
/** What a shell says of a process that SIGTERM ended. */
const TERMINATED = 143;
/** The server answered a moment ago. */
const CONNECT_LIMIT_MS = 10_000;

/** Starts the server, makes the template, and takes both down again at the end of the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer(process.env);
  // Random, because two runs may share the server of TEST_DATABASE_URL.
  const prefix = `tasklatch_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  // The runner ends at once by this signal, and would leave the server behind.
  const onTerminate = () => void server.stop().finally(() => process.exit(TERMINATED));
  process.once('SIGTERM', onTerminate);
  const tearDown = async () => {
    process.off('SIGTERM', onTerminate);
    await dropDatabases(server.url, prefix).finally(() => server.stop());
  };
  try {
    if (server.isOurs) await forgoDurability(server.url);
    await makeTemplate(server.url, template);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testServer', { url: server.url, template, prefix });
  return tearDown;
}

/**
 * Nothing on this server outlives the run. The tests that end Postgres, or look at what a crash leaves, have
 * servers of their own, which wait for the disk.
 */
async function forgoDurability(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'full_page_writes'])
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    await client.query('SELECT pg_reload_conf()');
  });
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`CREATE DATABASE ${template}`);
    const target = Object.assign(new URL(url), { pathname: template });
    await migrate(target.href, {
      directory: SQL_DIRECTORY,
      log: () => undefined,
      connectTimeoutMs: CONNECT_LIMIT_MS,
    });
    // A database that somebody is connected to cannot be copied.
    await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  });
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  client.on('error', () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}
