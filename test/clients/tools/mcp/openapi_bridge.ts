import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** Has `@ivotoby/openapi-mcp-server` make tools of the served document, calls some, and prints what came of it. */

const [, , modules = '', service = '', key = ''] = process.argv;

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [
    `${modules}/@ivotoby/openapi-mcp-server/bin/mcp-server.js`,
    ...['--openapi-spec', `${service}/openapi.json`, '--api-base-url', service],
    ...['--headers', `Authorization:Bearer ${key}`, '--disable-abbreviation', 'true'],
  ],
  env: { PATH: process.env.PATH ?? '' },
  stderr: 'ignore',
});
const client = new Client({ name: 'a-client', version: '1.0.0' });
await client.connect(transport);
const { tools } = await client.listTools();

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: { list: 'bridge', ...args } });
  const [content] = result.content as { text?: string }[]; // the bridge answers one text
  return content?.text ?? '';
}

const calls = [
  await call('task-create', { subject: 'Write the parser' }),
  await call('task-update', { id: '1', expectedVersion: 1, status: 'in_progress' }),
  await call('task-update', { id: '1', 'If-Match': '"1"', status: 'done' }),
  await call('call-tool', { tool: 'task_update', id: '1', expectedVersion: 2, patch: { status: 'done' } }),
  await call('call-tool', { tool: 'task_create', subjct: 'Write its tests' }),
  await call('task-delete', { id: '1', expectedVersion: 3, reason: 'It was a trial.' }),
];
console.log(JSON.stringify({ tools, calls }));
await client.close();
