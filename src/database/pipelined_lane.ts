import { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseFault, Statement } from './database.js';
import { isOutOfStep, toFault } from './faults.js';

/**
 * Sends a statement. The query is put together here: given as one object, the driver would first copy it with
 * its property descriptors, which takes longer than making the message. Rejects with the driver's error.
 */
export function send<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { name, text }: Statement,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const callback = (error: Error | null, result: pg.QueryResult<Row>) =>
      error ? reject(error) : resolve(result.rows);
    client.query(Object.assign(new pg.Query<Row>(text, [...parameters]), { name, callback }));
  });
}

export interface LaneOptions {
  readonly config: pg.ClientConfig;
  readonly onError: (error: Error) => void;
  /** What a connection that could not be made is to its statements. */
  readonly toConnectFault: (error: unknown) => DatabaseFault;
}

/**
 * A few connections on which statements are sent without waiting for the answers of those before. Each
 * statement is a transaction of its own, so they share nothing but the wire. A connection that breaks fails
 * the statements on it and is replaced by the next statement.
 */
export class PipelinedLane {
  readonly #slots: Slot[];

  constructor(connections: number, options: LaneOptions) {
    this.#slots = Array.from({ length: connections }, () => new Slot(options));
  }

  async query<Row extends pg.QueryResultRow>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    const [first, ...others] = this.#slots;
    if (!first) throw new Error('A lane has at least one connection.');
    const idlest = others.reduce((best, slot) => (slot.inFlight < best.inFlight ? slot : best), first);
    return idlest.query<Row>(statement, parameters);
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }
}

/** One place for a connection, with the connection that is in it now. */
class Slot {
  inFlight = 0;
  #client: Promise<pg.Client> | null = null;
  /** The client of the promise above once it is connected. */
  #current: pg.Client | null = null;
  #socket = new Socket();
  #corked = false;

  constructor(private readonly options: LaneOptions) {}

  async query<Row extends pg.QueryResultRow>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    this.inFlight += 1;
    try {
      const client = await this.#connect();
      this.#sendTogether();
      return await send<Row>(client, statement, parameters).catch((error) => this.#fail(client, error));
    } finally {
      this.inFlight -= 1;
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    await client?.end();
  }

  #fail(client: pg.Client, error: unknown): never {
    const fault = toFault(error);
    if (isOutOfStep(fault)) this.#retire(client);
    throw fault;
  }

  /** Statements that are on their way are answered; later ones take a new connection. */
  #retire(client: pg.Client): void {
    if (this.#current !== client) return;
    this.#current = null;
    this.#client = null;
    client.end().catch(this.options.onError);
  }

  /**
   * What is sent in one turn of the event loop goes out in one write: system calls are most of a short read's
   * cost.
   */
  #sendTogether(): void {
    if (this.#corked) return;
    const socket = this.#socket;
    this.#corked = true;
    socket.cork();
    setImmediate(() => {
      this.#corked = false;
      socket.uncork();
    });
  }

  #connect(): Promise<pg.Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = null;
      throw this.options.toConnectFault(error);
    });
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    this.#socket = new Socket();
    const client = new pg.Client({ ...this.options.config, pipeline: true, stream: () => this.#socket });
    client.on('error', this.options.onError);
    client.once('end', () => {
      if (this.#current !== client) return;
      this.#current = null;
      this.#client = null;
    });
    await client.connect();
    this.#current = client;
    return client;
  }
}
