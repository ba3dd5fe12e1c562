import type { Socket } from 'node:net';

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
