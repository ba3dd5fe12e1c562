import { setTimeout as sleep } from 'node:timers/promises';
import type { Layout } from './layout.js';
import { readPostmaster } from './postmaster.js';
import type { Server } from './server.js';

/** Writes are refused for so long at most before the end is hastened; one small file is read each time. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * Ends a server that somebody else told to shut down. A plain SIGTERM makes Postgres refuse new sessions and
 * wait for the present ones to end, which pooled connections never do. Resolves when the server has ended;
 * rejects with EmbeddedPostgresError where it does not end.
 */
export async function finishShutdown(server: Server, layout: Layout): Promise<void> {
  const ended = new AbortController();
  void server.exited.then(() => ended.abort());
  while (!ended.signal.aborted) {
    const found = await readPostmaster(layout);
    if (found?.pid === server.pid && found.stopping) return server.stop();
    await sleep(LOOK_INTERVAL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {});
  }
}
