import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observer } from './observer.js';

/** From a look-up by key on a warm machine to the longest that a statement may take. */
const STATEMENT_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
/** Up to the most that are combined. */
const BATCH_BUCKETS_INTENTS = [1, 2, 4, 8, 16, 32, 64];

/** Counts the work behind the doors in Prometheus metrics. Labels are of bounded number. */
export function createObserver(registry: Registry): Observer {
  const registers = [registry];
  const calls = new Counter({
    name: 'tasklatch_tool_calls_total',
    help: 'Calls of tools through any door, by tool and outcome: ok, replayed, or the code of the refusal.',
    labelNames: ['tool', 'outcome'] as const,
    registers,
  });
  let queued = 0; // moved by every write, and read when somebody looks
  new Gauge({
    name: 'tasklatch_writer_queued_intents',
    help: 'Writes that wait for their batch.',
    registers,
    collect() {
      this.set(queued);
    },
  });
  const statements = new Histogram({
    name: 'tasklatch_statement_duration_seconds',
    help: 'Time from sending a statement to its end, by kind and outcome; unknown: its answer was lost.',
    labelNames: ['statement', 'outcome'] as const,
    buckets: STATEMENT_BUCKETS_SECONDS,
    registers,
  });
  return {
    call: (tool, outcome) => calls.inc({ tool, outcome }),
    queued: (intents) => {
      queued += intents;
    },
    statement: (statement, milliseconds, outcome) =>
      statements.observe({ statement, outcome }, milliseconds / 1_000),
    watchPool: (count) => watchPool(registry, count),
    ...observeRounds(registry),
  };
}

function observeRounds(registry: Registry): Pick<Observer, 'batch' | 'round' | 'unknown'> {
  const registers = [registry];
  const batches = new Histogram({
    name: 'tasklatch_writer_batch_intents',
    help: 'Writes that were decided and appended together.',
    buckets: BATCH_BUCKETS_INTENTS,
    registers,
  });
  const rounds = new Counter({
    name: 'tasklatch_writer_rounds_total',
    help: 'Rounds of load, decide, append; lost: another process was first; held: with the head row locked.',
    labelNames: ['outcome', 'held'] as const,
    registers,
  });
  const unknown = new Counter({
    name: 'tasklatch_writer_unknown_appends_total',
    help: 'Appends whose answer was lost: found as landed, ruled out, or reported as not known.',
    labelNames: ['outcome'] as const,
    registers,
  });
  return {
    batch: (intents) => batches.observe(intents),
    round: (outcome, held) => rounds.inc({ outcome, held: String(held) }),
    unknown: (outcome) => unknown.inc({ outcome }),
  };
}

function watchPool(registry: Registry, count: Parameters<Observer['watchPool']>[0]): void {
  new Gauge({
    name: 'tasklatch_write_connections',
    help: 'Connections for writes, idle and busy, and writes that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(count())) this.set({ state }, value);
    },
  });
}
