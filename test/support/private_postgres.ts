import { layoutOf } from '../../src/local_postgres/data_folder.js';
import { postgresProcessesIn, sendSignal } from '../../src/local_postgres/processes.js';
import { makeThrowaway } from './throwaway.js';

/** A server of one test file, which may be stopped, paused and killed without harm to other tests. */
export interface PrivatePostgres {
  /** The same for its whole life: a restart takes the same port. */
  readonly url: string;
  /** Of the server that runs now. */
  readonly pid: number;
  /** Ends all sessions and stops; the data stay. */
  stop(): Promise<void>;
  /** Stops where it runs, and starts on the same port and data. */
  restart(): Promise<void>;
  /** Kills the server and its workers with SIGKILL, as a crash of the machine would. */
  kill(): Promise<void>;
  /** Stops the server and its workers with SIGSTOP: connections stay open and nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops and deletes the data. */
  dispose(): Promise<void>;
}

/** Starts an embedded Postgres with a data folder of its own and an empty database. Takes 1–4 s. */
export async function startPrivatePostgres(): Promise<PrivatePostgres> {
  const throwaway = await makeThrowaway('private');
  let server = await throwaway.start();
  const { url } = server;
  const port = Number(new URL(url).port);
  const { home } = layoutOf(server.dataDir);
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await postgresProcessesIn(home)) sendSignal(pid, signal);
  };
  const stop = async () => {
    // A paused worker would hold up the end of the server.
    await signalAll('SIGCONT');
    await server.stop();
  };

  return {
    url,
    get pid() {
      return server.pid;
    },
    stop,
    async restart() {
      await stop();
      server = await throwaway.start(port);
    },
    async kill() {
      await signalAll('SIGKILL');
      await server.exited;
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async dispose() {
      await stop();
      await throwaway.remove();
    },
  };
}
