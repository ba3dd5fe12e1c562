import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { isPlainObject } from '../../json/loss.js';
import { shownText } from './messages.js';

/** The headers that the protocol reads. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** The protocol's transports insist on both; which of them the caller gets is for the door to decide. */
const ACCEPT = 'application/json, text/event-stream';

/** One server of the protocol for one message; `revisions` are those that it offers, the best first. */
export type MakeServer = (revisions: readonly string[]) => Server;

/**
 * Answers one JSON-RPC message, or a batch of an older revision: 2026-07-28 by its envelope, the revisions of
 * 2025 statelessly. The response is whole and holds JSON, or nothing; that of a subscription holds events,
 * which say that there is nothing to be told of.
 */
export async function exchange(
  request: FastifyRequest,
  message: unknown,
  makeServer: MakeServer,
): Promise<Response> {
  return withShownErrors(await answer(request, message, makeServer));
}

async function answer(came: FastifyRequest, message: unknown, makeServer: MakeServer): Promise<Response> {
  const request = toWebRequest(came);
  if (await isLegacyRequest(request, message)) {
    if (!Array.isArray(message)) return exchangeLegacy(request, message, makeServer);
    return answerBatch(request, message, async () => {
      await came.server.countCalls(came, message.filter(isRequest).length);
      return exchangeLegacy(request, message, makeServer);
    });
  }
  const handler = createMcpHandler(() => makeServer(PROTOCOL_VERSIONS), { legacy: 'reject' });
  return handler.fetch(request, { parsedBody: message });
}

function isRequest(message: unknown): boolean {
  return isPlainObject(message) && message.id !== undefined && message.method !== undefined;
}

async function exchangeLegacy(
  request: Request,
  parsedBody: unknown,
  makeServer: MakeServer,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = makeServer(offeredTo(parsedBody));
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

/**
 * A response of the protocol that refuses a message before any of our handlers sees it. Such an error repeats
 * headers, names and revisions as they came, of any length.
 */
async function withShownErrors(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const body: unknown = JSON.parse(await response.text());
  const shown = isPlainObject(body) ? { ...body, error: shownIn(body.error) } : body;
  return new Response(JSON.stringify(shown), response);
}

/** An error and its data are objects of a few known members. */
function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shownIn(member)]));
}

/** The newest first: a client that asks for none of them is offered the newest that it can take. */
const PROTOCOL_VERSIONS: readonly string[] = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];
/** The first revision; it has neither structured content nor titles nor annotations. */
const OLDEST = '2024-11-05';
/** The first that has an envelope in each message in place of a handshake. */
const FIRST_WITH_ENVELOPE = '2026-07-28';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The revisions in the order in which they are offered to a client that asks for one in a handshake: the one
 * that it names, or the newest that is older, since it may take that one too; the oldest to one that is older
 * than all. One that names no date, or a newer one, is offered the newest.
 */
function offeredTo(message: unknown): string[] {
  const offered = offeredBy(message);
  if (offered === null || !DATE.test(offered)) return [...PROTOCOL_VERSIONS];
  const withHandshake = PROTOCOL_VERSIONS.filter((version) => version < FIRST_WITH_ENVELOPE);
  const best = withHandshake.find((version) => version <= offered) ?? OLDEST;
  return [best, ...PROTOCOL_VERSIONS.filter((version) => version !== best)];
}

function offeredBy(message: unknown): string | null {
  if (!isPlainObject(message) || message.method !== 'initialize' || !isPlainObject(message.params))
    return null;
  const { protocolVersion } = message.params;
  return typeof protocolVersion === 'string' ? protocolVersion : null;
}

/** What the oldest revision does not have, by the member of a result that holds it or a list of them. */
const NOT_IN_OLDEST: Readonly<Record<string, readonly string[]>> = {
  serverInfo: ['title'],
  tools: ['title', 'annotations', 'outputSchema', '_meta'],
  resources: ['title', 'annotations'],
  resourceTemplates: ['title', 'annotations'],
  prompts: ['title'],
};

/**
 * Whether a message is answered to a client that speaks the oldest revision: its header says so, or it is
 * about to agree to it. Whoever says nothing gets the whole answer; a result of any revision may have more
 * members.
 */
function speaksOldest(request: Request, message: unknown): boolean {
  const isAgreed = offeredBy(message) !== null && offeredTo(message)[0] === OLDEST;
  return isAgreed || request.headers.get('mcp-protocol-version') === OLDEST;
}

/** An answer without what the oldest revision does not have. */
async function inOldest(response: Response): Promise<Response> {
  const body = await response.text();
  return new Response(body === '' ? null : JSON.stringify(toOldest(JSON.parse(body))), response);
}

function toOldest(message: Readonly<Record<string, unknown>>): unknown {
  const { result } = message;
  if (!isPlainObject(result)) return message;
  const { structuredContent: _, ...rest } = result;
  const plain = Object.entries(rest).map(([name, value]) => {
    const left = NOT_IN_OLDEST[name];
    return [name, left === undefined ? value : without(value, left)];
  });
  return { ...message, result: Object.fromEntries(plain) };
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
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
async function answerBatch(
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
