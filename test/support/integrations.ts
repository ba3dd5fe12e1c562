import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { appOn, listen } from '../http/harness.js';
import {
  INSTALL_LIMIT_MS,
  INTEGRATIONS,
  installIntegrations,
  nodeOfIntegrations,
} from './integrations_install.js';
import { type Instance, pick, useInstances } from './service.js';

const run = promisify(execFile);

/** What a script reports is a few definitions and texts. */
const OUTPUT_MAX_BYTES = 4_194_304;
/** A script that hangs fails by itself, before its test does. */
const RUN_LIMIT_MS = 50_000;

export const KEY = 'the-key-of-the-integrations';
export const PRINCIPAL = 'integrations';

/** The running app that the scripts talk to. */
export interface IntegrationsServer {
  readonly app: FastifyInstance;
  readonly instance: Instance;
  /** The protocol revisions that came in the headers of the requests to a list over MCP, each once. */
  revisionsOf(list: string): readonly string[];
  /** Runs a file of integrations/; gives what it prints. */
  run(file: string): Promise<string>;
  /** Runs a script of integrations/scripted; gives what it reports. */
  runScript<Report>(name: string): Promise<Report>;
}

/** The app that the process runs, listening, with a key; and the packages of integrations/. Ready in tests. */
export function useIntegrations(): () => IntegrationsServer {
  const world = useInstances(1);
  let server: IntegrationsServer;
  beforeAll(installIntegrations, INSTALL_LIMIT_MS);
  beforeAll(async () => {
    const instance = pick(world.instances, 0);
    const keys = [{ principal: PRINCIPAL, key: KEY, lists: ['*'] }];
    const { app } = await appOn(instance.service, { keys });
    const revisions = watchRevisions(app);
    const url = `http://127.0.0.1:${await listen(app)}`;
    server = {
      app,
      instance,
      revisionsOf: (list) => [...(revisions.get(list) ?? [])],
      run: (file) => runFile(file, { TASKLATCH_URL: url, TASKLATCH_KEY: KEY }),
      runScript: async (name) => JSON.parse(await server.run(`scripted/${name}.ts`)),
    };
  });
  afterAll(() => server.app.close());
  return () => server;
}

function watchRevisions(app: FastifyInstance): ReadonlyMap<string, ReadonlySet<string>> {
  const revisions = new Map<string, Set<string>>();
  app.addHook('onRequest', async ({ url, headers }) => {
    const [, list = ''] = /^\/v1\/lists\/([^/]+)\/mcp$/.exec(url) ?? [];
    const revision = headers['mcp-protocol-version'];
    if (typeof revision !== 'string') return;
    revisions.set(list, (revisions.get(list) ?? new Set()).add(revision));
  });
  return revisions;
}

async function runFile(file: string, place: Record<string, string>): Promise<string> {
  const { stdout } = await run(await nodeOfIntegrations(), [path.join(INTEGRATIONS, file)], {
    // Nothing of the machine's own, so that no key of a vendor and no tracing of a runtime gets in.
    env: { PATH: process.env.PATH, OPENAI_AGENTS_DISABLE_TRACING: '1', ...place },
    maxBuffer: OUTPUT_MAX_BYTES,
    timeout: RUN_LIMIT_MS,
  });
  return stdout;
}

/** Checks the types of every file of integrations/; gives what the compiler says. */
export async function checkTypes(): Promise<string> {
  const tsc = path.join(INTEGRATIONS, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(await nodeOfIntegrations(), [tsc, '--project', INTEGRATIONS]).catch(
    // tsc says what is wrong on its output, and ends with a code of its own.
    (error: Error & { stdout: string }) => error,
  );
  return stdout;
}
