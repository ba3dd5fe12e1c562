import pg from 'pg';
import type { Observer } from '../observer.js';
import { type Database, DatabaseFault, type Engine, type Statement, type Transaction } from './database.js';
import { toConnectFault, toFault } from './faults.js';
import { PipelinedLane, send } from './pipelined_lane.js';

export interface EngineOptions {
  readonly url: string;
  /** Connections in all; at least ENGINE_MIN_CONNECTIONS. */
  readonly connections: number;
  /**
   * How long the server may work on one statement. 0 is for a pooler that takes no startup parameters and may
   * know no prepared statements: the server's own timeouts are in force, and no statement has a name.
   */
  readonly statementTimeoutMs: number;
  readonly onError: (error: Error) => void;
  /** Of a server that this process looks after: whether it has ended for want of room on its disk. */
  readonly isOutOfRoom?: (() => boolean) | null;
  /** Nobody looks where it is not given. */
  readonly observer?: Observer;
}

/** Two keep quick reads going while one reconnects. */
const QUICK_CONNECTIONS = 2;
/** Long walks wait for each other, not for anybody else. */
const SLOW_CONNECTIONS = 2;
export const ENGINE_MIN_CONNECTIONS = QUICK_CONNECTIONS + SLOW_CONNECTIONS + 1;

/** A server that does not take a connection in this time counts as gone. */
const CONNECT_TIMEOUT_MS = 2_000;
/** What a statement may wait for a lock: less than it may take in all. */
const LOCK_TIMEOUT_MS = 2_000;
/** A transaction that holds a list's head row sends its statements back to back. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 2_000;
/**
 * How much longer the client waits than the server may work. The server has then given up by itself, so that
 * a statement which the client reports as lost does not land later.
 */
const CLIENT_GRACE_MS = 1_000;
/** The client's patience where the server's own timeouts are in force. */
const CLIENT_TIMEOUT_MS = 10_000;

/** Postgres through `pg`: pipelined connections for reads, a pool for writes. */
export function connectEngine(options: EngineOptions): Engine {
  const config = toClientConfig(options);
  const { onError, isOutOfRoom } = options;
  const connectFault = (error: unknown) => toConnectFault(error, isOutOfRoom?.() ?? false);
  const lane = { config, onError, toConnectFault: connectFault };
  const quick = new PipelinedLane(QUICK_CONNECTIONS, lane);
  const slow = new PipelinedLane(SLOW_CONNECTIONS, lane);
  const max = options.connections - QUICK_CONNECTIONS - SLOW_CONNECTIONS;
  const pool = new pg.Pool({ ...config, max });
  pool.on('error', onError);
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw connectFault(error);
    });
  const named = options.statementTimeoutMs > 0;
  const engine: Engine = {
    query(prepared, parameters) {
      const statement = named ? prepared : unnamed(prepared);
      if (statement.lane === 'quick') return quick.query(statement, parameters) as never;
      if (statement.lane === 'slow') return slow.query(statement, parameters) as never;
      return withClient(connect, (client) => run(client, statement, parameters)) as never;
    },
    hold: (work) => withClient(connect, (client) => inTransaction(client, named, work)),
    async close() {
      await Promise.all([quick.close(), slow.close(), pool.end()]);
    },
  };
  return options.observer ? observed(engine, pool, options.observer) : engine;
}

