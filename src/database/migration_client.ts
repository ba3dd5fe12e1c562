import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isPassing, reasonOf } from './connect_failure.js';
import { MigrationError } from './migration_error.js';

/** One attempt: a server that is there answers in milliseconds. */
const ATTEMPT_LIMIT_MS = 5_000;
/** Short beside the start of a server. */
const ATTEMPT_INTERVAL_MS = 250;
/**
 * A connection of its own for the migrations. A server that cannot be reached or is not ready is tried again
 * until the limit; what cannot pass by itself (a wrong password, no TLS) is not.
 */
export async function connectWithin(
  url: string,
  limitMs: number,
  log: (message: string) => void,
): Promise<pg.Client> {
  const deadline = AbortSignal.timeout(limitMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect(url);
    } catch (error) {
      if (deadline.aborted || !isPassing(error)) {
        const reason = reasonOf(error);
        throw new MigrationError(`Cannot connect to the Postgres at ${addressOf(url)}: ${reason}`, {
          cause: error,
        });
      }
      if (attempt === 1) log(`Waiting for the Postgres at ${addressOf(url)}.`);
      await sleep(Math.min(ATTEMPT_INTERVAL_MS, limitMs));
    }
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tasklatch migrations',
    connectionTimeoutMillis: ATTEMPT_LIMIT_MS,
    keepAlive: true,
  });
  // A lost connection also rejects the statement under way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Host and port without the credentials. A socket on this machine is named by a parameter. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the address given';
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? host;
}
