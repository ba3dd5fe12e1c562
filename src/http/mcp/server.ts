import {
  type CacheHint,
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { PROMPTS } from '../../definitions/instructions.js';
import { API_VERSION } from '../../registry.js';
import { toRefusal } from '../answers/problems.js';
import { noteOutcome } from '../connection/calls.js';
import type { McpRequest } from './offer.js';
import { callByMcp, listResources, listResourceTemplates, readResource } from './tools.js';

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
export function createMcpServer(mcp: McpRequest, revisions: readonly string[]): Server {
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

/** What the protocol says of the requests with parameters that are handled here. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
};

/** `params` and the parameter; what stands deeper is the caller's own and of any length. */
const SHOWN_PATH_MAX_STEPS = 2;
/** A caller that repairs these gets to know the next. */
const SHOWN_ISSUES_MAX_COUNT = 5;

type Schema = (typeof specTypeSchemas)[keyof typeof specTypeSchemas];
type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The protocol's server, which hands on no error of anybody else's: it would answer -32603 and the message of
 * whatever is thrown, also where the fault is in the parameters, for which the protocol has -32602.
 */
class PlainServer extends Server {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest, info: Implementation, options: ServerOptions) {
    super(info, options);
    this.#request = request;
  }

  /** The protocol's constructor calls it too, for handlers that run later. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw this.#toProtocolError(method, request, error);
      }
    };
  }

  #toProtocolError(method: string, request: JSONRPCRequest, error: unknown): ProtocolError {
    const faults = faultsOf(method, request);
    if (faults.length > 0) {
      return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${faults.join('; ')}.`);
    }
    if (error instanceof ProtocolError) return error;
    // The log has the cause.
    noteOutcome(this.#request, { tool: null, refusal: toRefusal(error) });
    return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}

/** What the protocol holds against a request, a phrase for each parameter. */
function faultsOf(method: string, request: JSONRPCRequest): string[] {
  const result = SCHEMAS[method]?.['~standard'].validate(request);
  const issues = result?.issues ?? [];
  return issues.slice(0, SHOWN_ISSUES_MAX_COUNT).map(({ path = [], message }) => {
    const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
    return `${steps.slice(0, SHOWN_PATH_MAX_STEPS).join('.')}: ${message}`;
  });
}
