import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MigrationError } from './migration_error.js';

/** One attempt: a server that is there answers in milliseconds. */
const ATTEMPT_LIMIT_MS = 5_000;
/** Short beside the start of a server. */
const ATTEMPT_INTERVAL_MS = 250;
/** Answers of a server that will soon take connections: it is starting, or has too many of them. */
const PASSING_STATES = new Set(['57P03', '53300']);

/**
 * A connection of its own for the migrations. A server that cannot be reached or is not ready is tried again
 * until the limit; one that refuses (a wrong password, no such database) is not.
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
        throw MigrationError.of(`Cannot connect to the Postgres at ${addressOf(url)}`, error);
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

function isPassing(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || PASSING_STATES.has(error.code ?? '');
}

/** Host and port without the credentials. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address given';
}
