import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isPlainObject } from '../../gate/embedded.js';

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
