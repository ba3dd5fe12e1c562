import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createStatement, updateStatement } from './baseline_sql.js';
import { Child } from './child.js';
import type { Cleanup } from './cleanup.js';
import type { StandInJob } from './jobs.js';
import { type Lists, listName, slotScript } from './lists.js';
import type { Operation } from './plan.js';

export interface Baseline {
  /** What stands over its column. */
  readonly name: string;
  /** Calls per second. */
  measure(operation: 'create' | 'update', lists: Lists, clients: number, seconds: number): Promise<number>;
}

export const isWrite = (operation: Operation): operation is 'create' | 'update' =>
  operation === 'create' || operation === 'update';

const RATE = /^tps = (\S+) \((?:without initial connection time|excluding connections establishing)\)$/m;

/** pgbench where there is one, else a loop of our own that sends the same statements. */
export async function openBaseline(
  command: string,
  databaseUrl: string,
  cleanup: Cleanup,
): Promise<Baseline> {
  if ((await run(command, ['--version'])) !== null) return pgbench(command, databaseUrl, cleanup);
  process.stderr.write(
    `There is no ${command} here (it comes with Postgres: "apt install postgresql", "brew install postgresql"; ` +
      'PGBENCH=/path/to/pgbench names another). A loop on the driver pg stands in for it.\n',
  );
  const child = new Child<StandInJob, number>('stand_in');
  cleanup.add(() => child.stop());
  return {
    name: 'pg loop',
    measure: (operation, lists, clients, seconds) =>
      child.run({ url: databaseUrl, operation, lists, clients, durationMs: seconds * 1_000 }),
  };
}

async function pgbench(command: string, databaseUrl: string, cleanup: Cleanup): Promise<Baseline> {
  const folder = await mkdtemp(join(tmpdir(), 'tasklatch-bench-sql-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'script.sql');
  return {
    name: 'pgbench',
    async measure(operation, lists, clients, seconds) {
      await writeFile(file, scriptOf(operation, lists, clients));
      const counts = ['-c', clients, '-j', Math.min(clients, THREADS_MAX), '-T', seconds].map(String);
      const variables = ['-n', '-M', 'prepared', '-D', 'step=0'];
      const output = await run(command, [...variables, ...counts, '-f', file, databaseUrl]);
      const rate = RATE.exec(output ?? '')?.[1];
      if (rate === undefined) throw new Error(`pgbench failed:\n${output}`);
      return Number(rate);
    },
  };
}

/** A second thread gives pgbench a few percent; more only take cores from the server. */
const THREADS_MAX = 2;

function scriptOf(operation: 'create' | 'update', lists: Lists, clients: number): string {
  const list = lists.count === 1 ? `'${listName(lists, 0)}'` : `('${lists.prefix}-' || :index)`;
  const statement = operation === 'create' ? createStatement(list) : updateStatement(list, ':number');
  return `${slotScript(lists, clients)}\n${statement};\n`;
}

/** What a command writes, or null when there is no such command. @throws Error when it fails */
async function run(command: string, args: readonly string[]): Promise<string | null> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    const [code] = await ended;
    const [output, problems] = await written;
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${problems}`);
    return output;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
