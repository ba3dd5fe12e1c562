import { request } from 'node:http';
import { makeThrowaway } from './throwaway.js';

/** A Postgres server that may make and drop databases. */
export interface TestServer {
  readonly url: string;
  /** Whether it was started for this run, and ends with it. */
  readonly isOurs: boolean;
  stop(): Promise<void>;
}

/** What production runs beside in docker-compose.yml. */
const CONTAINER_IMAGE = 'postgres:17-alpine';
const DEFAULT_DOCKER_SOCKET = '/var/run/docker.sock';
/** An engine answers on its socket in a millisecond; one on another machine in some more. */
const PING_LIMIT_MS = 1_000;

/**
 * The server that TEST_DATABASE_URL names, else a container where an engine runs, else the embedded
 * Postgres.
 */
export async function startTestServer(environment: NodeJS.ProcessEnv): Promise<TestServer> {
  const given = environment.TEST_DATABASE_URL;
  if (given) return { url: given, isOurs: false, stop: async () => undefined };
  if (await dockerAnswers(environment.DOCKER_HOST)) {
    try {
      return await startContainer();
    } catch (error) {
      console.warn(`No container could be started, so the embedded Postgres is used: ${String(error)}`);
    }
  }
  return startEmbedded();
}

async function startContainer(): Promise<TestServer> {
  // Loaded only where it is used: it takes longer to load than the embedded Postgres takes to start.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(CONTAINER_IMAGE).start();
  return { url: container.getConnectionUri(), isOurs: true, stop: async () => void (await container.stop()) };
}

async function startEmbedded(): Promise<TestServer> {
  const throwaway = await makeThrowaway('test');
  const server = await throwaway.start();
  const stop = async () => {
    await server.stop();
    await throwaway.remove();
  };
  return { url: server.url, isOurs: true, stop };
}

/** Whether a Docker engine answers: its command line tool may be there without one. */
async function dockerAnswers(host: string | undefined): Promise<boolean> {
  const address = host === undefined ? { socketPath: DEFAULT_DOCKER_SOCKET } : addressOf(host);
  return new Promise((resolve) => {
    const ping = request({ ...address, path: '/_ping', timeout: PING_LIMIT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
}

function addressOf(host: string): { socketPath: string } | { host: string; port: string } {
  const url = new URL(host);
  if (url.protocol === 'unix:') return { socketPath: url.pathname };
  return { host: url.hostname, port: url.port || '2375' };
}
