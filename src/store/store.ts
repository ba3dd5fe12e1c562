import type { Answer, Proposal } from '../domain/batch.js';
import type { AuditEntry } from '../domain/changes.js';
import type { ListHead, Queries, QueryKind } from '../domain/queries.js';
import { findHistory, listEvents } from './audit_reads.js';
import { CombinedReads } from './combined_reads.js';
import { DatabaseFault, type Engine } from './database.js';
import { toRefusal } from './faults.js';
import { findHead, listHeads, ping } from './reads.js';
import { sweepExpiredKeys } from './sweeper.js';
import { Writer, type WriterOptions } from './writer.js';

/** Everything that the service keeps. Faults come out as refusals. */
export interface Store {
  /** @throws Refusal */
  write(list: string, proposal: Proposal): Promise<Answer>;
  /** @throws Refusal */
  read<Kind extends QueryKind>(
    kind: Kind,
    list: string,
    query: Queries[Kind]['query'],
  ): Promise<Queries[Kind]['rows']>;
  /** @throws Refusal */
  head(list: string): Promise<ListHead>;
  /** Lists after a name, by name. @throws Refusal */
  heads(after: string, limit: number): Promise<ListHead[]>;
  /** Audit entries after a list version, in order. @throws Refusal */
  events(list: string, after: number, limit: number): Promise<AuditEntry[]>;
  /** @throws Refusal STORE_UNAVAILABLE when the database does not answer */
  ping(): Promise<void>;
  /** Takes away idempotency keys that expired; returns how many. @throws Refusal */
  sweep(): Promise<number>;
}

type Finders = {
  readonly [Kind in QueryKind]: (
    list: string,
    query: Queries[Kind]['query'],
  ) => Promise<Queries[Kind]['rows']>;
};

function findersOn(engine: Engine): Finders {
  const reads = new CombinedReads(engine);
  return {
    task: (list, query) => reads.task(list, query),
    page: (list, query) => reads.page(list, query),
    history: (list, query) => findHistory(engine, list, query),
  };
}

export function createStore(engine: Engine, options: WriterOptions): Store {
  const writer = new Writer(engine, options);
  const finders = findersOn(engine);
  return {
    write: (list, proposal) => writer.submit(list, proposal),
    read: (kind, list, query) => reading(() => finders[kind](list, query)),
    head: (list) => reading(() => findHead(engine, list)),
    heads: (after, limit) => reading(() => listHeads(engine, after, limit)),
    events: (list, after, limit) => reading(() => listEvents(engine, list, after, limit)),
    ping: () => reading(() => ping(engine)),
    sweep: () => reading(() => sweepExpiredKeys(engine)),
  };
}

/** A read that lost its connection is tried once more: nothing depends on whether the first one ran. */
async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read().catch((error: unknown) => {
      if (error instanceof DatabaseFault && (error.kind === 'unknown' || error.kind === 'unavailable'))
        return read();
      throw error;
    });
  } catch (error) {
    throw error instanceof DatabaseFault ? toRefusal(error) : error;
  }
}
