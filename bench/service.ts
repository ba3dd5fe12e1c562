import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** Those of `npm start`. */
const FLAGS = ['--max-semi-space-size=8'];
/** A start takes half a second; one that takes longer than this hangs. */
const START_LIMIT_MS = 30_000;
/** Longer than the service's own patience with calls under way. */
const STOP_LIMIT_MS = 12_000;
const LISTENS = /Tasklatch listens on http:\/\/\S+:(\d+)\n/;
const RESIDENT_BYTES = /^process_resident_memory_bytes (\S+)$/m;

/** Warnings only: the request log is off, as the log of the empty route is. */
export const LOG_LEVEL = 'warn';

export interface ServiceProcess {
  readonly port: number;
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the built service, as `npm start` does, on a database and a free port. */
export async function startService(databaseUrl: string): Promise<ServiceProcess> {
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [...FLAGS, MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  };
  try {
    const port = await readPort(child.stderr, ended);
    return { port, stop, residentBytes: () => readResidentBytes(port) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readPort(stderr: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<number> {
  let text = '';
  const listening = new Promise<string>((resolve) => {
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const port = LISTENS.exec(text)?.[1];
      if (port !== undefined) resolve(port);
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, START_LIMIT_MS);
  });
  const port = await Promise.race([listening, ended.then(() => null), late]);
  clearTimeout(timer);
  if (typeof port !== 'string') throw new Error(`The service did not start:\n${text}`);
  return Number(port);
}

async function readResidentBytes(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const bytes = RESIDENT_BYTES.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error('The metrics of the service do not tell its resident memory.');
  return Number(bytes);
}
