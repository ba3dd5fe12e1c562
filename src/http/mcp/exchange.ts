import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { isPlainObject } from '../../gate/embedded.js';
import { answerBatch } from './batch.js';
import type { McpRequest } from './call.js';
import { inOldest, offeredTo, speaksOldest } from './revisions.js';
import { createMcpServer } from './server.js';
import { withShownErrors } from './shown_errors.js';

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
