import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  filesPerFolder,
  folderCycles,
  functionsOf,
  longestChain,
  quantile,
  readSources,
  type SourceFile,
} from './house.js';

/**
 * Prints the figures of the house: `npx tsx scripts/house_figures.ts [folder of a checkout]`.
 *
 * The files that run for one call are counted in the real service, built and with a Postgres of its own: V8's
 * precise coverage is read and forgotten after a first call of the same kind, and read again after one
 * task_update, by `node --import scripts/coverage_hook.mjs`. A file counts when one of its functions ran; hooks
 * of Fastify, the log and the metrics of the call are in it, what runs when a module loads is not.
 */

const ROOT = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../', import.meta.url)));
const HOOK = new URL('coverage_hook.mjs', import.meta.url).href;
/** Timers and the last lines of a call come within it. */
const SETTLED_MS = 300;

function printSources(files: readonly SourceFile[]): void {
  const lines = files.map((file) => file.lines);
  const longest = files.reduce((best, file) => (file.lines > best.lines ? file : best));
  const functions = files.flatMap((file) => functionsOf(file).map((each) => each.lines));
  const full = [...filesPerFolder(files)].sort((a, b) => b[1] - a[1]);
  const chain = longestChain(files, 'main.ts');
  const cycles = folderCycles(files).map((group) => group.join(' '));
  const rows: readonly (readonly [string, unknown])[] = [
    ['files in src', files.length],
    ['lines', lines.reduce((sum, count) => sum + count, 0)],
    ['lines of a file, median', quantile(lines, 0.5)],
    ['lines of a file, most', `${longest.lines} (${longest.file})`],
    ['files of at most 30 lines', lines.filter((count) => count <= 30).length],
    ['lines of a function, p90', quantile(functions, 0.9)],
    ['lines of a function, most', Math.max(...functions)],
    ['import depth from main', chain.length],
    ['cycles between folders', cycles.length === 0 ? 'none' : cycles.join(' | ')],
    ['files per folder', full.map(([folder, count]) => `${folder || '(top)'} ${count}`).join(', ')],
    ['longest chain', chain.join(' > ')],
  ];
  for (const [name, value] of rows) console.log(`${name}: ${value}`);
}

async function printCalls(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tasklatch-figures-'));
  const service = fork(path.join(ROOT, 'scripts/run.mjs'), ['main'], {
    execArgv: ['--import', HOOK],
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(service, 'exit');
  try {
    const url = await urlOf(service);
    await printCall(service, 'tool door', (args) => post(`${url}/v1/lists/home/tools/task_update`, args));
    await printCall(service, 'MCP', (args) =>
      post(`${url}/v1/lists/home/mcp`, {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'task_update', arguments: args },
      }),
    );
  } finally {
    service.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function urlOf(service: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of service.stderr ?? []) {
    said += chunk;
    const url = /Tasklatch listens on (\S+)\n/.exec(said)?.[1];
    if (url !== undefined) {
      await post(`${url}/v1/lists/home/tools/task_create`, { subject: 'Count' });
      return url;
    }
  }
  throw new Error(`The service did not start: ${said}`);
}

/** The version that the task has, which each call moves on by one. */
let version = 1;

async function printCall(
  service: ChildProcess,
  door: string,
  call: (args: unknown) => Promise<void>,
): Promise<void> {
  const next = async (): Promise<readonly string[]> => {
    const status = version % 2 === 1 ? 'in_progress' : 'pending';
    await call({ id: '1', expectedVersion: version, patch: { status } });
    version += 1;
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    service.send('take');
    // The hook answers with the files.
    const [{ files }] = (await once(service, 'message')) as [{ files: readonly string[] }];
    return files;
  };
  await next();
  const files = await next();
  console.log(`files run by one task_update, ${door}: ${files.length}`);
  console.log(`  ${files.join(' ')}`);
}

/** @throws Error where the answer is a refusal: nothing would be counted of what should have run */
async function post(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok || text.includes('"isError":true'))
    throw new Error(`${answer.status} ${text.slice(0, 300)}`);
}

printSources(readSources(path.join(ROOT, 'src')));
await printCalls();
