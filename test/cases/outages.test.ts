import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrations.js';
import type { Service } from '../../src/service.js';
import { appOn, deferred, listen, statusLines } from '../http/harness.js';
import { type DoorName, expectAlike, type Outcome, openDoors } from '../support/doors.js';
import { nextMcpCall } from '../support/mcp_door.js';
import { type PrivatePostgres, startPrivatePostgres } from '../support/private_postgres.js';
import { freshList, type Instance, openInstance, pick, useInstances } from '../support/service.js';

/** What "within seconds" comes to: the service's own timeouts and a slow machine, three times. */
const OUTAGE_LIMIT_MS = 60_000;

describe('case 28: a database that stops answering', () => {
  let server: PrivatePostgres;
  let instance: Instance;
  let app: FastifyInstance;
  beforeAll(async () => {
    server = await startPrivatePostgres();
    const directory = new URL('../../sql/', import.meta.url);
    await migrate(server.url, { directory, log: () => {}, connectTimeoutMs: 10_000 });
    instance = openInstance(server.url);
    ({ app } = await appOn(instance.service));
  });
  afterAll(async () => {
    await app?.close();
    await instance?.engine.close();
    await server?.dispose();
  });

  test(
    'is one 503 at all doors, for reads and for writes; afterwards nothing that was refused is there',
    async () => {
      const doors = openDoors(app);
      for (const door of doors.all) await door.create(`Before, by ${door.door}`);
      await server.pause();
      const [reads, writes] = await Promise.all([
        Promise.all(doors.all.map((door) => door.call('task_get', { id: '1' }))),
        Promise.all(doors.all.map((door) => door.call('task_create', { subject: 'Refused' }))),
      ]);
      await server.resume();
      expectOneOutage(reads);
      expectOneOutage(writes);
      for (const door of doors.all) await door.create(`After, by ${door.door}`);
      const subjects = ['Before', 'After'].flatMap((when) =>
        doors.all.map(({ door }) => `${when}, by ${door}`),
      );
      for (const door of doors.all) {
        const { tasks } = await door.value<{ tasks: { subject: string }[] }>('task_list');
        expect(tasks.map(({ subject }) => subject)).toEqual(subjects);
      }
    },
    OUTAGE_LIMIT_MS,
  );
});

function expectOneOutage([byTool, ...others]: readonly Outcome[]): void {
  if (!byTool?.problem) throw new Error(`It was not refused:\n${byTool?.body}`);
  expect(byTool.problem).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE', retryable: true });
  for (const { problem } of others) {
    if (!problem) throw new Error('It was not refused.');
    expectAlike(byTool.problem, problem);
  }
}

describe('case 29: a service that is told to stop', () => {
  const world = useInstances(1);

  /** An app whose calls wait until they are told to go on. */
  async function waitingApp(calls: number) {
    const [called, told, closing] = [deferred(), deferred(), deferred()];
    const { service } = pick(world.instances, 0);
    let waiting = 0;
    const call: Service['call'] = async (...args) => {
      waiting += 1;
      if (waiting === calls) called.resolve();
      await told.promise;
      return service.call(...args);
    };
    const { app } = await appOn({ ...service, call });
    app.addHook('preClose', async () => closing.resolve());
    return {
      app,
      port: await listen(app),
      called: called.promise,
      closing: closing.promise,
      goOn: told.resolve,
    };
  }

  /** A create through a door, as the bytes of its request. */
  function create(door: DoorName, list: string): string {
    const plain = { headers: { 'content-type': 'application/json' }, body: `{"subject":"By ${door}"}` };
    const paths = { tool: 'tools/task_create', rest: 'tasks' };
    const { url, headers, body } =
      door === 'mcp'
        ? nextMcpCall(list, 'task_create', plain.body)
        : { url: `/v1/lists/${list}/${paths[door]}`, ...plain };
    const lines = Object.entries({ ...headers, host: 'localhost', 'content-length': body.length });
    return `POST ${url} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${body}`;
  }

  function open(port: number) {
    const socket = connect(port, '127.0.0.1');
    const connection = { socket, received: '' };
    socket.on('data', (bytes) => {
      connection.received += bytes.toString();
    });
    return connection;
  }

  const DOORS: readonly DoorName[] = ['tool', 'rest', 'mcp'];

  test('finishes the calls under way at all doors, and refuses those that arrive meanwhile', async () => {
    const list = freshList('stopping');
    const { app, port, called, closing, goOn } = await waitingApp(DOORS.length);
    const begun = DOORS.map((door) => {
      const connection = open(port);
      connection.socket.write(create(door, list));
      return connection;
    });
    await called;
    const late = [];
    for (const door of DOORS) {
      const accepted = once(app.server, 'connection');
      const connection = open(port);
      const request = create(door, list);
      connection.socket.write(request.slice(0, 20));
      const [server]: Socket[] = await accepted;
      await expect.poll(() => server?.bytesRead).toBe(20);
      late.push({ ...connection, connection, rest: request.slice(20) });
    }
    const closed = app.close();
    await closing;
    const ends = [...begun, ...late].map(({ socket }) => once(socket, 'close'));
    for (const { socket, rest } of late) socket.write(rest);
    goOn();
    await Promise.all([closed, ...ends]);
    expect(begun.flatMap(({ received }) => statusLines(received))).toEqual([
      'HTTP/1.1 200 OK',
      'HTTP/1.1 201 Created',
      'HTTP/1.1 200 OK',
    ]);
    for (const [index, { received }] of begun.entries()) expect(received).toContain(`By ${DOORS[index]}`);
    for (const { connection } of late) {
      expect(statusLines(connection.received)).toEqual(['HTTP/1.1 503 Service Unavailable']);
      expect(connection.received).toContain('"code":"STORE_UNAVAILABLE"');
      expect(connection.received).toMatch(/\r\nretry-after: 2\r\n/i);
    }
    const { service } = pick(world.instances, 0);
    expect(await service.head(list)).toMatchObject({ version: 3 });
  });
});
