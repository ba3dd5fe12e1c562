import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, installClients, TSX } from '../support/clients.js';
import { useMcpServer } from '../support/mcp_server.js';
import { INSTALL_LIMIT_MS, type PackageTree, type ProgramRun, runProgram } from '../support/package_tree.js';

/**
 * Clients that generators make of the document as the service serves it, compiled and run. What each program does
 * stands in tools/programs; none of them is told where the service is, but for openapi-fetch, which always is.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEY = 'the-key-of-generated-clients';
/** The generators run side by side on two cores. */
const GENERATE_LIMIT_MS = 120_000;
const OPENAPI_TYPESCRIPT = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');

const server = useMcpServer({ keys: [{ principal: 'ann', key: KEY, lists: ['*'] }] });
let tree: PackageTree;
let work: string;

/** By what each makes, from both forms of the document. */
function commands(json: string, yaml: string): Record<string, string[]> {
  const bin = (name: string) => tree.fileOf(name);
  return {
    hey_api: [
      ...[bin('@hey-api/openapi-ts/bin/run.js'), '-i', yaml, '-o', 'generated/hey_api'],
      ...['-c', '@hey-api/client-axios'],
    ],
    'oazapfts.ts': [bin('oazapfts/dist/cli.js'), json, 'generated/oazapfts.ts'],
    'openapi_typescript.ts': [OPENAPI_TYPESCRIPT, yaml, '-o', 'generated/openapi_typescript.ts'],
    'orval.ts': [bin('orval/dist/bin/orval.mjs'), '--config', 'orval.config.mjs'],
    swagger_typescript_api: [
      ...[bin('swagger-typescript-api/dist/cli.mjs'), 'generate', '-p', json],
      ...['-o', 'generated/swagger_typescript_api', '-n', 'client.ts'],
    ],
  };
}

function run(args: readonly string[], env: Record<string, string> = {}): Promise<ProgramRun> {
  return runProgram(tree, args, { cwd: work, env });
}

beforeAll(async () => {
  tree = await installClients();
}, INSTALL_LIMIT_MS);

beforeAll(async () => {
  // Inside the tree, since packages are looked for from where a file is.
  work = await mkdtemp(path.join(tree.folder, 'generated-'));
  await mkdir(path.join(work, 'generated'));
  for (const name of ['programs', 'mcp', 'orval.config.mjs', 'tsconfig.json']) {
    await cp(path.join(CLIENTS, name), path.join(work, name), { recursive: true });
  }
  const base = `http://127.0.0.1:${server().port}`;
  const [json, yaml] = [`${base}/openapi.json`, `${base}/openapi.yaml`];
  const runs = Object.entries(commands(json, yaml)).map(async ([name, args]) => {
    const { code, stdout, stderr } = await run(args, { DOCUMENT: yaml });
    if (code !== 0) throw new Error(`${name} was not made: ${stdout}${stderr}`);
  });
  await Promise.all(runs);
}, GENERATE_LIMIT_MS);

afterAll(() => rm(work, { recursive: true, force: true }));

describe('F12: clients that are generated from the served document', () => {
  it('F12: are made by every generator', async () => {
    const made = await readdir(path.join(work, 'generated'));
    expect(made.sort()).toEqual(Object.keys(commands('', '')).sort());
  });

  it('F12: fit the types of the programs that use them, as other clients do', async () => {
    const { code, stdout } = await run([
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--project',
      '.',
    ]);
    expect([code, stdout]).toEqual([0, '']);
  });

  it('F12: call the service at the address that the document names, and are told of each refusal', async () => {
    const base = `http://127.0.0.1:${server().port}`;
    const { code, stdout, stderr } = await run([...TSX, 'programs/main.ts', base, KEY]);
    expect([code, stderr]).toEqual([0, '']);
    const report = {
      created: '#1 v1 [pending] Write the parser',
      listed: ['#1 v1 [pending] Write the parser'],
      got: '#1 v1 [pending] Write the parser',
      patched: '#1 v2 [in_progress] Write the parser',
      stale: [412, 'STALE_VERSION', 2],
      called: 'Updated #1 v3 [done] Write the parser !high: status in_progress → done',
      deleted: '#1 v4 [done] Write the parser, deleted',
    };
    const lists = ['hey-api', 'oazapfts', 'openapi-fetch', 'orval', 'swagger-typescript-api'];
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(lists.map((list) => [list, report])));
    for (const list of lists) {
      const { events } = await server().instance.service.events(list, {
        after: { version: 0, mark: null },
        limit: 10,
      });
      expect(events.map(({ action, reason }) => [action, reason])).toEqual([
        ['create', null],
        ['update', null],
        ['update', null],
        ['delete', 'It was a trial.'],
      ]);
    }
  });
});
