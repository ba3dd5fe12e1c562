import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from './app.js';
import { type Config, readConfig } from './config/config.js';
import { isPassing } from './database/connect_failure.js';
import { connectEngine } from './database/engine.js';
import { migrate } from './database/migrations.js';
import { superviseEmbeddedPostgres } from './local_postgres/embedded.js';
import { createObserver } from './metrics.js';
import { Cleanup, closeOnSignals, repeat } from './process/closing.js';
import { createLog } from './process/log_output.js';
import { announce, explainStartFailure, refuse, runCommand, warn } from './process/start.js';
import { Refusal } from './refusals/refusal.js';
import { createService } from './service.js';
import { createStore } from './store.js';
import type { Store } from './tasks/queries.js';

/** Keys outlive their promise by this at most; they are few, and the sweep is one small statement. */
const SWEEP_INTERVAL_MS = 3_600_000;

async function run(config: Config): Promise<void> {
  const { log, drained } = createLog(config.logLevel);
  for (const warning of config.warnings) warn(warning, log);
  const cleanup = new Cleanup();
  closeOnSignals(cleanup, { log, drained, graceMs: config.shutdownGraceMs });
  try {
    await start(config, log, cleanup);
  } catch (error) {
    if (cleanup.begun) return; // the end was asked for in the middle of the start
    const sentence = explainStartFailure(error, config);
    if (sentence === null) log.fatal({ err: error }, 'the start failed');
    refuse([sentence ?? 'The start failed; the log says why.']);
    await cleanup.run();
    await drained();
    process.exit(1);
  }
}

async function start(config: Config, log: Logger, cleanup: Cleanup): Promise<void> {
  const database = await openDatabase(config, log, cleanup);
  await migrate(database.url, {
    directory: new URL('../sql/', import.meta.url),
    log: (message) => log.info(message),
    connectTimeoutMs: config.databaseWaitMs,
  });
  const registry = new Registry();
  const observer = createObserver(registry);
  const engine = connectEngine({
    observer,
    url: database.url,
    connections: config.poolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    isOutOfRoom: database.isOutOfRoom,
    onError: ({ message }) => log.warn({ reason: message }, 'a connection to the database was lost'),
  });
  cleanup.add(() => engine.close());
  const store = createStore(engine, { idempotencyTtlHours: config.idempotencyTtlHours, observer });
  await refuseUnusable(store, log);
  sweepRegularly(store, log, cleanup);
  const app = await buildApp({
    service: createService(store, observer),
    log,
    http: {
      keys: config.apiKeys,
      allowedHosts: config.allowedHosts,
      publicUrl: config.publicUrl,
      rateLimitPerMinute: config.rateLimitPerMinute,
      requestTimeoutMs: config.requestTimeoutMs,
    },
    metrics: { registry, processMetrics: true },
    newRequestId: randomUUID,
  });
  cleanup.add(() => app.close());
  if (cleanup.begun) return cleanup.run();
  await app.listen({ host: config.host, port: config.port });
  // It listens on a port, not on a pipe.
  announce(app.server.address() as AddressInfo, database.dataDir, config, log);
}

interface OpenDatabase {
  readonly url: string;
  /** Null where the server is somebody else's, as is what is known of its disk. */
  readonly dataDir: string | null;
  readonly isOutOfRoom: (() => boolean) | null;
}

/** The database of DATABASE_URL, or one of the service's own. */
async function openDatabase(config: Config, log: Logger, cleanup: Cleanup): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, dataDir: null, isOutOfRoom: null };
  const starting = superviseEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
    warn: (message) => log.error(message),
    environment: process.env,
  });
  cleanup.add(async () => (await starting.catch(() => null))?.stop());
  const postgres = await starting;
  cleanup.abandon = () => postgres.abandon();
  return postgres;
}

/**
 * The connections of the service ask for more than those of the migrations: a pooler may take only the
 * latter.
 */
async function refuseUnusable(store: Store, log: Logger): Promise<void> {
  await store.ping().catch((error: unknown) => {
    const fault = error instanceof Refusal ? error.cause : error;
    if (!isPassing(fault)) throw fault;
    log.warn({ err: fault }, 'the database does not answer right now');
  });
}

function sweepRegularly(store: Store, log: Logger, cleanup: Cleanup): void {
  const sweep = () =>
    store.sweep().then(
      (count) => log.debug({ count }, 'idempotency keys that expired were taken away'),
      (error: unknown) => log.warn({ err: error }, 'idempotency keys could not be swept'),
    );
  // At once too: for those that expired while no instance ran for as long as an interval.
  repeat(sweep, SWEEP_INTERVAL_MS, cleanup);
}

runCommand(process.argv.slice(2), () => void run(readConfig(process.env)));
