import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { ServiceProcess } from './support/service_process.js';

const CHECK = fileURLToPath(new URL('../src/health_check.ts', import.meta.url));

let database: TestDatabase;
const stubs: Server[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => {
  for (const stub of stubs.splice(0)) stub.close();
});

afterAll(() => database.drop());

/** What listens in place of the service; gives its port. */
async function answering(status: number, host: string, port = 0): Promise<number> {
  const stub = createServer((_, response) => response.writeHead(status).end());
  stubs.push(stub);
  await new Promise<void>((resolve, reject) => stub.on('error', reject).listen(port, host, resolve));
  return (stub.address() as AddressInfo).port;
}

function check(environment: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const env = { PATH: process.env.PATH, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', CHECK], { env }, (error, _, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stderr });
    });
  });
}

const HEALTHY = { code: 0, stderr: '' };

test('F50: it asks at the address that is listened on, past every proxy of the environment', async () => {
  const proxies = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:9',
    http_proxy: 'http://127.0.0.1:9',
  };
  const port = await answering(200, '127.0.0.2');
  expect(await check({ ...proxies, HOST: '127.0.0.2', PORT: String(port) })).toEqual(HEALTHY);
  expect(await check({ ...proxies, HOST: '0.0.0.0', PORT: String(await answering(200, '0.0.0.0')) })).toEqual(
    HEALTHY,
  );
  expect(await check({ PORT: String(await answering(200, '127.0.0.1')), HOST: ' ' })).toEqual(HEALTHY);
  expect(await check({ HOST: '::', PORT: String(await answering(200, '::')) })).toEqual(HEALTHY);
});

test('F50: a port that browsers and fetch keep from is asked like any other', async () => {
  const port = await answering(200, '127.0.0.1', 6_000).catch(() => answering(200, '127.0.0.1', 4_190));
  expect(await check({ PORT: String(port) })).toEqual(HEALTHY);
});

test('F50: nobody there, a foreign answer and a service that closes are not healthy', async () => {
  const closed = await answering(200, '127.0.0.1');
  stubs.splice(0).forEach((stub) => void stub.close());
  expect(await check({ PORT: String(closed) })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^tasklatch: not healthy: .*ECONNREFUSED.*\n$/),
  });
  const port = await answering(503, '127.0.0.1');
  expect(await check({ PORT: String(port) })).toEqual({
    code: 1,
    stderr: 'tasklatch: not healthy: it answered 503\n',
  });
});

test.runIf(process.platform === 'linux')(
  'F50: with PORT=0 it finds the port that the service was given',
  async () => {
    expect(await check({ PORT: '0', HOST: '127.0.0.9' })).toMatchObject({ code: 1 });
    const service = new ServiceProcess({ DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.9' });
    await service.listens();
    expect(await check({ PORT: '0', HOST: '127.0.0.9' })).toEqual(HEALTHY);
    await service.kill();
  },
);
