import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded_postgres.js';
import { reasonOf } from './failure.js';

export interface SupervisedPostgresOptions extends EmbeddedPostgresOptions {
  /** Gets one sentence for each time that the server ends by itself or cannot be started again. */
  readonly warn: (message: string) => void;
}

/** An embedded Postgres that is started again, at the same address, when it ends by itself. */
export interface SupervisedPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** Stops the server and keeps the data. Safe to call again. */
  stop(): Promise<void>;
  /** Tells the server to end at once, without waiting for it: for a process that is about to end itself. */
  abandon(): void;
}

/** Short for a caller that retries, long enough that a server which fails at once does not fill the log. */
const RESTART_PAUSE_MS = 1_000;

export async function superviseEmbeddedPostgres(
  options: SupervisedPostgresOptions,
): Promise<SupervisedPostgres> {
  let server = await startEmbeddedPostgres(options);
  const { url, dataDir } = server;
  const port = Number(new URL(url).port);
  const stopping = new AbortController();

  const watch = async () => {
    for (;;) {
      await server.exited;
      if (stopping.signal.aborted) return;
      options.warn('The embedded Postgres ended by itself; it is being started again.');
      await server.stop(); // it is not running, but its folder is still held
      const next = await startAgain({ ...options, port }, stopping.signal);
      if (next === null) return;
      server = next;
    }
  };
  const watching = watch();

  return {
    url,
    dataDir,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching; // a start that was under way has ended now
      await server.stop();
    },
    abandon() {
      stopping.abort();
      endAtOnce(server);
    },
  };
}

/** Tries until it starts; null when it is not wanted any more. */
async function startAgain(
  options: SupervisedPostgresOptions,
  stopping: AbortSignal,
): Promise<EmbeddedPostgres | null> {
  while (!stopping.aborted) {
    try {
      return await startEmbeddedPostgres(options);
    } catch (error) {
      options.warn(reasonOf(error));
    }
    await sleep(RESTART_PAUSE_MS, undefined, { signal: stopping }).catch(() => {});
  }
  return null;
}

function endAtOnce({ pid }: EmbeddedPostgres): void {
  try {
    process.kill(pid, 'SIGQUIT'); // Postgres: immediate shutdown; the log is replayed at the next start
    process.kill(pid, 'SIGCONT'); // a paused process acts on a signal only when it goes on
  } catch {
    // It has ended already.
  }
}
