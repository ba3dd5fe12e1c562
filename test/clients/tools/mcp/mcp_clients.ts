import { experimental_createMCPClient as createAiSdkClient } from '@ai-sdk/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as OldClient } from 'mcp-sdk-1.10/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from 'mcp-sdk-1.10/client/streamableHttp.js';

/** Connects every client without a key and with one, and prints what each of them could do. */

/** What a client got to see, and what its person was told when it could not connect. */
interface Report {
  readonly tools?: readonly string[];
  readonly created?: string;
  readonly refused?: string;
  readonly got?: string;
  readonly told?: string;
}

/** A tool call, as the model reads its answer. */
type Call = (tool: string, args: Record<string, unknown>) => Promise<string>;

interface Session {
  readonly tools: readonly string[];
  readonly call: Call;
  readonly close: () => Promise<void>;
}

type Connect = (url: string, key: string | null) => Promise<Session>;

const INFO = { name: 'a-client', version: '1.0.0' };
const headersOf = (key: string | null): Record<string, string> =>
  key === null ? {} : { Authorization: `Bearer ${key}` };

/** What both clients of the SDK have; the types of two versions of it do not fit each other. */
interface AnySdkClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function sessionOf(client: AnySdkClient): Promise<Session> {
  const { tools } = await client.listTools();
  return {
    tools: tools.map(({ name }) => name),
    call: async (name, args) => textOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

function textOf(result: unknown): string {
  const { content = [], isError = false } = result as { content?: { text?: string }[]; isError?: boolean };
  return `${isError ? 'ERROR ' : ''}${content.map(({ text }) => text).join('\n')}`;
}

const connectSdk: Connect = async (url, key) => {
  const client = new Client(INFO);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: headersOf(key) } }),
  );
  return sessionOf(client);
};

const connectOldSdk: Connect = async (url, key) => {
  const client = new OldClient(INFO, { capabilities: {} });
  await client.connect(new OldTransport(new URL(url), { requestInit: { headers: headersOf(key) } }));
  return sessionOf(client);
};

const connectAiSdk: Connect = async (url, key) => {
  const client = await createAiSdkClient({ transport: { type: 'http', url, headers: headersOf(key) } });
  const tools = await client.tools();
  return {
    tools: Object.keys(tools),
    call: async (name, args) =>
      textOf(await tools[name]?.execute(args, { messages: [], toolCallId: 'call_1' })),
    close: () => client.close(),
  };
};

/** A program that speaks MCP on its standard input and output; its person reads what it says on the third. */
async function connectProgram(args: readonly string[]): Promise<Session> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env,
    stderr: 'pipe',
  });
  let told = '';
  transport.stderr?.on('data', (chunk) => {
    told += chunk;
  });
  const client = new Client(INFO);
  try {
    await client.connect(transport);
    return await sessionOf(client);
  } catch (error) {
    throw new Error(`${error}\n${told}`);
  }
}

const [, , modules = '', open = '', keyed = '', key = ''] = process.argv;

/** As its documentation has it, with the header in one argument. */
const connectMcpRemote: Connect = (url, key) => {
  const header = key === null ? [] : ['--header', `Authorization:Bearer ${key}`];
  return connectProgram([`${modules}/mcp-remote/dist/proxy.js`, url, ...header]);
};

async function tryOut(connect: Connect, url: string, key: string | null): Promise<Report> {
  try {
    const { tools, call, close } = await connect(url, key);
    const created = await call('task_create', { subject: 'Write the parser' });
    const refused = await call('task_create', { subjct: 'Write the parser' });
    const got = await call('task_get', { id: '1' });
    await close();
    return { tools, created, refused, got };
  } catch (error) {
    return { told: String(error) };
  }
}

const CLIENTS: Readonly<Record<string, Connect>> = {
  'sdk-1.32': connectSdk,
  'sdk-1.10': connectOldSdk,
  'ai-sdk-0.0.7': connectAiSdk,
  'mcp-remote': connectMcpRemote,
};

const reports: Record<string, Record<string, Report>> = {};
for (const [list, connect] of Object.entries(CLIENTS)) {
  const path = `/v1/lists/${list}/mcp`;
  reports[list] = {
    open: await tryOut(connect, open + path, null),
    keyless: await tryOut(connect, keyed + path, null),
    keyed: await tryOut(connect, keyed + path, key),
  };
}
console.log(JSON.stringify(reports));
process.exit(0);
