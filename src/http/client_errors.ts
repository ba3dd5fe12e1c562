import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusals/refusal.js';
import type { Call, Calls } from './calls.js';
import { pageHeaders } from './cors.js';
import type { AppDeps } from './deps.js';
import { codeOf, cutOff, toParserRefusal } from './error_refusal.js';
import { isLingering, linger } from './linger.js';
import type { OriginJudge } from './origins.js';
import { namedByRawHead } from './raw_head.js';
import type { RecordRequest } from './request_log.js';
import { toWireProblem, type WireProblem } from './wire_problem.js';

const ALL_METHODS = 'DELETE, GET, HEAD, PATCH, POST';

/** Answers, as problems, what Node refuses before there is a request to route. */
export interface ClientErrors {
  handle(error: Error, socket: Socket): void;
  /** Ends a connection on which no call waits for its answer, with a problem for what has begun to arrive. */
  refuse(refusal: Refusal, socket: Socket, reason: string): void;
  register(app: FastifyInstance): void;
}

interface ClientErrorsDeps extends Pick<AppDeps, 'newRequestId'> {
  readonly calls: Calls;
  readonly record: RecordRequest;
  readonly judge: OriginJudge;
}

export function createClientErrors({ newRequestId, calls, record, judge }: ClientErrorsDeps): ClientErrors {
  /** Sockets whose error is told after the answers under way. */
  const waiting = new WeakSet<Socket>();

  function refuse(refusal: Refusal, socket: Socket, reason: string, headers = {}): void {
    const requestId = newRequestId();
    const problem = toWireProblem(refusal, requestId);
    linger(socket, toHttp(problem, { 'x-request-id': requestId, vary: 'Origin', ...headers }));
    const { status } = problem;
    record({ requestId, status, outcome: 'answered', code: refusal.code, reason }, refusal);
  }

  function handle(error: Error, socket: Socket): void {
    if (codeOf(error) === 'ECONNRESET' || !socket.writable || waiting.has(socket)) return;
    const last = calls.on(socket).at(-1);
    if (last?.request.raw.complete) {
      waiting.add(socket);
      last.reply.raw.once('close', () => {
        waiting.delete(socket);
        handle(error, socket);
      });
    } else if (last) cutShort(last, toParserRefusal(error));
    else if (!calls.isNewestWhole(socket)) socket.destroy();
    else if (socket.bytesRead === 0)
      socket.destroy(); // a browser opened it ahead, and never asked
    else refuse(toParserRefusal(error), socket, codeOf(error), forPage(error, judge));
  }

  function register(app: FastifyInstance): void {
    // A client that ends its side behind its request gets its answer. Node's types do not know the option.
    Object.assign(app.server, { httpAllowHalfOpen: true });
    // Node would drop the fields beyond its own count without a word; admission counts them.
    app.server.maxHeadersCount = 0;
    app.server.on('connection', (socket) => keepAnswers(socket, calls));
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (isLingering(raw.socket)) throw cutOff();
      done();
    });
    app.server.on('connect', (_request, socket: Socket) => {
      const refusal = new Refusal('METHOD_NOT_ALLOWED', 'The service is no proxy and takes no CONNECT.');
      socket.on('error', () => {}); // Node hands the socket over without a listener of its own
      refuse(refusal, socket, 'CONNECT', { allow: ALL_METHODS });
    });
  }

  return { handle, refuse, register };
}

/** What lets the page read the answer from which the request came, where its head says so. */
function forPage(error: Error, judge: OriginJudge): Readonly<Record<string, string>> {
  const named = namedByRawHead(error);
  return named !== null && judge(named) === null ? pageHeaders(named.headers.origin) : {};
}

/** Node ends a connection behind its last answer also where the rest of a body is still coming. */
function keepAnswers(socket: Socket, calls: Calls): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => (calls.isNewestWhole(socket) ? destroySoon() : linger(socket));
}

/**
 * Refuses a call whose body will not arrive whole, as the one who reads the body would refuse it, as soon as
 * somebody does. Where the answer is settled already, nothing but the connection is left to end.
 */
export function cutShort(call: Call, refusal: Refusal): void {
  const { raw } = call.request;
  if (call.isDecided) {
    raw.socket.destroy();
    return;
  }
  call.reply.raw.shouldKeepAlive = false;
  if (raw.listenerCount('error') > 0) raw.emit('error', refusal);
  else raw.once('newListener', () => setImmediate(() => cutShort(call, refusal)));
}

function toHttp({ status, headers, body }: WireProblem, more: Readonly<Record<string, string>>): string {
  const length = String(Buffer.byteLength(body));
  const fields = { ...headers, ...more, 'content-length': length, connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
