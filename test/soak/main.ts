/**
 * `npm run soak [-- SECONDS]`: 32 clients on two services and one Postgres, with kills, terminated backends,
 * swallowed answers, stalled commits and locks; afterwards each call is held against the audit log.
 */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/database/migrations.js';
import { startPrivatePostgres } from '../support/private_postgres.js';
import { ServiceProcess } from '../support/service_process.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp_proxy.js';
import { wreak } from './chaos.js';
import { Client, type Ended } from './client.js';

const CLIENTS = 32;
const SERVICES = 2;
const DEFAULT_SECONDS = 600;
/** What is on its way may land after the last answer: longer than the append's deadline and a stalled commit. */
const SETTLE_MS = 8_000;
/** Idle connections of clients are closed after 72 s. */
const REST_MS = 80_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A service at a fixed address that can be killed and started again. */
class Instance {
  #process: ServiceProcess | null = null;

  constructor(
    private readonly proxy: TcpProxy,
    private readonly databaseUrl: string,
    readonly port: number,
  ) {}

  async start(): Promise<void> {
    const url = Object.assign(new URL(this.databaseUrl), { port: String(this.proxy.port) });
    this.#process = new ServiceProcess({
      DATABASE_URL: url.href,
      PORT: String(this.port),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
    });
    await this.#process.listens();
  }

  async restart(): Promise<void> {
    await this.#process?.kill();
    this.proxy.pass();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#process?.kill();
  }

  /** What the process uses, by its own metrics. */
  async usage(): Promise<string> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    const megabytes = Math.round(read('process_resident_memory_bytes') / 1e6);
    return `${megabytes} MB, ${read('process_open_fds')} descriptors, ${read('nodejs_active_handles_total')} handles`;
  }
}

/** Calls of which more or less is stored than was said. */
async function violations(databaseUrl: string, ended: readonly Ended[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ session: string; count: number }>(
    'SELECT session, count(*)::int FROM audit_log GROUP BY session',
  );
  await client.end();
  const counts = new Map(rows.map(({ session, count }) => [session, count]));
  const found = ended.flatMap(({ session, said, answer }) => {
    const count = counts.get(session) ?? 0;
    counts.delete(session);
    const isRight = said === 'not known' ? count <= 1 : count === (said === 'stored' ? 1 : 0);
    return isRight ? [] : [`${session}: ${answer} was said to be ${said}, and is stored ${count} times`];
  });
  return [...found, ...[...counts.keys()].map((session) => `${session} is stored and nobody asked for it`)];
}

function tally(ended: readonly Ended[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { said, answer } of ended) {
    const name = `${said}: ${answer}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function soak(seconds: number): Promise<number> {
  const server = await startPrivatePostgres();
  const proxies: TcpProxy[] = [];
  const instances: Instance[] = [];
  try {
    const directory = new URL('../../sql/', import.meta.url);
    await migrate(server.url, { directory, log: () => {}, connectTimeoutMs: 10_000 });
    for (let index = 0; index < SERVICES; index += 1) {
      const proxy = await startTcpProxy(Number(new URL(server.url).port));
      proxies.push(proxy);
      const instance = new Instance(proxy, server.url, await freePort());
      instances.push(instance);
      await instance.start();
    }
    const urls = instances.map(({ port }) => `http://127.0.0.1:${port}`);
    const end = performance.now() + seconds * 1_000;
    const isOver = () => performance.now() > end;
    const clients = Array.from({ length: CLIENTS }, (_, index) => new Client(`c${index}`, urls));
    const restart = async (index: number) => instances[index]?.restart();
    const running = clients.map((client) => client.run(isOver));
    const harms = await wreak({ adminUrl: server.url, proxies, restart }, isOver);
    await Promise.all(running);
    for (const [index, instance] of instances.entries()) {
      process.stdout.write(`service ${index} after the load: ${await instance.usage()}\n`);
    }
    await sleep(SETTLE_MS);
    const ended = clients.flatMap((client) => client.ended);
    const broken = await violations(server.url, ended);
    process.stdout.write(
      `${JSON.stringify({ calls: ended.length, harms, answers: tally(ended) }, null, 2)}\n`,
    );
    for (const line of broken.slice(0, 20)) process.stdout.write(`${line}\n`);
    await sleep(REST_MS);
    for (const [index, instance] of instances.entries()) {
      process.stdout.write(`service ${index} at rest: ${await instance.usage()}\n`);
    }
    process.stdout.write(`${broken.length} violations in ${ended.length} calls over ${seconds} s\n`);
    return broken.length;
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await server.dispose();
  }
}

process.exitCode = (await soak(Number(process.argv[2] ?? DEFAULT_SECONDS))) === 0 ? 0 : 1;
