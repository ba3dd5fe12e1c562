import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toInstructions } from '../../src/definitions/instructions.js';
import { toMcpTools } from '../../src/definitions/published.js';
import { TOOLS } from '../../src/registry.js';
import { connectClient, MODES, taskIn, textOf } from '../support/mcp_client.js';
import { useMcpServer } from '../support/mcp_server.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

/** Repairs a misspelt argument by nothing but the text of its refusal. */
function respell(args: Readonly<Record<string, unknown>>, text: string): Record<string, unknown> {
  const [, wrong = '', right = ''] = /^- (\w+) is not known; use (\w+);/m.exec(text) ?? [];
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key === wrong ? right : key, value]));
}

/** The version to send instead of a stale one, from the text of the refusal. */
function versionIn(text: string): number {
  return Number(/send expectedVersion (\d+)\.$/m.exec(text)?.[1]);
}

describe.each(MODES)('the official client, $name', ({ options, revision }) => {
  const list = freshList('conversation');
  let client: Client;
  beforeAll(async () => {
    client = await connectClient(server().urlOf(list), options);
  });
  afterAll(() => client.close());

  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });

  it('speaks the revision that it is meant to, without a session', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
    expect(client.getServerVersion()).toMatchObject({ name: 'tasklatch', title: 'Tasklatch' });
    expect(client.getInstructions()).toBe(toInstructions(TOOLS));
    expect((client.transport as { sessionId?: string } | undefined)?.sessionId).toBeUndefined();
  });

  it('lists the tools as the registry publishes them, in its order', async () => {
    const { tools, nextCursor } = await client.listTools();
    expect(tools).toEqual(JSON.parse(JSON.stringify(toMcpTools().tools)));
    expect(nextCursor).toBeUndefined();
  });

  it('creates three tasks that wait for each other, repairs what is refused, completes one and lists', async () => {
    const plan = await call('task_create', { subject: 'Plan' });
    expect(textOf(plan)).toBe('Created #1 v1 [pending] Plan');
    expect(plan._meta).toMatchObject({
      'tasklatch/card': { card: 'task', title: '#1 Plan', task: { id: '1', subject: 'Plan' } },
      'tasklatch/replayed': false,
    });
    await call('task_create', { subject: 'Build', blockedBy: [taskIn(plan).id] });

    const misspelt = { subject: 'Ship', blockdBy: ['1', '2'] };
    const refused = await call('task_create', misspelt);
    expect([refused.isError, refused.structuredContent]).toEqual([true, undefined]);
    const ship = await call('task_create', respell(misspelt, textOf(refused)));
    expect(taskIn(ship)).toMatchObject({ id: '3', openBlockers: ['1', '2'], ready: false });

    await call('task_update', { id: '1', expectedVersion: 1, patch: { status: 'in_progress' } });
    const done = { id: '1', patch: { status: 'done' } };
    const stale = await call('task_update', { ...done, expectedVersion: 1 });
    expect(stale.isError).toBe(true);
    expect(stale._meta).toMatchObject({
      'tasklatch/problem': { code: 'STALE_VERSION', status: 409, current: { version: 2 } },
      'tasklatch/card': { card: 'problem', code: 'STALE_VERSION' },
    });
    const completed = await call('task_update', { ...done, expectedVersion: versionIn(textOf(stale)) });
    expect(textOf(completed)).toBe('Updated #1 v3 [done] Plan: status in_progress → done; unblocked #2');

    expect(textOf(await call('task_list', {}))).toBe(
      [
        `${list} v5: 2 pending, 0 in_progress, 0 blocked, 1 done, 0 cancelled`,
        '#1 v3 [done] Plan',
        '#2 v1 [pending] Build',
        '#3 v1 [pending] Ship [blocked by #2]',
      ].join('\n'),
    );
  });

  it('reads a refusal of a tool that there is not, like any other', async () => {
    const refused = await call('taskUpdate', { id: '1' });
    expect(refused).toMatchObject({
      isError: true,
      _meta: { 'tasklatch/problem': { code: 'UNKNOWN_TOOL', status: 404 } },
    });
    expect(textOf(refused)).toContain('task_update');
  });

  it('gets the first answer again for the same key, and is told so', async () => {
    const write = { subject: 'Once', idempotencyKey: `key-${revision}` };
    const first = await call('task_create', write);
    const again = await call('task_create', write);
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(again._meta).toMatchObject({ 'tasklatch/replayed': true });
  });

  it('gets every tool to answer what its output schema says, which the client checks', async () => {
    const { task } = (await call('task_create', { subject: 'Whole life' })).structuredContent as {
      task: { id: string };
    };
    const { id } = task;
    const answers = [
      await call('task_get', { id }),
      await call('task_update', { id, expectedVersion: 1, patch: { status: 'done' } }),
      await call('task_reopen', { id, expectedVersion: 2, reason: 'Not quite' }),
      await call('task_delete', { id, expectedVersion: 3 }),
      await call('task_restore', { id, expectedVersion: 4 }),
      await call('task_history', { id }),
      await call('task_list', { status: 'open', limit: 1 }),
    ];
    expect(answers.map(({ isError }) => isError)).toEqual(answers.map(() => undefined));
    expect(answers.map(({ structuredContent }) => Object.keys(structuredContent ?? {}))).toEqual([
      ['task'],
      ['task', 'changed', 'unblocked', 'unblockedCount'],
      ['task', 'changed', 'blockedAgain', 'blockedAgainCount'],
      ['task', 'unblocked', 'unblockedCount'],
      ['task'],
      ['entries', 'nextCursor'],
      ['list', 'version', 'counts', 'tasks', 'nextCursor'],
    ]);
  });
});

describe('the address of the core', () => {
  it.each(MODES)('lists and runs only the tools of the core for a client, $name', async ({ options }) => {
    const client = await connectClient(`${server().urlOf(freshList('core'))}/core`, options);
    const { tools } = await client.listTools();
    const core = TOOLS.filter(({ tier }) => tier === 'core');
    expect(tools.map(({ name }) => name)).toEqual(core.map(({ name }) => name));
    expect(client.getInstructions()).toBe(toInstructions(core));
    const refused = await client.callTool({
      name: 'task_delete',
      arguments: { id: '1', expectedVersion: 1 },
    });
    expect(refused._meta).toMatchObject({ 'tasklatch/problem': { code: 'UNKNOWN_TOOL' } });
    await client.close();
  });
});

describe('the address without a list', () => {
  it('works on the list default', async () => {
    const client = await connectClient(server().urlOf());
    const { structuredContent } = await client.callTool({ name: 'task_list' });
    expect(structuredContent).toMatchObject({ list: 'default', version: 0 });
    await client.close();
  });
});

describe('a client that knows only revisions that the server does not', () => {
  it('is offered the newest that has a handshake, and goes away', async () => {
    const connecting = connectClient(server().urlOf(), { supportedProtocolVersions: ['2026-01-01'] });
    await expect(connecting).rejects.toThrow("Server's protocol version is not supported: 2025-11-25");
  });
});
