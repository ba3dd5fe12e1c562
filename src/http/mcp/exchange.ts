import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { answerBatch } from './batch.js';
import type { McpRequest } from './call.js';
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
  const request = toWebRequest(mcp.request);
  if (await isLegacyRequest(request, message)) {
    const answer = () => exchangeLegacy(mcp, request, message);
    return Array.isArray(message) ? answerBatch(request, message, answer) : answer();
  }
  const handler = createMcpHandler(() => createMcpServer(mcp), { legacy: 'reject' });
  return handler.fetch(request, { parsedBody: message });
}

async function exchangeLegacy(mcp: McpRequest, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(mcp);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
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
