import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Clock, DatabaseFault, Engine } from '../../src/database/database.js';
import { toConnectFault, toFault, toRefusal, writeNotStored } from '../../src/database/faults.js';
import { createStore } from '../../src/store.js';
import { tasks } from '../../src/tasks/sql/log.js';
import { CALLER } from '../support/caller.js';

/** What the server answers, as the driver throws it. */
function answered(code: string, message = 'a message'): DatabaseFault {
  const error = new pg.DatabaseError(message, 0, 'error');
  return toFault(Object.assign(error, { code, severity: 'ERROR' }));
}

describe('what a caller is told of a fault', () => {
  it.each([
    ['53100', 'The database has no room left on its disk.', 30],
    ['53200', 'The database has run out of memory.', 2],
    ['53300', 'The database has no connection left for this service.', 2],
    ['53400', 'The database has reached a limit that is set for it.', 30],
    ['25006', 'The database takes no writes: it is a standby, or it is set to read only.', 30],
    ['57P03', 'The database is starting or shutting down.', 2],
    ['28P01', 'The database does not let this service in.', 30],
    ['28000', 'The database does not let this service in.', 30],
    ['3D000', 'The database of this service is not there.', 30],
    ['42501', 'The database does not let this service use its tables.', 30],
    ['42P01', 'The tables of this service are missing from the database, or of another release.', 30],
    ['42703', 'The tables of this service are missing from the database, or of another release.', 30],
    ['58030', 'The database cannot read or write its files.', 30],
    ['58P01', 'The database cannot read or write its files.', 30],
    ['XX001', 'The database found its own data damaged.', 30],
    ['XX002', 'The database found its own data damaged.', 30],
  ])('F34: %s has a detail of its own, for reads and for writes', (code, detail, retryAfterSeconds) => {
    const expected = { code: 'STORE_UNAVAILABLE', extras: { retryAfterSeconds } };
    expect(toRefusal(answered(code))).toMatchObject({ ...expected, message: detail });
    expect(writeNotStored(answered(code))).toMatchObject({
      ...expected,
      message: `${detail} This call stored nothing.`,
    });
  });

  it.each([
    ['canceling statement due to statement timeout', 'The call took longer in the database than it may.'],
    ['canceling statement due to user request', 'The call was cancelled in the database.'],
    [
      'Anfrage wird storniert wegen Zeitüberschreitung der Anfrage',
      'The call was cancelled in the database, or took longer there than it may.',
    ],
  ])('F34: 57014 with "%s" says only what is known', (message, detail) => {
    expect(toRefusal(answered('57014', message)).message).toBe(detail);
  });
});

const refused = Object.assign(new Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

describe('a connection that cannot be made to a server of our own', () => {
  const starting = Object.assign(new pg.DatabaseError('starting up', 0, 'error'), { code: '57P03' });

  it.each([
    [refused, true, 'The database has no room left on its disk.'],
    [refused, false, 'The database cannot be reached.'],
    [new AggregateError([refused]), true, 'The database has no room left on its disk.'],
    [starting, true, 'The database is starting or shutting down.'],
    [new Error('timeout expired'), true, 'The database did not answer in time.'],
  ])('%s, out of room: %s', (error, isOutOfRoom, detail) => {
    const fault = toConnectFault(error, isOutOfRoom);
    expect([fault.kind, toRefusal(fault).message]).toEqual(['unavailable', detail]);
  });
});

describe('a store whose last write met a full disk', () => {
  it('F33: is not ready for ten seconds, or until a write goes through', async () => {
    let nowMs = 0;
    const clock: Clock = {
      now: () => nowMs,
      sleep: async (milliseconds) => {
        nowMs += milliseconds;
      },
    };
    let isFull = true;
    let isAway = false;
    const engine: Engine = {
      query: async (statement) => {
        if (isAway) throw toConnectFault(refused);
        if (statement.name === 'readiness')
          return [{ isStandby: false, isReadOnly: false, missing: [], forbidden: [] }] as never;
        if (statement.lane === 'write' && isFull) throw answered('53100');
        const head = { now: '2026-11-30 08:15:30.123', version: null, updated_at: null, commit_id: null };
        return [head] as never;
      },
      hold: async () => {
        throw answered('53100');
      },
      close: async () => {},
    };
    const store = createStore(engine, { idempotencyTtlHours: 24, clock });
    const proposal = {
      tool: 'task_create',
      caller: CALLER,
      needs: { tasks: [], references: [], upstream: [], changesSince: [] },
      idempotency: { key: 'k', fingerprint: 'f' },
      decide: () => ({ value: {}, changes: [], subject: null }),
    };
    const full = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('no room left on its disk') };
    await store.ping();
    await expect(store.write(tasks, 'list', proposal)).rejects.toMatchObject(full);
    nowMs += 9_999;
    await expect(store.ping()).rejects.toMatchObject(full);
    nowMs += 1;
    await store.ping();
    await expect(store.write(tasks, 'list', proposal)).rejects.toMatchObject(full);
    await expect(store.ping()).rejects.toMatchObject(full);
    // It panics on a full disk where it cannot write its log.
    isAway = true;
    await expect(store.ping()).rejects.toMatchObject(full);
    nowMs += 10_000;
    await expect(store.ping()).rejects.toMatchObject({ message: 'The database cannot be reached.' });
    isAway = false;
    isFull = false;
    await store.write(tasks, 'list', proposal);
    await store.ping();
  });
});
