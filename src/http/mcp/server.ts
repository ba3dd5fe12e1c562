import {
  type CacheHint,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { PROMPTS } from '../../definitions/instructions.js';
import { API_VERSION } from '../../registry.js';
import { callByMcp, type McpRequest } from './call.js';
import { PlainServer } from './plain_server.js';
import { listResources, listResourceTemplates, readResource } from './resources.js';
import { PROTOCOL_VERSIONS } from './revisions.js';

const SERVER_INFO = { name: 'tasklatch', title: 'Tasklatch', version: API_VERSION };

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
 * first, in other words. `revisions` are those that are offered, the best first.
 */
export function createMcpServer(mcp: McpRequest, revisions: readonly string[] = PROTOCOL_VERSIONS): Server {
  const server = new PlainServer(mcp.request, SERVER_INFO, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: mcp.offer.instructions,
    supportedProtocolVersions: [...revisions],
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
