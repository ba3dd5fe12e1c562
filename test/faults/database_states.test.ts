import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainStartFailure } from '../../src/process/start.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { call, freshList, type Instance, openInstance, type Result } from '../support/service.js';

let database: TestDatabase;
let name: string;
beforeAll(async () => {
  database = await createTestDatabase();
  name = new URL(database.url).pathname.slice(1);
});
afterAll(() => database.drop());

async function asAdmin<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET default_transaction_read_only = off');
  return work(client).finally(() => client.end());
}

const run = (text: string) => asAdmin((client) => client.query(text));

/** An address of the test server with parts of it changed. */
const addressWith = (parts: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>): string =>
  Object.assign(new URL(database.url), parts).href;

/** What a service at this address answers to a read and to a write, and whether it is ready. */
async function states(url: string, work?: (instance: Instance) => Promise<void>) {
  const instance = openInstance(url);
  try {
    await work?.(instance);
    const list = freshList('state');
    const read = await call(instance.service, list, 'task_list', {});
    const write = await call(instance.service, list, 'task_create', { subject: 'A' });
    const ready = await instance.service.ping().then(
      () => 'ready',
      (error: Error) => error,
    );
    return {
      read: said(read),
      write: said(write),
      ready: ready instanceof Error ? ready.message : ready,
      error: ready,
    };
  } finally {
    await instance.engine.close();
  }
}

const said = (result: Result) => (result.ok ? 'ok' : `${result.code}: ${result.refusal.message}`);
const away = (detail: string) => ({
  read: `STORE_UNAVAILABLE: ${detail}`,
  write: `STORE_UNAVAILABLE: ${detail} This call stored nothing.`,
  ready: detail,
});
const sentence = (error: unknown) =>
  explainStartFailure((error as Error).cause, { host: 'h', port: 1, databaseUrl: null, inContainer: false });

/** A role that may log in; what it may do besides is said by the statements. */
async function withRole<Value>(
  statements: (role: string) => readonly string[],
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const role = `role_${randomBytes(4).toString('hex')}`;
  await run(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  try {
    for (const statement of statements(role)) await run(statement);
    return await work(addressWith({ username: role, password: 'secret' }));
  } finally {
    await run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
}

describe('a database that answers and does not take writes', () => {
  it('F33, F34: read only: reads go on, writes and readyz say why, and so does the start', async () => {
    await run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const { error, ...found } = await states(database.url);
    await run(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    const detail = 'The database takes no writes: it is a standby, or it is set to read only.';
    expect(found).toEqual({ ...away(detail), read: 'ok' });
    expect(error).toMatchObject({
      extras: { retryAfterSeconds: 30, hint: expect.stringMatching(/^Tell whoever/) },
    });
    expect(sentence(error)).toBe(
      'The Postgres does not serve this service: it is set to read only (default_transaction_read_only).',
    );
  });

  it('F33, F34: a role without rights on the tables', async () => {
    const { error, ...found } = await withRole(() => [], states);
    expect(found).toEqual(away('The database does not let this service use its tables.'));
    expect(sentence(error)).toMatch(
      /^The Postgres does not serve this service: its role has no right to select on /,
    );
  });

  it('F33: a role that lacks one right of one table is not ready, and is told which', async () => {
    const grants = (role: string) => [
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
      `REVOKE DELETE ON dependencies FROM ${role}`,
    ];
    const { error, ...found } = await withRole(grants, states);
    expect(found).toMatchObject({
      read: 'ok',
      ready: 'The database does not let this service use its tables.',
    });
    expect(sentence(error)).toContain('its role has no right to delete on dependencies; grant it.');
  });

  it('F33, F34: tables that are gone', async () => {
    const found = await states(database.url, () =>
      run('ALTER TABLE tasks RENAME TO gone').then(() => undefined),
    );
    await run('ALTER TABLE gone RENAME TO tasks');
    const detail = 'The tables of this service are missing from the database, or of another release.';
    expect(found).toMatchObject({ read: `STORE_UNAVAILABLE: ${detail}`, ready: detail });
    expect(sentence(found.error)).toContain('it lacks the tables tasks.');
  });

  it('F33: all is well again once it is', async () => {
    expect(await states(database.url)).toMatchObject({ read: 'ok', write: 'ok', ready: 'ready' });
  });
});

describe('a database that lets nobody in', () => {
  it('F34: a database that is not there', async () => {
    const { error: _, ...found } = await states(addressWith({ pathname: 'nowhere_at_all' }));
    expect(found).toEqual(away('The database of this service is not there.'));
  });

  it('F34: no connection left', async () => {
    const { error: _, ...found } = await withRole(
      (role) => [`ALTER ROLE ${role} CONNECTION LIMIT 0`],
      states,
    );
    expect(found).toEqual(away('The database has no connection left for this service.'));
  });

  it('F34: a role that it does not know', async () => {
    const { error: _, ...found } = await states(addressWith({ username: 'nobody_here', password: 'x' }));
    expect(found).toEqual(away('The database does not let this service in.'));
  });

  it('F34: an address where nobody listens', async () => {
    const { error: _, ...found } = await states(addressWith({ port: '1' }));
    expect(found).toEqual(away('The database cannot be reached.'));
  });
});

describe('a call that the database gives up', () => {
  it('F34: a read that waits for a lock says so, and nothing of writers', async () => {
    const instance = openInstance(database.url);
    const found = await asAdmin(async (client) => {
      await client.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
      const read = call(instance.service, freshList('locked'), 'task_list', {});
      const write = call(instance.service, freshList('locked'), 'task_create', { subject: 'A' });
      return { read: said(await read), write: said(await write) };
    });
    await instance.engine.close();
    expect(found).toEqual({
      read: 'STORE_UNAVAILABLE: Somebody else holds a lock on what this call needs.',
      write: 'CONTENTION: Somebody else held this list, or the tables that it is in, for too long.',
    });
  });

  it('F34: a call that an operator cancels says so', async () => {
    const cancelled = await states(database.url, async ({ service }) => {
      await asAdmin(async (client) => {
        await client.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
        const read = call(service, freshList('cancelled'), 'task_list', {});
        const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await expect.poll(async () => (await run(waiting)).rowCount).toBe(1);
        expect(said(await read)).toBe('STORE_UNAVAILABLE: The call was cancelled in the database.');
      });
    });
    expect(cancelled).toMatchObject({ read: 'ok', ready: 'ready' });
  });
});
