import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { installClients, runClientProgram } from '../support/clients.js';
import { useMcpServer } from '../support/mcp_server.js';
import { INSTALL_LIMIT_MS, type PackageTree, type ProgramRun, runProgram } from '../support/package_tree.js';

/** MCP clients that people use, as they are, on a service without keys and on one with keys. */

const KEY = 'the-key-of-the-mcp-clients';
/** Each client is started up to three times, some of them as a program of its own. */
const RUN_LIMIT_MS = 120_000;
const TOOL_NAMES = TOOLS.map(({ name }) => name);
/** What a person has to be told who has set no key. */
const NEEDS_A_KEY = /Authorization: Bearer/;

const open = useMcpServer();
const keyed = useMcpServer({ keys: [{ principal: 'ann', key: KEY, lists: ['*'] }] });
const baseOf = (server: typeof open) => `http://127.0.0.1:${server().port}`;

interface Report {
  readonly tools?: readonly string[];
  readonly created?: string;
  readonly refused?: string;
  readonly got?: string;
  readonly told?: string;
}

let tree: PackageTree;
let reports: Readonly<Record<string, Readonly<Record<'open' | 'keyless' | 'keyed', Report>>>>;

beforeAll(async () => {
  tree = await installClients();
}, INSTALL_LIMIT_MS);

beforeAll(async () => {
  reports = await runClientProgram(tree, 'mcp_clients.ts', [baseOf(open), baseOf(keyed), KEY]);
}, RUN_LIMIT_MS);

describe.each(['sdk-1.32', 'sdk-1.10', 'ai-sdk-0.0.7', 'mcp-remote'])('%s', (client) => {
  it.each(['open', 'keyed'] as const)('lists the tools and calls them on a service that is %s', (kind) => {
    const { tools, created, refused, got, told } = reports[client]?.[kind] ?? {};
    expect(told).toBeUndefined();
    expect(tools).toEqual(TOOL_NAMES);
    expect(created).toBe('Created #1 v1 [pending] Write the parser');
    expect(refused).toMatch(/^ERROR INVALID_INPUT: /);
    expect(refused).toContain('- subjct is not known; use subject;');
    expect(got).toMatch(/^#1 v1 \[pending\] Write the parser\n/);
  });

  it('F11: tells its person that a key is needed, and how it is given', () => {
    const { told, tools } = reports[client]?.keyless ?? {};
    expect(tools).toBeUndefined();
    expect(told).toMatch(NEEDS_A_KEY);
  });
});

it('F8: a client that knows 2024-11-05 alone is answered in it', () => {
  expect(reports['sdk-1.10']?.open.told).toBeUndefined();
});

describe('mcporter', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tree.folder, 'mcporter-'));
    const url = (server: typeof open) => server().urlOf('mcporter');
    const headers = { Authorization: `Bearer ${'$'}{TASKLATCH_KEY}` };
    const mcpServers = {
      open: { url: url(open) },
      keyed: { url: url(keyed), headers },
      keyless: { url: url(keyed) },
    };
    await writeFile(path.join(folder, 'mcporter.json'), JSON.stringify({ mcpServers, imports: [] }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function mcporter(...args: readonly string[]): Promise<ProgramRun> {
    const config = ['--config', path.join(folder, 'mcporter.json')];
    return runProgram(tree, [tree.fileOf('mcporter/dist/cli.js'), ...config, ...args], {
      cwd: folder,
      env: { HOME: folder, TASKLATCH_KEY: KEY },
    });
  }

  it('F11: lists the tools where it may, and says where a key is missing', async () => {
    const { stdout } = await mcporter('list', '--json');
    const { servers } = JSON.parse(stdout) as {
      servers: { name: string; status: string; tools?: unknown[] }[];
    };
    const found = servers.map(({ name, status, tools = [] }) => [name, status, tools.length]);
    expect(found.sort()).toEqual([
      ['keyed', 'ok', TOOLS.length],
      ['keyless', 'auth', 0],
      ['open', 'ok', TOOLS.length],
    ]);
  });

  it('F11: tells its person that a key is needed when a tool is called without one', async () => {
    const { code, stderr, stdout } = await mcporter('call', 'keyless.task_list');
    expect(code).toBe(1);
    expect(stderr + stdout).toMatch(NEEDS_A_KEY);
  });

  it('creates a task, shows why a call is refused, and reads the task', async () => {
    const created = await mcporter('call', 'keyed.task_create', 'subject=Write tests', '--output', 'text');
    expect([created.code, created.stdout.trim()]).toEqual([0, 'Created #1 v1 [pending] Write tests']);
    const refused = await mcporter('call', 'keyed.task_create', 'subject=x', 'colour=red');
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('- colour is not known, ')]);
    const got = await mcporter('call', 'keyed.task_get', 'id:1', '--output', 'text');
    expect([got.code, got.stdout]).toEqual([0, expect.stringContaining('#1 v1 [pending] Write tests\n')]);
  });
});
