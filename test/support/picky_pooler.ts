import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before a Postgres and refuses a session that begins with a timeout, as PgBouncer does by default. */
export interface PickyPooler {
  readonly url: string;
  close(): Promise<void>;
}

export async function startPickyPooler(target: string): Promise<PickyPooler> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (startup) => {
      if (startup.includes('statement_timeout')) return socket.end(refusal());
      const behind = connect(Number(port), hostname);
      sockets.add(behind);
      behind.on('error', () => socket.destroy()).write(startup);
      return socket.pipe(behind).pipe(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port.');
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${address.port}` }).href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An ErrorResponse of the Postgres protocol. */
function refusal(): Buffer {
  const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}
