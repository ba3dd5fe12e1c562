import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The API of a vendor on this machine. */
export interface ModelServer {
  readonly url: string;
  /** Each request so far: its path and its body. */
  readonly requests: readonly { readonly path: string; readonly body: unknown }[];
  close(): void;
}

/** Answers each POST with what `answer` makes of its body; what it throws is an answer with 400. */
export async function serveModel(answer: (body: never) => unknown): Promise<ModelServer> {
  const requests: { path: string; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    requests.push({ path: request.url ?? '', body });
    response.setHeader('Content-Type', 'application/json');
    try {
      // The script knows the form of the vendor whose API it stands for.
      response.end(JSON.stringify(answer(body as never)));
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
