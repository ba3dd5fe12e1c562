import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusals/refusal.js';
import type { Call, Calls } from './calls.js';
import { type ClientErrors, cutShort, LINGER_MS, linger } from './client_errors.js';

/** A restart takes about as long. */
const RETRY_AFTER_SECONDS = 2;
/** How late a service that closes may see what has begun to arrive since. */
const LOOK_INTERVAL_MS = 50;

/**
 * While the service closes, calls that are whole finish, and their clients get a moment to take the answer.
 * Whatever else is on its way, or was never begun, is ended at once.
 */
export function registerClosing(app: FastifyInstance, calls: Calls, clientErrors: ClientErrors): void {
  const sockets = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Node's own, which its close calls, also cuts the answers that are still being sent.
  app.server.closeIdleConnections = () => {};
  app.addHook('onRequest', (_request, _reply, done) => {
    if (timer) throw closingRefusal('The service is closing and takes no new calls.');
    done();
  });
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    // An answer that ended the connection would take those with it that wait behind it.
    if (timer && calls.on(raw.socket).at(-1)?.reply === reply) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    const cut = createCut(calls, clientErrors);
    const look = () => {
      for (const socket of sockets) cut(socket);
    };
    timer = setInterval(look, LOOK_INTERVAL_MS);
    look();
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function createCut(calls: Calls, clientErrors: ClientErrors): (socket: Socket) => void {
  const seen = new WeakSet<Call>();
  return (socket) => {
    const underWay = calls.on(socket);
    const [first, last] = [underWay.at(0), underWay.at(-1)];
    if (!first || !last) endUnasked(socket, calls, clientErrors);
    if (first?.isDecided && !seen.has(first)) {
      seen.add(first);
      setTimeout(() => calls.on(socket).includes(first) && socket.destroy(), LINGER_MS).unref();
    }
    if (last && !last.isDecided && !last.request.raw.complete && !seen.has(last)) {
      seen.add(last);
      cutShort(last, closingRefusal('The service is closing, and the call had not arrived whole.'));
    }
  };
}

/** Ends a connection on which no call waits for its answer. */
function endUnasked(socket: Socket, calls: Calls, { refuse }: ClientErrors): void {
  if (!socket.writable) return; // it is ending
  if (!calls.isNewestWhole(socket)) linger(socket);
  else if (!calls.hasMoreArrived(socket)) socket.destroy();
  else
    refuse(closingRefusal('The service is closing, and the call had not arrived whole.'), socket, 'CLOSING');
}

function closingRefusal(detail: string): Refusal {
  return new Refusal('STORE_UNAVAILABLE', detail, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    hint: 'Send the same call again after the seconds that Retry-After gives, on a new connection. This call stored nothing.',
  });
}
