import { beforeAll, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { installClients, runClientProgram } from '../support/clients.js';
import { useMcpServer } from '../support/mcp_server.js';
import { INSTALL_LIMIT_MS, type PackageTree } from '../support/package_tree.js';

/** Pages in jsdom, which holds them to CORS, preflights and all, as a browser does. */

const KEY = 'the-key-of-the-page';
const OURS = ['http://localhost:6274', 'https://tasks.example.com'];
const FOREIGN = ['https://evil.example', 'http://localhost.evil.example'];

const server = useMcpServer({
  keys: [{ principal: 'ann', key: KEY, lists: ['*'] }],
  allowedHosts: ['tasks.example.com'],
});

let tree: PackageTree;
/** By origin, what a page could do over MCP and over REST. */
let reports: Readonly<Record<string, readonly unknown[]>>;

beforeAll(async () => {
  tree = await installClients();
}, INSTALL_LIMIT_MS);
beforeAll(async () => {
  const origins = [...OURS, ...FOREIGN];
  const args = [`http://127.0.0.1:${server().port}`, KEY, ...origins];
  reports = await runClientProgram(tree, 'browser_page.ts', args);
});

it.each(OURS)('F13: a page of %s reads answers and their headers over MCP and REST', (origin) => {
  expect(reports[origin]).toEqual([
    { tools: TOOLS.length, created: [{ type: 'text', text: 'Created #1 v1 [pending] By a page' }] },
    {
      etags: ['"1"', '"2"'],
      stale: 'STALE_VERSION',
      named: true,
      keyless: [401, expect.stringMatching(/^Bearer/)],
    },
  ]);
});

it.each(FOREIGN)('F13: a page of %s gets nowhere, and nothing is stored', async (origin) => {
  expect(reports[origin]).toEqual(['TypeError: Failed to fetch', 'TypeError: Failed to fetch']);
  const list = `page-${[...OURS, ...FOREIGN].indexOf(origin)}`;
  expect(await server().instance.service.head(list)).toMatchObject({ version: 0 });
});
