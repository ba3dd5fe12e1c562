import { type HeldCluster, type HeldClusterOptions, holdCluster } from './held_cluster.js';
import type { Server } from './server.js';

export interface EmbeddedPostgresOptions extends HeldClusterOptions {
  /** Port to take; a free one is found when it is left out. */
  readonly port?: number;
}

/** A running Postgres that belongs to this process alone. */
export interface EmbeddedPostgres {
  /** Connects as the owner of everything; holds the password. */
  readonly url: string;
  readonly pid: number;
  /** The data folder that was asked for, as an absolute path. */
  readonly dataDir: string;
  /** Whether this start set up the data. */
  readonly created: boolean;
  /** Resolves when the server has ended, by `stop` or by itself. */
  readonly exited: Promise<void>;
  /** Stops the server, keeps the data and gives the folder free. Safe to call again. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm installed on the data in a folder, as a child of this process.
 *
 * Survives what a machine does to it: a service killed with its server left running, a server killed, an
 * interrupted set-up. Rejects with EmbeddedPostgresError, whose message says what to do, when another
 * service uses the folder, when the folder is not this service's, or when Postgres cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await holdCluster(options);
  return handleOf(await startOrRelease(cluster, options.port), cluster);
}

/** Starts the first server of a cluster; one that does not start leaves nothing held. */
export async function startOrRelease(cluster: HeldCluster, port?: number): Promise<Server> {
  try {
    return await cluster.start(port);
  } catch (error) {
    await cluster.release();
    throw error;
  }
}

function handleOf(server: Server, cluster: HeldCluster): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    await cluster.release();
  };
  return {
    url: cluster.urlOf(server),
    pid: server.pid,
    dataDir: cluster.layout.dataDir,
    created: cluster.created,
    exited: server.exited,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
