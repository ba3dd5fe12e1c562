import type { Observer } from '../observer.js';
import { type Database, DatabaseFault, type Engine, type Transaction } from './database.js';

/** The engine, with the time and the end of each statement told to an observer. */
export function measuredEngine(engine: Engine, observer: Observer): Engine {
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
