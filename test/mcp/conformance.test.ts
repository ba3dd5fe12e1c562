import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { useMcpServer } from '../support/mcp_server.js';
import { installMcpTools, runMcpTool } from '../support/mcp_tools.js';
import { INSTALL_LIMIT_MS } from '../support/package_tree.js';

const server = useMcpServer();

beforeAll(async () => {
  await installMcpTools();
}, INSTALL_LIMIT_MS);

/** What cannot apply to this server, an entry for each check. */
function baselineOf(revision: string): string {
  return fileURLToPath(new URL(`conformance/${revision}.yml`, import.meta.url));
}

/** The scenarios of the summary that a suite prints, by their mark. */
function scenarios(stdout: string, mark: string): string[] {
  const [, summary = ''] = /=== SUMMARY ===\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  return summary
    .split('\n')
    .flatMap((line) => (line.startsWith(mark) ? [/ (\S+):/.exec(line)?.[1] ?? ''] : []));
}

describe.each([
  [
    '2026-07-28',
    [
      'tools-list',
      'tools-call-error',
      'resources-list',
      'sep-2164-resource-not-found',
      'prompts-list',
      'dns-rebinding-protection',
      'caching',
      'http-header-validation',
    ],
  ],
  [
    '2025-11-25',
    [
      'server-initialize',
      'ping',
      'tools-list',
      'tools-call-error',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
    ],
  ],
])('the conformance suite for the requirements of %s', (revision, passing) => {
  it('finds nothing but what the baseline says that cannot apply', async () => {
    const args = ['--url', server().urlOf(), '--requirements', revision];
    const run = await runMcpTool('conformance', [
      'server',
      ...args,
      '--expected-failures',
      baselineOf(revision),
    ]);
    expect(run.stdout).toMatch(/=== SUMMARY ===/);
    const [, total = ''] = /^Total: (.*)$/m.exec(run.stdout) ?? [];
    console.log(`conformance ${revision}: ${total}`);
    const [, unexpected = ''] =
      /^.*Unexpected failures \(not in baseline\):.*\n([\s\S]*?)\n\n/m.exec(run.stdout) ?? [];
    expect(unexpected).toBe('');
    expect(run.stdout).not.toMatch(/stale/i);
    expect(run.code).toBe(0);
    expect(scenarios(run.stdout, '✓')).toEqual(expect.arrayContaining(passing));
  });

  it('has a baseline in which a sentence stands above each entry', async () => {
    const text = await readFile(baselineOf(revision), 'utf8');
    const { server: entries } = parse(text) as { server: string[] };
    expect(entries.every((entry) => /^[a-z0-9-]+:[a-z0-9-]+$/.test(entry))).toBe(true);
    const blocks = text.slice(text.indexOf('server:\n') + 8).split(/(?<=\n)(?= {2}#)/);
    for (const block of blocks) expect(block).toMatch(/^(?: {2}# .{30,}\n)+(?: {2}- \S+\n)+$/);
  });
});
