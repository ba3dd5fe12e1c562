import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusals/refusal.js';
import type { Named } from '../admission/origins.js';
import { type OriginJudge, pageHeaders } from '../admission/origins.js';
import { codeOf, cutOff, toParserRefusal, toWireProblem, type WireProblem } from '../answers/problems.js';
import type { Call, Calls } from './calls.js';
import type { RecordRequest } from './records.js';

const ALL_METHODS = 'DELETE, GET, HEAD, PATCH, POST';

/** Answers, as problems, what Node refuses before there is a request to route. */
export interface ClientErrors {
  handle(error: Error, socket: Socket): void;
  /** Ends a connection on which no call waits for its answer, with a problem for what has begun to arrive. */
  refuse(refusal: Refusal, socket: Socket, reason: string): void;
  register(app: FastifyInstance): void;
}

interface ClientErrorsDeps {
  readonly newRequestId: () => string;
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

/** What a packet begins with in which a head begins: in the middle of a body anything may stand. */
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/;
const HEAD_END = '\r\n\r\n';

/**
 * Host and Origin of a request that Node refused while it read the head, from the packet that it stopped in;
 * null where no head begins there. A line that is not whole says nothing, nor does one that came twice.
 */
export function namedByRawHead(error: Error): Named | null {
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : null;
  const text = packet?.toString('latin1') ?? '';
  if (!REQUEST_LINE.test(text)) return null;
  const [head = ''] = text.split(HEAD_END, 1);
  // What follows the last line end is cut off, unless the head is whole.
  const whole = text.includes(HEAD_END) ? head : head.slice(0, head.lastIndexOf('\r\n'));
  const lines = whole.split('\r\n').slice(1);
  const host = onlyValue(lines, 'host');
  const origin = onlyValue(lines, 'origin');
  return host === undefined || origin === undefined ? null : { headers: { host, origin } };
}

function onlyValue(lines: readonly string[], name: string): string | undefined {
  const found = lines.filter((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return found.length === 1 ? found[0]?.slice(name.length + 1).trim() : undefined;
}

/**
 * How long a connection stays open after its last answer. Closed at once, with bytes unread, the system would
 * reset it and the client would lose the answer.
 */
export const LINGER_MS = 1_000;

const lingering = new WeakSet<Socket>();

/** Ends our side of a connection with a last answer, and reads into nothing until the client ends its own. */
export function linger(socket: Socket, answer = ''): void {
  lingering.add(socket);
  socket.end(answer);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether the last answer of a connection was sent: no call behind it may run. */
export function isLingering(socket: Socket): boolean {
  return lingering.has(socket);
}