function observed(engine: Engine, pool: pg.Pool, observer: Observer): Engine {
  observer.watchPool(() => ({
    idle: pool.idleCount,
    busy: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return measuredEngine(engine, observer);
}

const unnamed = (statement: Statement): Statement => ({ ...statement, name: '' });

/**
 * How the server plans for these sessions.
 * - Each prepared statement is planned once. By itself Postgres plans anew for each call where it takes an
 *   array for shorter than it guessed, and that costs more than most statements do. Each form of a
 *   statement has a text of its own, so that one plan fits it.
 * - Such a plan may have been made while a table was small, and lives on while it grows: so never one that
 *   reads the whole table where there is an index.
 * - No plan is compiled. Where the server can (LLVM), that takes longer than any of these statements runs.
 */
const PLANNING = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

/**
 * The options that the address itself gives come after ours, since the driver takes those of one place
 * only.
 */
function withPlanning(url: string): { connectionString: string; options: string } {
  const given = URL.canParse(url) ? new URL(url).searchParams.get('options') : null;
  if (given === null) return { connectionString: url, options: PLANNING };
  const address = new URL(url);
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${PLANNING} ${given}` };
}

function toClientConfig({ url, statementTimeoutMs }: EngineOptions): pg.ClientConfig {
  const common = {
    connectionString: url,
    types: { getTypeParser },
    application_name: 'tasklatch',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  if (statementTimeoutMs === 0) return { ...common, query_timeout: CLIENT_TIMEOUT_MS };
  return {
    ...common,
    ...withPlanning(url),
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(LOCK_TIMEOUT_MS, statementTimeoutMs),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: statementTimeoutMs + CLIENT_GRACE_MS,
  };
}

/** `timestamp` stays the text that the server sends: a Date would cut and shift it. */
const TIMESTAMP_OID = 1114;
const asText = (value: string): string => value;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === TIMESTAMP_OID ? asText : pg.types.getTypeParser(oid, format as 'text');
}

/** Lends a connection; one that failed in any way but by a plain refusal is not used again. */
async function withClient<Result>(
  connect: () => Promise<pg.PoolClient>,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect();
  const ignore = () => {}; // the statement under way fails by itself
  client.on('error', ignore);
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } catch (error) {
    broken = toFault(error).kind !== 'rejected';
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

function run(
  client: pg.ClientBase,
  statement: Statement,
  parameters: readonly unknown[],
): Promise<unknown[]> {
  return send(client, statement, parameters).catch((error: unknown) => {
    throw toFault(error);
  });
}

async function inTransaction<Result>(
  client: pg.ClientBase,
  named: boolean,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const command = (text: string) => run(client, { name: '', text, lane: 'write' }, []);
  await command('BEGIN ISOLATION LEVEL READ COMMITTED');
  let isOpen = true;
  const transaction: Transaction = {
    query: (statement, parameters) =>
      run(client, named ? statement : unnamed(statement), parameters) as never,
    async commit() {
      isOpen = false;
      await command('COMMIT');
    },
  };
  try {
    return await work(transaction);
  } catch (error) {
    // A connection of unknown state is thrown away, and its transaction with it: a ROLLBACK would wait behind
    // the statement that did not end.
    if (toFault(error).kind === 'unknown') isOpen = false;
    throw error;
  } finally {
    if (isOpen) await command('ROLLBACK');
  }
}

/** The engine, with the time and the end of each statement told to an observer. */
function measuredEngine(engine: Engine, observer: Observer): Engine {
  return {
    query: measuredQuery(engine, observer),
    hold: (work) =>
      engine.hold((transaction) => {
        const measured: Transaction = {
          query: measuredQuery(transaction, observer),
          commit: () => measure(observer, 'commit', () => transaction.commit()),
        };
        return work(measured);
      }),
    close: () => engine.close(),
  };
}

function measuredQuery(database: Database, observer: Observer): Database['query'] {
  return (statement, parameters) =>
    measure(observer, firstWord(statement.name), () => database.query(statement, parameters));
}

function firstWord(name: string): string {
  const end = name.indexOf('_');
  return end < 0 ? name : name.slice(0, end);
}

async function measure<Result>(
  observer: Observer,
  kind: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await run();
    observer.statement(kind, performance.now() - startedAt, 'ok');
    return result;
  } catch (error) {
    const outcome = error instanceof DatabaseFault ? error.kind : 'rejected';
    observer.statement(kind, performance.now() - startedAt, outcome);
    throw error;
  }
}
