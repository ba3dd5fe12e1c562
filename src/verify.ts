import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from './config/config.js';
import { DatabaseFault } from './database/database.js';
import { connectEngine, ENGINE_MIN_CONNECTIONS } from './database/engine.js';
import { layoutOf } from './local_postgres/data_folder.js';
import { findRunningPostgres, startEmbeddedPostgres } from './local_postgres/embedded.js';
import type { LogDefinition } from './log/definition.js';
import { type Verification, verifyLog } from './log/verify.js';
import { LOGS } from './store.js';

/**
 * The process of `npm run verify`: rebuilds every task of every list from the audit log alone and compares it
 * with the tables. Reads the same environment as the service. Exit code 0 when they are the same, 1 when they
 * differ or cannot be read.
 */

/** A long list takes longer than any call may; the server's own limits hold. */
const NO_STATEMENT_TIMEOUT_MS = 0;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database =
    config.databaseUrl === null ? await openEmbedded(config.dataDir) : { url: config.databaseUrl };
  try {
    report(await verifyAt(database.url));
  } finally {
    await database.stop?.();
  }
}

interface OpenDatabase {
  readonly url: string;
  stop?(): Promise<void>;
}

/** The server of a service that runs on the data folder, or one that runs as long as this process. */
async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  if (!existsSync(layoutOf(dataDir).cluster))
    throw new Error(`There is no data in ${dataDir}; set DATA_DIR or DATABASE_URL.`);
  const url = await findRunningPostgres(dataDir);
  return url === null ? startEmbeddedPostgres({ dataDir, log: () => {}, environment: process.env }) : { url };
}

/** A log, and what was found of it. */
interface Verified {
  readonly log: LogDefinition;
  readonly found: Verification;
}

async function verifyAt(url: string): Promise<Verified[]> {
  const engine = connectEngine({
    url,
    connections: ENGINE_MIN_CONNECTIONS,
    statementTimeoutMs: NO_STATEMENT_TIMEOUT_MS,
    onError: () => {}, // the statement that it breaks fails by itself
  });
  try {
    const verified: Verified[] = [];
    for (const log of LOGS) verified.push({ log, found: await verifyLog(engine, log) });
    return verified;
  } finally {
    await engine.close();
  }
}

function report(verified: readonly Verified[]): void {
  const differences = verified.flatMap(({ found }) => found.differences);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  const checked = verified.map(describe).join('; ');
  if (differences.length === 0) {
    process.stdout.write(`The tables are what the audit log says: ${checked}.\n`);
    return;
  }
  process.stdout.write(`${differences.length} differences: ${checked}.\n`);
  process.exitCode = 1;
}

function describe({ log, found: { keys, records, entries } }: Verified): string {
  return `${keys} ${log.noun}s, ${records} ${log.name}, ${entries} audit entries`;
}

/** SQLSTATE of a table that is not there. */
const UNDEFINED_TABLE = '42P01';

function explain(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof DatabaseFault && error.sqlState === UNDEFINED_TABLE) {
    return ['This database holds no task store: the service makes its tables when it starts.'];
  }
  return [error instanceof Error ? error.message : String(error)];
}

main().catch((error: unknown) => {
  for (const sentence of explain(error)) process.stderr.write(`tasklatch: ${sentence}\n`);
  process.exitCode = 1;
});
