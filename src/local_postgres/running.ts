import { readFile, realpath } from 'node:fs/promises';
import { ROLE, readPassword } from './cluster.js';
import { layoutOf } from './layout.js';
import { postmasterFile, readPostmaster } from './postmaster.js';
import { postgresProcessesIn } from './processes.js';

/** Number of the line with the port in postmaster.pid, counted from 0. */
const PORT_LINE = 3;

/** The URL of the server that a running service keeps on a data folder; null when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const layout = layoutOf(dataDir);
  const postmaster = await readPostmaster(layout);
  if (!postmaster?.ready) return null;
  // A copy of a folder that is in use names the server of the original.
  const home = await realpath(layout.home);
  if (!(await postgresProcessesIn(home)).includes(postmaster.pid)) return null;
  const port = (await readFile(postmasterFile(layout), 'utf8')).split('\n')[PORT_LINE];
  return `postgres://${ROLE}:${await readPassword(layout)}@127.0.0.1:${port}/postgres?sslmode=disable`;
}
