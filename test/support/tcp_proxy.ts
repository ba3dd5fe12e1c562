import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and loses what the test wants lost. */
export interface TcpProxy {
  readonly port: number;
  /** From now on nothing that the server says arrives; what the client says does. */
  swallowAnswers(): void;
  /** The same, as soon as a client says something that holds this text. */
  swallowAnswersFrom(text: string): void;
  /** From now on everything arrives, on connections made after `cut`. */
  pass(): void;
  /** Ends every connection with a reset, as a failing network does. */
  cut(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let swallows = false;
  let trigger: string | null = null;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    track(client);
    track(target);
    client.on('data', (bytes) => {
      if (trigger !== null && bytes.includes(trigger)) swallows = true;
      target.write(bytes);
    });
    target.on('data', (bytes) => {
      if (!swallows) client.write(bytes);
    });
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    swallowAnswers() {
      swallows = true;
    },
    swallowAnswersFrom(text) {
      trigger = text;
    },
    pass() {
      trigger = null;
      swallows = false;
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
