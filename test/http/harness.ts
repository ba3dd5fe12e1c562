import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { HttpConfig } from '../../src/app.js';
import { buildApp } from '../../src/app.js';
import type { Problem } from '../../src/problems/problem.js';
import type { Service } from '../../src/service.js';
import { watch } from '../support/contract.js';
import { pick, useInstances } from '../support/service.js';

export const JSON_TYPE = { 'content-type': 'application/json' } as const;
export const MERGE_PATCH_TYPE = { 'content-type': 'application/merge-patch+json' } as const;

const HTTP: HttpConfig = {
  keys: [],
  allowedHosts: [],
  publicUrl: null,
  rateLimitPerMinute: 0,
  requestTimeoutMs: 30_000,
};

/** A log line, parsed. */
export type Line = Readonly<Record<string, unknown>>;

export interface TestApp {
  readonly app: FastifyInstance;
  /** What the app logged so far. */
  readonly lines: readonly Line[];
}

/** The app that the process runs, on any service; every answer is held against openapi.yaml. */
export async function appOn(service: Service, http: Partial<HttpConfig> = {}): Promise<TestApp> {
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = await buildApp({ service, log, http: { ...HTTP, ...http }, newRequestId: randomUUID });
  watch(app);
  return { app, lines };
}

/** The app on a database of this test file; ready in tests, not before. */
export function useApp(http: Partial<HttpConfig> = {}): () => FastifyInstance {
  const world = useInstances(1);
  let built: TestApp;
  beforeAll(async () => {
    built = await appOn(pick(world.instances, 0).service, http);
  });
  afterAll(() => built.app.close());
  return () => built.app;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Of a JSON answer. */
  json<Value = Record<string, unknown>>(): Value;
  /** Of a refusal. */
  problem(): Problem;
}

export async function send(
  app: FastifyInstance,
  method: NonNullable<InjectOptions['method']>,
  url: string,
  options: { headers?: Record<string, string>; body?: unknown; raw?: string | Buffer } = {},
): Promise<Answer> {
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers = { ...(payload === undefined ? {} : JSON_TYPE), ...options.headers };
  const response = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: () => JSON.parse(response.body),
    problem: () => JSON.parse(response.body),
  };
}

/** Code and path of each issue of a refusal, such as `conflict id`. */
export function issuesOf(answer: Answer): string[] {
  return (answer.problem().issues ?? []).map(({ code, path }) => `${code} ${path}`);
}

/** A service that fails any call that a test does not expect. */
export function stubService(methods: Partial<Service>): Service {
  const unexpected = () => Promise.reject(new Error('The test does not expect this call.'));
  return {
    call: unexpected,
    head: unexpected,
    lists: unexpected,
    events: unexpected,
    ping: unexpected,
    ...methods,
  };
}

/** A promise that a test settles itself. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Listens on a free port of this machine. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port; // it listens on a port
}

/** Everything that comes back on one connection until the server closes it. */
export async function exchange(port: number, ...chunks: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.on('error', () => {}); // a reset ends it like a close
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const chunk of chunks) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]);
  }
  await closed;
  return received;
}

/** The status lines of what came back on one connection. */
export function statusLines(received: string): string[] {
  return received.match(/HTTP\/1\.1 \d{3} [A-Za-z ]+/g) ?? [];
}

/** The problem at the end of what came back on one connection. */
export function lastProblem(received: string): Problem {
  return JSON.parse(received.slice(received.lastIndexOf('\r\n\r\n') + 4));
}
