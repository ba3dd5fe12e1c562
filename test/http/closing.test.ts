import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { appOn, deferred, lastProblem, listen, statusLines, stubService } from './harness.js';

const REQUEST = 'GET /v1/lists HTTP/1.1\r\nHost: tasks\r\n\r\n';

/** An app whose only call waits until it is told to go on. */
async function waitingApp() {
  const [called, told, closing] = [deferred(), deferred(), deferred()];
  const { app } = await appOn(
    stubService({
      lists: async () => {
        called.resolve();
        await told.promise;
        return { lists: [], nextCursor: 'after-the-wait' };
      },
    }),
  );
  app.addHook('preClose', async () => closing.resolve());
  return {
    app,
    port: await listen(app),
    called: called.promise,
    closing: closing.promise,
    goOn: told.resolve,
  };
}

function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  const connection = { socket, received: '' };
  socket.on('data', (bytes) => {
    connection.received += bytes.toString();
  });
  return connection;
}

describe('a service that closes', () => {
  it('finishes the call under way and then ends its connection', async () => {
    const { app, port, called, closing, goOn } = await waitingApp();
    const connection = open(port);
    connection.socket.write(REQUEST);
    await called;
    const closed = app.close();
    await closing;
    goOn();
    await once(connection.socket, 'close');
    await closed;
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 200 OK']);
    expect(connection.received).toContain('after-the-wait');
    expect(connection.received).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('refuses a call that arrives meanwhile, says when to come back, and ends its connection', async () => {
    const { app, port, closing } = await waitingApp();
    const accepted = once(app.server, 'connection');
    const connection = open(port);
    connection.socket.write(REQUEST.slice(0, 30));
    const [server]: Socket[] = await accepted;
    await expect.poll(() => server?.bytesRead).toBe(30);
    const closed = app.close();
    await closing;
    connection.socket.write(REQUEST.slice(30));
    await once(connection.socket, 'close');
    await closed;
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 503 Service Unavailable']);
    expect(lastProblem(connection.received)).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
    expect(connection.received).toMatch(/\r\nretry-after: 2\r\n/i);
    expect(connection.received).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('takes no new connection', async () => {
    const { app, port } = await waitingApp();
    await app.close();
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('does not wait for connections on which nothing is asked', async () => {
    const { app, port } = await waitingApp();
    const { socket } = open(port);
    socket.write('GET /livez HTTP/1.1\r\nHost: tasks\r\n\r\n');
    await once(socket, 'data');
    const ended = once(socket, 'close');
    await app.close();
    await ended;
    expect(socket.destroyed).toBe(true);
  });
});
