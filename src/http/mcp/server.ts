import {
  type CacheHint,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { PROMPTS } from '../../definitions/instructions.js';
import { API_VERSION } from '../../definitions/openapi.js';
import { callByMcp, type McpRequest } from './call.js';
import { PlainServer } from './plain_server.js';
import { listResources, listResourceTemplates, readResource } from './resources.js';

const SERVER_INFO = { name: 'tasklatch', title: 'Tasklatch', version: API_VERSION };

/** The newest first: a client that asks for none of them is offered the newest that it can take. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** What never changes while the service runs; an hour bounds how long a client works with an old release. */
const CONSTANT: CacheHint = { ttlMs: 3_600_000, cacheScope: 'public' };
/** What another caller may change at any moment. */
const CURRENT: CacheHint = { ttlMs: 0, cacheScope: 'private' };

const CACHE_HINTS: NonNullable<ServerOptions['cacheHints']> = {
  'server/discover': CONSTANT,
  'tools/list': CONSTANT,
  'prompts/list': CONSTANT,
  'resources/templates/list': { ...CONSTANT, cacheScope: 'private' },
  'resources/list': CURRENT,
  'resources/read': CURRENT,
};

const PROMPT_LIST = PROMPTS.map(({ name, title, description }) => ({ name, title, description }));

/**
 * The protocol's side of one request; it is thrown away with it, so that nothing is kept between requests.
 * It is the low-level Server because this service has a gate of its own: McpServer would judge arguments
 * first, in other words.
 */
export function createMcpServer(mcp: McpRequest): Server {
  const server = new PlainServer(mcp.request, SERVER_INFO, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: mcp.offer.instructions,
    supportedProtocolVersions: PROTOCOL_VERSIONS,
    cacheHints: CACHE_HINTS,
  });
  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params?.cursor);
    return { tools: mcp.offer.definitions };
  });
  server.setRequestHandler('tools/call', ({ params }) => callByMcp(mcp, params));
  server.setRequestHandler('resources/list', ({ params }) => listResources(mcp, params?.cursor));
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    refuseCursor(params?.cursor);
    return listResourceTemplates(mcp);
  });
  server.setRequestHandler('resources/read', ({ params }) => readResource(mcp, params.uri));
  server.setRequestHandler('prompts/list', ({ params }) => {
    refuseCursor(params?.cursor);
    return { prompts: PROMPT_LIST };
  });
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name));
  return server;
}

/** These lists have one page, so that no cursor of theirs was ever given out. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This list has one page; leave cursor out.');
}

function getPrompt(name: string) {
  const prompt = PROMPTS.find((known) => known.name === name);
  if (!prompt) {
    const names = PROMPTS.map((known) => known.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such prompt; there is ${names}.`);
  }
  const { description, text } = prompt;
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
