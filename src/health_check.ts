import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callableHost, DEFAULT_HOST, DEFAULT_PORT } from './config/values.js';

/**
 * The process of the image's health check: exit code 0 while the service of this machine answers `/livez`.
 * Alive, not ready: a restart does not help a service whose database is away. It reads HOST and PORT as the
 * service does, and nothing else of the environment, so that a secret that is replaced does no harm here.
 */

/** Below the 5 s that the engine gives a check. */
const ANSWER_LIMIT_MS = 4_000;

function main(): void {
  const port = portOf(process.env.PORT);
  if (port === undefined) fail('no service listens here');
  else ask(port);
}

function ask(port: number): void {
  const asked = request({
    host: callableHost(process.env.HOST?.trim() || DEFAULT_HOST),
    port,
    path: '/livez',
    // Not the global one, which may go by a proxy of the environment.
    agent: new Agent(),
    timeout: ANSWER_LIMIT_MS,
  });
  asked.on('response', (response) => {
    response.resume();
    if (response.statusCode !== 200) fail(`it answered ${response.statusCode}`);
  });
  asked.on('timeout', () => asked.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS} ms`)));
  asked.on('error', ({ message }) => fail(message));
  asked.end();
}

/** With PORT=0 the system chose one, which is found where the system shows it. */
function portOf(text: string | undefined): number | undefined {
  const port = text?.trim() ? Number(text) : DEFAULT_PORT;
  return port === 0 ? listeningPort() : port;
}

/** The service's own script, whatever this one was compiled to, and the one that `npm start` runs. */
const SERVICES = ['./main', '../scripts/run'].map((path) => {
  return fileURLToPath(new URL(path, import.meta.url));
});

function listeningPort(): number | undefined {
  const sockets = new Set(processes().flatMap(socketsOf));
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(listeners).find(({ inode }) => sockets.has(inode))?.port;
}

function processes(): string[] {
  const pids = orNone(() => readdirSync('/proc')).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => orNone(() => [isService(pid)]).includes(true));
}

function isService(pid: string): boolean {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const folder = readlinkSync(`/proc/${pid}/cwd`);
  return words.some((word) => SERVICES.includes(resolve(folder, word).replace(/\.m?[jt]s$/, '')));
}

/** Inodes of the sockets that a process has open. */
function socketsOf(pid: string): string[] {
  const open = orNone(() => readdirSync(`/proc/${pid}/fd`));
  const targets = open.flatMap((fd) => orNone(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)]));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

/** State of a socket that listens, as the kernel writes it. */
const LISTEN = '0A';

function listeners(file: string): { inode: string; port: number }[] {
  const [, ...lines] = orNone(() => readFileSync(file, 'utf8').trim().split('\n'));
  return lines.flatMap((line) => {
    // Number, local address, remote address, state, five more, inode.
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTEN ? [{ inode, port: Number.parseInt(local.split(':')[1] ?? '', 16) }] : [];
  });
}

/** What is gone or hidden by the time that it is looked at counts as nothing. */
function orNone<Item>(read: () => Item[]): Item[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function fail(reason: string): void {
  process.stderr.write(`tasklatch: not healthy: ${reason}\n`);
  process.exitCode = 1;
}

main();
