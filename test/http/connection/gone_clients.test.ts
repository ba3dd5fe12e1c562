import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../../src/service.js';
import { runs } from '../../support/property_runs.js';
import { freshList, pick, useInstances } from '../../support/service.js';
import { appOn, deferred, type Line, lastProblem, listen, statusLines, stubService } from '../harness.js';

const world = useInstances(1);

interface Watched {
  readonly app: FastifyInstance;
  readonly port: number;
  /** The lines of requests so far. */
  readonly lines: () => readonly Line[];
  /** How many requests Node handed to the app. */
  readonly seen: () => number;
}

async function watched(service: Service): Promise<Watched> {
  const { app, lines } = await appOn(service);
  let count = 0;
  app.server.prependListener('request', () => {
    count += 1;
  });
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  return { app, port: await listen(app), lines: requests, seen: () => count };
}

/** All that was counted, by outcome. */
async function counted(app: FastifyInstance): Promise<{ all: number; aborted: number }> {
  const { body } = await app.inject('/metrics');
  const sum = (name: string) =>
    body
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return {
    all: sum('tasklatch_http_requests_total'),
    aborted: sum('tasklatch_http_requests_aborted_total'),
  };
}

const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const CREATE = '{"subject":"left alone"}';
const MESSAGE = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"task_create","arguments":${CREATE}}}`;

const WAYS = ['reset', 'fin', 'half'] as const;

/** Sends a part of a request, waits, and leaves in one of the ways. */
async function leave(port: number, bytes: string, waitMs: number, way: (typeof WAYS)[number]) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the reset is its own
  socket.on('data', () => {});
  socket.write(bytes);
  await once(socket, 'connect');
  await sleep(waitMs);
  if (way === 'reset') socket.resetAndDestroy();
  else if (way === 'fin') socket.destroy();
  else socket.end();
  if (!socket.closed) await once(socket, 'close');
}

/** A client whose answers are collected. */
function client(port: number, bytes: string): { socket: Socket; received: () => string } {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write(bytes);
  return { socket, received: () => received };
}

describe('F26: a client that is gone before its answer', () => {
  let real: Watched;
  beforeAll(async () => {
    real = await watched(pick(world.instances, 0).service);
  });
  afterAll(() => real.app.close());

  it('leaves one line and one count for every call, and each stored task has its line', async () => {
    const list = freshList();
    const requests = [post(`/v1/lists/${list}/tasks`, CREATE), post(`/v1/lists/${list}/mcp`, MESSAGE)];
    const clients = fc.sample(
      fc.record({
        request: fc.constantFrom(...requests),
        part: fc.oneof(
          { weight: 3, arbitrary: fc.constant(1) },
          fc.double({ min: 0.1, max: 1, noNaN: true }),
        ),
        waitMs: fc.integer({ min: 0, max: 12 }),
        way: fc.constantFrom(...WAYS),
      }),
      runs(500),
    );
    let next = 0;
    const worker = async () => {
      for (let one = clients[next++]; one; one = clients[next++]) {
        const bytes = one.request.slice(0, Math.ceil(one.part * one.request.length));
        await leave(real.port, bytes, one.waitMs, one.way);
      }
    };
    await Promise.all(Array.from({ length: 25 }, worker));
    const ofCalls = () => real.lines().filter(({ route }) => route !== undefined);
    // What the last clients sent may be read after they are gone.
    let seenBefore = -1;
    const isQuiet = () => {
      const isStill = real.seen() === seenBefore;
      seenBefore = real.seen();
      return isStill && ofCalls().length === seenBefore;
    };
    await expect.poll(isQuiet, { interval: 200, timeout: 10_000 }).toBe(true);
    const { all, aborted } = await counted(real.app);
    expect(all).toBe(real.lines().length);
    expect(aborted).toBe(real.lines().filter(({ outcome }) => outcome === 'aborted').length);
    expect(aborted).toBeGreaterThan(0);
    const stored = ofCalls().filter(
      ({ status, code }) => status === 201 || (status === 200 && code === undefined),
    );
    const { version } = await pick(world.instances, 0).service.head(list);
    expect(version).toBe(stored.length);
    expect(real.lines().filter(({ level }) => Number(level) > 30)).toEqual([]);
  }, 60_000);

  it.each([
    ['with its request', (socket: Socket) => socket.end()],
    ['while it waits', (socket: Socket) => sleep(5).then(() => socket.end())],
  ])('that ends its side %s, and not the other, gets its answer', async (_when, end) => {
    const { socket, received } = client(real.port, post(`/v1/lists/${freshList()}/tasks`, CREATE));
    await end(socket);
    await once(socket, 'close');
    expect(statusLines(received())).toEqual(['HTTP/1.1 201 Created']);
    expect(received()).toContain('"subject":"left alone"');
    expect(real.lines().at(-1)).toMatchObject({ status: 201, outcome: 'answered' });
  });

  it.each([
    ['its head', 30],
    ['its body', -5],
  ])('that ends its side in the middle of %s is told so, in one line', async (_where, length) => {
    const before = real.lines().length;
    const request = post(`/v1/lists/${freshList()}/tasks`, CREATE).slice(0, length);
    const { socket, received } = client(real.port, request);
    socket.end();
    await once(socket, 'close');
    expect(lastProblem(received())).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ message: 'The connection ended in the middle of a request; send it whole.' }],
    });
    expect(real.lines().slice(before)).toMatchObject([{ status: 400, code: 'INVALID_INPUT' }]);
  });
});

describe('F26: a call whose client has reset the connection', () => {
  async function waiting(answerLength = 1) {
    const [called, told] = [deferred(), deferred()];
    const lists: Service['lists'] = async () => {
      called.resolve();
      await told.promise;
      return { lists: [], nextCursor: 'x'.repeat(answerLength) };
    };
    return { ...(await watched(stubService({ lists }))), called: called.promise, goOn: told.resolve };
  }
  const GET = 'GET /v1/lists HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('is counted once it is decided, with the status that it has', async () => {
    const { app, port, lines, called, goOn } = await waiting();
    const { socket } = client(port, GET);
    await called;
    const closed = new Promise((resolve) => app.server.once('connection', resolve));
    socket.resetAndDestroy();
    await once(socket, 'close');
    client(port, '').socket.end();
    await closed;
    expect(lines()).toEqual([]);
    goOn();
    await expect.poll(() => lines()).toMatchObject([{ status: 200, outcome: 'aborted', route: '/v1/lists' }]);
    expect(await counted(app)).toEqual({ all: 1, aborted: 1 });
    await app.close();
  });

  it('in the middle of a long answer is counted as aborted', async () => {
    const { app, port, lines, goOn } = await waiting(8_000_000);
    goOn();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(GET);
    await once(socket, 'readable');
    socket.resetAndDestroy();
    await expect.poll(() => lines()).toMatchObject([{ status: 200, outcome: 'aborted' }]);
    await app.close();
  });

  it('with several in a row on one connection, counts each', async () => {
    const { app, port, lines, called, goOn } = await waiting();
    const { socket } = client(port, GET.repeat(15));
    await called;
    socket.resetAndDestroy();
    await once(socket, 'close');
    goOn();
    await expect.poll(() => lines().length).toBe(15);
    expect(new Set(lines().map(({ outcome }) => outcome))).toEqual(new Set(['aborted']));
    await app.close();
  });

  it('is waited for by a service that closes', async () => {
    const { app, port, lines, called, goOn } = await waiting();
    const { socket } = client(port, GET);
    await called;
    socket.resetAndDestroy();
    await once(socket, 'close');
    const closed = app.close();
    setTimeout(goOn, 50);
    await closed;
    expect(lines()).toMatchObject([{ status: 200, outcome: 'aborted' }]);
  });
});
