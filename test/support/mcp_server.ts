import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { HttpConfig } from '../../src/app.js';
import { appOn, type Line, listen } from '../http/harness.js';
import { type Instance, pick, useInstances } from './service.js';

/** The app that runs, listening on a free port of this machine. */
export interface McpServer {
  readonly app: FastifyInstance;
  readonly instance: Instance;
  readonly port: number;
  /** What the app logged so far. */
  readonly lines: readonly Line[];
  /** The address of every tool of a list; `default` when none is named. */
  urlOf(list?: string): string;
}

/** A server on a database of this test file; ready in tests, not before. */
export function useMcpServer(http: Partial<HttpConfig> = {}): () => McpServer {
  const world = useInstances(1);
  let server: McpServer;
  beforeAll(async () => {
    const instance = pick(world.instances, 0);
    const { app, lines } = await appOn(instance.service, http);
    const port = await listen(app);
    const urlOf = (list?: string) =>
      `http://127.0.0.1:${port}${list === undefined ? '' : `/v1/lists/${list}`}/mcp`;
    server = { app, instance, port, lines, urlOf };
  });
  afterAll(() => server.app.close());
  return () => server;
}
