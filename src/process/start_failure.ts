import { isLoopback } from '../config/allowed_hosts.js';
import { isPassing, reasonOf } from '../database/connect_failure.js';
import { DatabaseFault } from '../database/database.js';
import { MigrationError } from '../database/migration_files.js';
import { EmbeddedPostgresError } from '../local_postgres/failure.js';

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
