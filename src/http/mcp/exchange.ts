import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { isPlainObject } from '../../json/values.js';
import type { McpRequest } from './call.js';
import { withShownErrors } from './errors.js';
import { inOldest, offeredTo, speaksOldest } from './revisions.js';
import { createMcpServer } from './server.js';

/** The headers that the protocol reads. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** The protocol's transports insist on both; which of them the caller gets is for the door to decide. */
const ACCEPT = 'application/json, text/event-stream';

/**
 * Answers one JSON-RPC message, or a batch of an older revision: 2026-07-28 by its envelope, the revisions of
 * 2025 statelessly. The response is whole and holds JSON, or nothing; that of a subscription holds events,
 * which say that there is nothing to be told of.
 */
export async function exchange(mcp: McpRequest, message: unknown): Promise<Response> {
  return withShownErrors(await answer(mcp, message));
}

async function answer(mcp: McpRequest, message: unknown): Promise<Response> {
  const request = toWebRequest(mcp.request);
  if (await isLegacyRequest(request, message)) {
    if (!Array.isArray(message)) return exchangeLegacy(mcp, request, message);
    return answerBatch(request, message, async () => {
      await mcp.request.server.countCalls(mcp.request, message.filter(isRequest).length);
      return exchangeLegacy(mcp, request, message);
    });
  }
  const handler = createMcpHandler(() => createMcpServer(mcp), { legacy: 'reject' });
  return handler.fetch(request, { parsedBody: message });
}

function isRequest(message: unknown): boolean {
  return isPlainObject(message) && message.id !== undefined && message.method !== undefined;
}

async function exchangeLegacy(mcp: McpRequest, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(mcp, offeredTo(parsedBody));
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody });
    return speaksOldest(request, parsedBody) ? await inOldest(response) : response;
  } finally {
    await server.close();
  }
}

function toWebRequest({ raw, url }: FastifyRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: ACCEPT });
  for (const name of PROTOCOL_HEADERS) {
    const value = raw.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers });
}

/** The one revision that has batches; it is also the one of a client that names none. */
const REVISION = '2025-03-26';
/** The calls of a batch run side by side. */
const BATCH_MAX_MESSAGES = 50;

/**
 * Answers a batch, or says why it cannot be answered. The protocol's own reader takes batches of every
 * revision of 2025, answers a batch of one request without its array, never answers one that cancels a call
 * of its own, and loses answers where an id stands twice.
 */
export async function answerBatch(
  request: Request,
  messages: readonly unknown[],
  answer: () => Promise<Response>,
): Promise<Response> {
  const revision = request.headers.get('mcp-protocol-version') ?? REVISION;
  const fault = faultOf(revision, messages);
  if (fault !== null) return toInvalidRequest(fault);
  const response = await answer();
  if (response.status !== 200) return response;
  const body = await response.text();
  return new Response(body.startsWith('[') ? body : `[${body}]`, response);
}

function faultOf(revision: string, messages: readonly unknown[]): string | null {
  if (revision !== REVISION)
    return `Only ${REVISION} has batches; send each message in a request of its own.`;
  if (messages.length > BATCH_MAX_MESSAGES) {
    return `A batch has at most ${BATCH_MAX_MESSAGES} messages, not ${messages.length}.`;
  }
  if (messages.some((message) => isPlainObject(message) && message.method === 'notifications/cancelled')) {
    return 'A batch cancels none of its messages; leave notifications/cancelled out.';
  }
  const ids = messages.flatMap((message) =>
    isPlainObject(message) && message.id !== undefined ? [message.id] : [],
  );
  if (new Set(ids).size < ids.length) return 'Two messages of the batch have the same id.';
  return null;
}

function toInvalidRequest(message: string): Response {
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
