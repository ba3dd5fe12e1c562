import { type Clock, DatabaseFault, type Engine, PROCESS_CLOCK } from './database/database.js';
import { isWorthAnotherTry, toRefusal } from './database/faults.js';
import { WatchedEngine } from './database/readiness.js';
import { findPoint, listEvents } from './log/audit.js';
import { type LogDefinition, rightsOf } from './log/definition.js';
import { sweepExpiredKeys } from './log/idempotency.js';
import { Writer, type WriterOptions } from './log/writer.js';
import type { Queries, QueryKind, Store } from './tasks/queries.js';
import { tasks } from './tasks/sql/log.js';
import { findPage } from './tasks/sql/page.js';
import { CombinedReads, findHead, findHistory, listHeads } from './tasks/sql/reads.js';

/** Every log that the service keeps. */
export const LOGS: readonly LogDefinition[] = [tasks];

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
    page: (list, query) => findPage(engine, list, query),
    history: (list, query) => findHistory(engine, list, query),
  };
}

export function createStore(database: Engine, options: WriterOptions): Store {
  const { clock = PROCESS_CLOCK } = options;
  const engine = new WatchedEngine(database, clock, Object.assign({}, ...LOGS.map(rightsOf)));
  const writers = new Map(LOGS.map((log) => [log.name, new Writer(engine, log, options)]));
  const finders = findersOn(engine);
  return {
    write({ name }, key, proposal) {
      const writer = writers.get(name);
      if (!writer) throw new Error(`The service keeps no log of ${name}.`);
      return writer.submit(key, proposal);
    },
    read: (kind, list, query) => reading(clock, () => finders[kind](list, query)),
    head: (list) => reading(clock, () => findHead(engine, list)),
    heads: (after, limit) => reading(clock, () => listHeads(engine, after, limit)),
    events: (list, page) => reading(clock, () => listEvents(engine, tasks, list, page)),
    point: (list, version) => reading(clock, () => findPoint(engine, tasks, list, version)),
    ping: () => reading(clock, () => engine.requireReady()),
    async sweep() {
      let swept = 0;
      for (const log of LOGS) swept += await reading(clock, () => sweepExpiredKeys(engine, log));
      return swept;
    },
  };
}

/** Pause after the nth fault is n times this. */
const READ_FAULT_PAUSE_MS = 50;

/** A read that lost its connection is tried again for a while: nothing depends on whether it ran before. */
async function reading<Result>(clock: Clock, read: () => Promise<Result>): Promise<Result> {
  const startedAt = clock.now();
  for (let faults = 1; ; faults += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      if (!isWorthAnotherTry(error, faults, clock.now() - startedAt)) throw toRefusal(error);
      await clock.sleep(READ_FAULT_PAUSE_MS * faults);
    }
  }
}
