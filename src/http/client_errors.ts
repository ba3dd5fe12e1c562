import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.js';
import type { AppDeps } from './deps.js';
import { codeOf, toParserRefusal } from './error_refusal.js';
import { logLine } from './request_log.js';
import { toWireProblem, type WireProblem } from './wire_problem.js';

/**
 * How long a socket stays open after its last answer. Closed at once, with bytes unread, the system would
 * reset the connection and the client would lose the answer.
 */
const LINGER_MS = 1_000;

const ALL_METHODS = 'DELETE, GET, HEAD, PATCH, POST';

/** Answers, as problems, what Node refuses before there is a request to route. */
export interface ClientErrors {
  handle(error: Error, socket: Socket): void;
  register(app: FastifyInstance): void;
}

export function createClientErrors({
  log,
  newRequestId,
}: Pick<AppDeps, 'log' | 'newRequestId'>): ClientErrors {
  /** Sockets with a request that was answered before its body ended: its rest gets no second answer. */
  const answeredEarly = new WeakSet<Socket>();
  /** Sockets whose error is told after the answers under way. */
  const waiting = new WeakSet<Socket>();

  function refuse(refusal: Refusal, socket: Socket, reason: string, headers = {}): void {
    const requestId = newRequestId();
    const problem = toWireProblem(refusal, requestId);
    socket.end(toHttp(problem, { 'x-request-id': requestId, ...headers }));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
    logLine(log, { requestId, status: problem.status, code: refusal.code, reason }, refusal);
  }

  function handle(error: Error, socket: Socket): void {
    if (codeOf(error) === 'ECONNRESET' || !socket.writable || waiting.has(socket)) return;
    const response = responseUnderWay(socket);
    if (response?.req.complete) {
      waiting.add(socket);
      response.once('close', () => {
        waiting.delete(socket);
        handle(error, socket);
      });
    } else if (response?.headersSent || answeredEarly.has(socket)) socket.destroy();
    else refuse(toParserRefusal(error), socket, codeOf(error));
  }

  function register(app: FastifyInstance): void {
    app.addHook('onResponse', ({ raw }, _reply, done) => {
      if (!raw.complete) answeredEarly.add(raw.socket);
      done();
    });
    app.server.on('connect', (_request, socket: Socket) => {
      const refusal = new Refusal('METHOD_NOT_ALLOWED', 'The service is no proxy and takes no CONNECT.');
      socket.on('error', () => {}); // Node hands the socket over without a listener of its own
      refuse(refusal, socket, 'CONNECT', { allow: ALL_METHODS });
    });
    // Whatever else than 100-continue is expected may be ignored (RFC 9110 section 10.1.1).
    app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  }

  return { handle, register };
}

/** The answer that the socket is busy with; another answer must not go into the middle of it. */
function responseUnderWay(socket: Socket): ServerResponse | null | undefined {
  // Node keeps it there, and its own handler of client errors looks at it in the same way.
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
}

function toHttp({ status, headers, body }: WireProblem, more: Readonly<Record<string, string>>): string {
  const length = String(Buffer.byteLength(body));
  const fields = { ...headers, ...more, 'content-length': length, connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
