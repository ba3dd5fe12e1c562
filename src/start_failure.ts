import { EmbeddedPostgresError } from './store/embedded/failure.js';
import { MigrationError } from './store/migration_error.js';

interface Address {
  readonly host: string;
  readonly port: number;
}

const LISTEN_FAILURES: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken by another program, maybe by another tasklatch; set PORT to a free one.`,
  EACCES: ({ port }) => `Port ${port} needs more rights than this process has; set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine; set HOST to one that is.`,
  ENOTFOUND: ({ host }) => `HOST ${host} cannot be found; set HOST to an address of this machine.`,
};

/**
 * One sentence for the operator that says why the service does not start; null for an error that nobody
 * foresaw.
 */
export function explainStartFailure(error: unknown, address: Address): string | null {
  if (error instanceof EmbeddedPostgresError || error instanceof MigrationError) return error.message;
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return LISTEN_FAILURES[error.code]?.(address) ?? null;
}
