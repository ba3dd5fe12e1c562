import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/config.js';
import { callableHost, isLoopback } from '../config/values.js';
import { helpText } from '../config/variables.js';
import { isPassing, reasonOf } from '../database/connect_failure.js';
import { DatabaseFault } from '../database/database.js';
import { MigrationError } from '../database/migration_history.js';
import { EmbeddedPostgresError } from '../local_postgres/failure.js';

const USAGE = `Usage: npm start [-- --help | --version], or docker run IMAGE [--help | --version]

Keeps the tasks of LLM agents and serves them over HTTP. Everything is set by the environment.

`;

/** Does what the options ask for: `serve` where there is none. */
export function runCommand([option]: readonly string[], serve: () => void): void {
  // What a person would read is not worth the end of the service when nobody can.
  process.stderr.on('error', () => undefined);
  if (option === undefined) serveOrRefuse(serve);
  else if (option === '--help' || option === '-h') write(USAGE + helpText());
  else if (option === '--version') write(`${readVersion()}\n`);
  else refuse([`"${option}" is not an option; --help shows what there is.`]);
}

function serveOrRefuse(serve: () => void): void {
  try {
    serve();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuse(error.problems);
  }
}

function write(text: string): void {
  process.stdout.on('error', () => undefined); // such as: its reader wanted the first lines only
  process.stdout.write(text);
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return version;
}

/** Says why there is no service, for the person who starts it and for the exit code. */
export function refuse(sentences: readonly string[]): void {
  process.stderr.write(sentences.map((sentence) => `tasklatch: ${sentence}\n`).join(''));
  process.exitCode = 1;
}

/** For the person who starts it and for the log, which may be kept elsewhere. */
export function warn(warning: string, log: Logger): void {
  process.stderr.write(`tasklatch: ${warning}\n`);
  log.warn(warning);
}

/** Says that the service listens, and how to close it where it is open to others. */
export function announce(address: AddressInfo, dataDir: string | null, config: Config, log: Logger): void {
  const { inContainer } = config;
  const keyed = config.apiKeys.length > 0;
  const isOpen = !keyed && !isLoopback(config.host);
  const open = isOpen ? howToClose({ port: address.port, inContainer }) : null;
  if (open !== null) log.warn(open);
  process.stderr.write(banner({ url: callableUrl(address), dataDir, keyed, open, inContainer }));
}

/** What a person needs to know once the service listens. */
interface BannerFacts {
  /** Where it listens, such as http://127.0.0.1:3000; an address that this machine can call. */
  readonly url: string;
  /** Folder of its own Postgres; null with a server of the operator's. */
  readonly dataDir: string | null;
  /** Whether calls need a key. */
  readonly keyed: boolean;
  /** How to close a service that whoever reaches it may change; null where it is closed. */
  readonly open: string | null;
  /** Whether the address is one inside a container. */
  readonly inContainer: boolean;
}

/** A few lines for a terminal: where the service is, its data, where an agent connects, and what to try. */
export function banner({ url, dataDir, keyed, open, inContainer }: BannerFacts): string {
  const data =
    dataDir === null
      ? 'Data   in the Postgres of DATABASE_URL'
      : `Data   ${dataDir} (this mode is for one machine; set DATABASE_URL for a server of your own)`;
  const key = keyed ? ` -H 'Authorization: Bearer YOUR_KEY'` : '';
  return [
    '',
    `Tasklatch listens on ${url}`,
    '',
    ...(open === null ? [] : [`  OPEN   ${open}`, '']),
    ...(inContainer
      ? ['  Place  inside a container; from outside, call the port that it is published at']
      : []),
    `  ${data}`,
    `  Docs   ${url}/docs`,
    `  MCP    ${url}/v1/lists/home/mcp (any name is a list; docs/agents.md has more)`,
    `  Try    curl -s ${url}/v1/lists/home/tasks -H 'Content-Type: application/json'${key} -d '{"subject":"Water the plants"}'`,
    '',
    '',
  ].join('\n');
}

/** How to close a service without keys on an address that others reach. */
export function howToClose({ port, inContainer }: { port: number; inContainer: boolean }): string {
  const local = inContainer
    ? `publish the port to this machine only (-p 127.0.0.1:${port}:${port})`
    : 'set HOST=127.0.0.1';
  return `Whoever reaches this address may read and change every list. To close it, set API_KEYS=name:a-long-secret-key, or ${local}.`;
}

/** The URL at which this machine reaches a listener: a wildcard address is not one that can be called. */
export function callableUrl(address: { readonly address: string; readonly port: number }): string {
  const host = callableHost(address.address);
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** What of the configuration explains a failure. */
interface Circumstances extends Address {
  readonly databaseUrl: string | null;
  readonly inContainer: boolean;
}

const UNUSABLE_HOST = ({ host }: Address): string =>
  `HOST ${host} is not an address that this machine can listen on; set HOST to one that is, such as 127.0.0.1.`;

const LISTEN_FAILURES: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken by another program, maybe by another tasklatch; set PORT to a free one.`,
  EACCES: ({ port }) => `Port ${port} needs more rights than this process has; set PORT to one above 1023.`,
  EADDRNOTAVAIL: UNUSABLE_HOST,
  EAFNOSUPPORT: UNUSABLE_HOST,
  EINVAL: UNUSABLE_HOST,
  ENOTFOUND: ({ host }) => `HOST ${host} cannot be found; set HOST to an address of this machine.`,
  EAI_AGAIN: ({ host }) => `HOST ${host} cannot be looked up; set HOST to an address of this machine.`,
};

/** Files have errors of the same codes. */
const LISTEN_CALLS: readonly unknown[] = ['listen', 'bind', 'getaddrinfo'];

/**
 * One sentence for the operator that says why the service does not start; null for an error that nobody
 * foresaw.
 */
export function explainStartFailure(error: unknown, circumstances: Circumstances): string | null {
  if (error instanceof MigrationError) return `${error.message}${atLoopback(error, circumstances)}`;
  if (error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof DatabaseFault) return `The Postgres does not serve this service: ${reasonOf(error)}.`;
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  if (!('syscall' in error && LISTEN_CALLS.includes(error.syscall))) return null;
  return LISTEN_FAILURES[error.code]?.(circumstances) ?? null;
}

/** An address copied from outside a container names the container itself inside. */
function atLoopback(error: MigrationError, { databaseUrl, inContainer }: Circumstances): string {
  if (!inContainer || databaseUrl === null || !isPassing(error.cause)) return '';
  const { hostname } = new URL(databaseUrl);
  if (!isLoopback(hostname.replace(/^\[|\]$/g, ''))) return '';
  return `. ${hostname} is the container itself here: name the host of the Postgres, such as its service of compose or host.docker.internal`;
}
