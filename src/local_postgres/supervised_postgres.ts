import { setTimeout as sleep } from 'node:timers/promises';
import { startOrRelease } from './embedded_postgres.js';
import { reasonOf } from './failure.js';
import { type HeldCluster, type HeldClusterOptions, holdCluster } from './held_cluster.js';
import { persist } from './persistence.js';
import { sendSignal } from './processes.js';
import type { Server } from './server.js';
import { finishShutdown } from './unfinished_shutdown.js';

export interface SupervisedPostgresOptions extends HeldClusterOptions {
  /** Port to take; a free one is found when it is left out. */
  readonly port?: number;
  /** Gets a sentence when the server ends by itself, and while it cannot be started again. */
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

/** The folder stays held from the first start to `stop`, so that no restart has to take it again. */
export async function superviseEmbeddedPostgres(
  options: SupervisedPostgresOptions,
): Promise<SupervisedPostgres> {
  const cluster = await holdCluster(options);
  const first = await startOrRelease(cluster, options.port);
  const stopping = new AbortController();
  const supervision = supervise(cluster, first, options.warn, stopping.signal);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await supervision.server().stop();
    await supervision.ended; // a start that was under way has ended now
    await supervision.server().stop();
    await cluster.release();
  };

  return {
    url: cluster.urlOf(first),
    dataDir: cluster.layout.dataDir,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    abandon() {
      stopping.abort();
      endAtOnce(supervision.server());
    },
  };
}

interface Supervision {
  /** The latest server that was started. */
  server(): Server;
  /** Resolves when no server is started any more. */
  readonly ended: Promise<void>;
}

function supervise(
  cluster: HeldCluster,
  first: Server,
  warn: (message: string) => void,
  stopping: AbortSignal,
): Supervision {
  let server = first;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
  const watch = async () => {
    for (;;) {
      finishShutdown(server, cluster.layout).catch((error) => warn(reasonOf(error)));
      await server.exited;
      if (stopping.aborted) return;
      warn('The embedded Postgres ended by itself; it is being started again.');
      const next = await persist(() => cluster.start(first.port), { pause, stopping, warn });
      if (next === null) return;
      server = next;
    }
  };
  return { server: () => server, ended: watch() };
}

function endAtOnce({ pid }: Server): void {
  sendSignal(pid, 'SIGQUIT'); // Postgres: immediate shutdown; the log is replayed at the next start
  sendSignal(pid, 'SIGCONT'); // a paused process acts on a signal only when it goes on
}
