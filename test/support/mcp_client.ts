import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Task } from '../../src/tasks/task.js';
import { MODERN } from './mcp_wire.js';

/** A way in which the official client opens a conversation, and the revision that it ends up with. */
export interface Mode {
  readonly name: string;
  readonly options: ClientOptions;
  readonly revision: string;
}

export const MODES: readonly Mode[] = [
  { name: 'legacy, as it comes', options: {}, revision: '2025-11-25' },
  { name: 'negotiating', options: { versionNegotiation: { mode: 'auto' } }, revision: MODERN },
  {
    name: `pinned to ${MODERN}`,
    options: { versionNegotiation: { mode: { pin: MODERN } } },
    revision: MODERN,
  },
  ...['2025-11-25', '2025-06-18', '2025-03-26'].map((revision) => ({
    name: `speaking only ${revision}`,
    options: { supportedProtocolVersions: [revision] },
    revision,
  })),
];

/** A client that is connected; close it. */
export async function connectClient(
  url: string,
  options: ClientOptions = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** The text of a result, which is all that a model reads of it. */
export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** The task of a result that has one. */
export function taskIn({ structuredContent }: CallToolResult): Task {
  // The client has checked it by the output schema.
  return (structuredContent as { task: Task }).task;
}
