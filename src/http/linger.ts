import type { Socket } from 'node:net';

/**
 * How long a connection stays open after its last answer. Closed at once, with bytes unread, the system would
 * reset it and the client would lose the answer.
 */
export const LINGER_MS = 1_000;

/** Ends our side of a connection with a last answer, and reads into nothing until the client ends its own. */
export function linger(socket: Socket, answer = ''): void {
  // Node's parser hears nothing more, so that nothing behind the answer is taken for another call.
  socket.removeAllListeners('data').on('data', () => {});
  socket.end(answer);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
