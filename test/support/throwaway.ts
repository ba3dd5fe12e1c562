import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutOf } from '../../src/local_postgres/data_folder.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/local_postgres/embedded.js';
import { postmasterFile } from '../../src/local_postgres/processes.js';

/** A data folder in the system's temporary folder that does not outlive this process. */
export interface Throwaway {
  readonly dataDir: string;
  /** Starts an embedded Postgres on it; a free port when none is given. */
  start(port?: number): Promise<EmbeddedPostgres>;
  /** Deletes it. The server on it has been stopped before. */
  remove(): Promise<void>;
}

/** Ends the server and deletes its data when its input ends without the word that all is done. */
const WATCH = 'read -r word; [ "$word" = done ] || { kill -QUIT "$(head -n 1 "$1")"; sleep 1; rm -rf "$2"; }';

/**
 * Makes such a folder. A run of tests may be ended by any signal, and a server left behind would run for
 * ever: a shell beside it waits for the end of this process, which closes the pipe between them.
 */
export async function makeThrowaway(purpose: string): Promise<Throwaway> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), `tasklatch-${purpose}-`)));
  const watcher = spawn('sh', ['-c', WATCH, 'sh', postmasterFile(layoutOf(dataDir)), dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return {
    dataDir,
    start: (port) =>
      startEmbeddedPostgres({
        dataDir,
        log: () => undefined,
        environment: process.env,
        ...(port && { port }),
      }),
    async remove() {
      watcher.ref();
      watcher.stdin.end('done\n');
      if (watcher.exitCode === null) await once(watcher, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
