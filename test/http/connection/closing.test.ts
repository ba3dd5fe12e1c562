import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { appOn, deferred, lastProblem, listen, statusLines, stubService } from '../harness.js';

const REQUEST = 'GET /v1/lists HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** An app whose only call waits until it is told to go on. */
async function waitingApp() {
  const [called, told, closing] = [deferred(), deferred(), deferred()];
  const { app, lines } = await appOn(
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
    lines,
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

  it('refuses a call whose head arrives meanwhile, says when to come back, and ends its connection', async () => {
    const { app, port, called, closing, goOn } = await waitingApp();
    let arrivals = 0;
    app.server.on('request', () => {
      arrivals += 1;
    });
    const connection = open(port);
    connection.socket.write(REQUEST);
    await called;
    const closed = app.close();
    await closing;
    connection.socket.write(REQUEST);
    await expect.poll(() => arrivals).toBe(2);
    goOn();
    await once(connection.socket, 'close');
    await closed;
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 503 Service Unavailable']);
    expect(lastProblem(connection.received)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryable: true,
      detail: 'The service is closing and takes no new calls.',
    });
    expect(connection.received).toMatch(/\r\nretry-after: 2\r\n/i);
    expect(connection.received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1);
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
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    const ended = once(socket, 'close');
    await app.close();
    await ended;
    expect(socket.destroyed).toBe(true);
  });
});

const POST_HEAD = 'POST /v1/lists/a/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const NOT_WHOLE = 'The service is closing, and the call had not arrived whole.';

/** Opens a connection that has sent these bytes, all of which the service has read. */
async function sent(app: FastifyInstance, port: number, bytes: string) {
  const accepted = once(app.server, 'connection');
  const connection = open(port);
  connection.socket.write(bytes);
  const [server]: Socket[] = await accepted;
  await expect.poll(() => server?.bytesRead).toBe(Buffer.byteLength(bytes));
  return connection;
}

describe('F35: a service that closes while something has not arrived whole', () => {
  it.each([
    ['a body that never ends', `${POST_HEAD}Content-Length: 100\r\n\r\n{"subject":`],
    ['a body in chunks that never ends', `${POST_HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"sub`],
    ['a body that has not begun', `${POST_HEAD}Content-Length: 100\r\n\r\n`],
    ['a head that never ends', REQUEST.slice(0, 30)],
    ['a head of one byte', 'G'],
    ['a message of MCP', `${POST_HEAD.replace('tasks', 'mcp')}Content-Length: 100\r\n\r\n{"jsonrpc"`],
  ])('refuses %s at once, with a problem, and waits no longer', async (_name, bytes) => {
    const { app, lines } = await appOn(stubService({}));
    const connection = await sent(app, await listen(app), bytes);
    const ended = once(connection.socket, 'end');
    await app.close();
    await ended;
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 503 Service Unavailable']);
    expect(lastProblem(connection.received)).toMatchObject({ code: 'STORE_UNAVAILABLE', detail: NOT_WHOLE });
    expect(connection.received).toMatch(/\r\nretry-after: 2\r\n/i);
    expect(connection.received).toMatch(/\r\nconnection: close\r\n/i);
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { status: 503, outcome: 'answered' },
    ]);
  });

  it('does not wait for a connection on which nothing ever came', async () => {
    const { app } = await appOn(stubService({}));
    const { socket, received } = await sent(app, await listen(app), '');
    const ended = once(socket, 'close');
    await app.close();
    await ended;
    expect(received).toBe('');
  });

  it('does not wait for the rest of a body that it has refused', async () => {
    const { app } = await appOn(stubService({}));
    const connection = open(await listen(app));
    connection.socket.write(`${POST_HEAD}Content-Length: 9000000\r\n\r\n{`);
    await expect.poll(() => connection.received).toContain('PAYLOAD_TOO_LARGE');
    await app.close();
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 413 Payload Too Large']);
  });

  it('does not wait for a client that never reads its answer', async () => {
    const { app, lines } = await appOn(
      stubService({ lists: async () => ({ lists: [], nextCursor: 'x'.repeat(20_000_000) }) }),
    );
    const socket = connect(await listen(app), '127.0.0.1');
    socket.on('error', () => {}).pause();
    const answered = once(app.server, 'request');
    socket.write(REQUEST);
    const [, response]: ServerResponse[] = await answered;
    await expect.poll(() => response?.writableEnded).toBe(true);
    await app.close();
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ status: 200, outcome: 'aborted' }]);
    socket.destroy();
  });

  it('answers the call that is whole, and does not wait for the one behind it', async () => {
    const { app, port, closing, goOn } = await waitingApp();
    const connection = await sent(app, port, REQUEST + POST_HEAD);
    const ended = once(connection.socket, 'close');
    const closed = app.close();
    await closing;
    goOn();
    await Promise.all([closed, ended]);
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 200 OK']);
    expect(connection.received).toContain('after-the-wait');
  });

  it('answers the call that is whole, and refuses the body behind it that is not', async () => {
    const { app, port, closing, goOn } = await waitingApp();
    const connection = await sent(app, port, `${REQUEST}${POST_HEAD}Content-Length: 100\r\n\r\n{`);
    const ended = once(connection.socket, 'close');
    const closed = app.close();
    await closing;
    goOn();
    await Promise.all([closed, ended]);
    expect(statusLines(connection.received)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 503 Service Unavailable']);
    expect(lastProblem(connection.received).detail).toBe(NOT_WHOLE);
  });

  it('answers every call that is whole on one connection', async () => {
    const { app, port, called, closing, goOn } = await waitingApp();
    const connection = open(port);
    connection.socket.write(REQUEST.repeat(3));
    const ended = once(connection.socket, 'close');
    await called;
    const closed = app.close();
    await closing;
    goOn();
    await Promise.all([closed, ended]);
    expect(statusLines(connection.received)).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
    expect(connection.received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1);
  });

  it('lets an answer arrive whole that is still being sent', async () => {
    const length = 8_000_000;
    const { app } = await appOn(
      stubService({ lists: async () => ({ lists: [], nextCursor: 'x'.repeat(length) }) }),
    );
    const socket = connect(await listen(app), '127.0.0.1');
    const answered = once(app.server, 'request');
    socket.write(REQUEST);
    const [, response]: ServerResponse[] = await answered;
    await expect.poll(() => response?.writableEnded).toBe(true);
    expect(response?.writableFinished).toBe(false);
    const closed = app.close();
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    await Promise.all([closed, once(socket, 'close')]);
    expect(bytes).toBeGreaterThan(length);
  });
});
