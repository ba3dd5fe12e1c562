import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from './app.js';
import { type Config, ConfigError, readConfig } from './config/config.js';
import { isLoopback } from './config/values.js';
import { helpText } from './config/variables.js';
import { isPassing } from './database/connect_failure.js';
import { connectEngine } from './database/engine.js';
import { migrate } from './database/migrations.js';
import { superviseEmbeddedPostgres } from './local_postgres/embedded.js';
import { createObserver } from './metrics.js';
import { Cleanup, closeOnSignals } from './process/closing.js';
import { createLog } from './process/log_output.js';
import { banner, callableUrl, explainStartFailure, howToClose } from './process/start.js';
import { Refusal } from './refusals/refusal.js';
import { createService } from './service.js';
import { createStore, type Store } from './store.js';

/** Keys outlive their promise by this at most; they are few, and the sweep is one small statement. */
const SWEEP_INTERVAL_MS = 3_600_000;

const USAGE = `Usage: npm start [-- --help | --version], or docker run IMAGE [--help | --version]

Keeps the tasks of LLM agents and serves them over HTTP. Everything is set by the environment.

`;

function main(): void {
  // What a person would read is not worth the end of the service when nobody can.
  process.stderr.on('error', () => undefined);
  const [option] = process.argv.slice(2);
  if (option === undefined) runFromEnvironment();
  else if (option === '--help' || option === '-h') write(USAGE + helpText());
  else if (option === '--version') write(`${readVersion()}\n`);
  else refuse([`"${option}" is not an option; --help shows what there is.`]);
}

function runFromEnvironment(): void {
  try {
    void run(readConfig(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuse(error.problems);
  }
}

function write(text: string): void {
  process.stdout.on('error', () => undefined); // such as: its reader wanted the first lines only
  process.stdout.write(text);
}

/** For the person who starts it and for the log, which may be kept elsewhere. */
function tell(warning: string, log: Logger): void {
  process.stderr.write(`tasklatch: ${warning}\n`);
  log.warn(warning);
}

function refuse(sentences: readonly string[]): void {
  process.stderr.write(sentences.map((sentence) => `tasklatch: ${sentence}\n`).join(''));
  process.exitCode = 1;
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return version;
}

async function run(config: Config): Promise<void> {
  const { log, drained } = createLog(config.logLevel);
  for (const warning of config.warnings) tell(warning, log);
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

/** The database of DATABASE_URL, or one of the service's own. */
async function openDatabase(
  config: Config,
  log: Logger,
  cleanup: Cleanup,
): Promise<{ url: string; dataDir: string | null }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, dataDir: null };
  const starting = superviseEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
    warn: (message) => log.error(message),
    environment: process.env,
  });
  cleanup.add(async () => (await starting.catch(() => null))?.stop());
  const postgres = await starting;
  cleanup.abandon = () => postgres.abandon();
  return { url: postgres.url, dataDir: postgres.dataDir };
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
  void sweep(); // those that expired while no instance ran for as long as an interval
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  cleanup.add(async () => clearInterval(timer));
}

function announce(address: AddressInfo, dataDir: string | null, config: Config, log: Logger): void {
  const { inContainer } = config;
  const keyed = config.apiKeys.length > 0;
  const isOpen = !keyed && !isLoopback(config.host);
  const open = isOpen ? howToClose({ port: address.port, inContainer }) : null;
  if (open !== null) log.warn(open);
  process.stderr.write(banner({ url: callableUrl(address), dataDir, keyed, open, inContainer }));
}

main();
