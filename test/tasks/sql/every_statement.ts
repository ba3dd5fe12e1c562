import { readdirSync, readFileSync } from 'node:fs';
import type { Database, Statement } from '../../../src/database/database.js';
import { prepareAppend } from '../../../src/log/append.js';
import { findPoint, listEvents } from '../../../src/log/audit.js';
import type { Writes } from '../../../src/log/decide_batch.js';
import { sweepExpiredKeys } from '../../../src/log/idempotency.js';
import { load, type Wanted } from '../../../src/log/load.js';
import type { TaskChange } from '../../../src/tasks/changes.js';
import type { PageQuery } from '../../../src/tasks/queries.js';
import type { Snapshot } from '../../../src/tasks/snapshot.js';
import { tasks } from '../../../src/tasks/sql/log.js';
import { findPage } from '../../../src/tasks/sql/page.js';
import { findHead, findHistory, findTasks, listHeads } from '../../../src/tasks/sql/reads.js';
import { STATUSES } from '../../../src/tasks/wording/values.js';
import { CALLER } from '../../support/caller.js';
import { MemoryList } from '../../support/snapshot.js';

/** A statement with parameters that a call could have sent. */
export interface Sample {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}

/** Keeps what is asked of it, and answers one row that holds nothing. */
export function recorder(): { database: Database; samples: Sample[] } {
  const samples: Sample[] = [];
  const query: Database['query'] = async (statement, parameters) => {
    samples.push({ statement, parameters });
    // The readers take what such a row lacks for null, or fail, which is caught below.
    return [{ version: null, now: '2026-11-30 08:15:30.123', updated_at: null, commit_id: null }] as never;
  };
  return { database: { query }, samples };
}

const product = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));

const WHOSE = [
  { owner: 'agent-3', unowned: null },
  ...[null, true, false].map((unowned) => ({ owner: null, unowned })),
];
const OPEN = STATUSES.slice(0, 3);
const STATUS_FILTERS = [null, OPEN, STATUSES.slice(3), ['done'], ['pending'], ['blocked']] as const;

/** Every form of a page. */
function pages(limit: number): PageQuery[] {
  const words = product(product(STATUS_FILTERS, WHOSE), ['l-7', null]);
  const rest = product(product([null, true, false], ['number', 'priority'] as const), [null, 500]);
  return product(words, rest).map(([[[statuses, whose], label], [[ready, order], after]]) => ({
    statuses,
    ...whose,
    label,
    ready,
    order,
    limit,
    after: after === null ? null : { number: after, priority: 'normal' },
  }));
}

/** A sample of every statement that reads, and of the sweep. */
export async function reads(list: string, limit: number): Promise<Sample[]> {
  const { database, samples } = recorder();
  const empty = () => undefined;
  for (const page of pages(limit)) await findPage(database, list, page);
  for (const wanted of loads()) await load(database, tasks, list, wanted);
  await findTasks(database, list, [1, 2, 3]).catch(empty);
  await findHead(database, list);
  await listHeads(database, '', limit);
  await findHistory(database, list, { number: 1, limit, beforeTaskVersion: null }).catch(empty);
  await findHistory({ query: (...sent) => database.query(...sent).then(() => []) }, list, {
    number: 1,
    limit,
    beforeTaskVersion: null,
  });
  await listEvents(database, tasks, list, { after: 10, limit }).catch(empty);
  await findPoint(database, tasks, list, 10).catch(empty);
  await sweepExpiredKeys(database, tasks);
  return samples;
}

const COMMIT_ID = '6f2c1f0e-3b8e-4a8c-9d0a-6a3f5a0b7c11';

/** Every form of a load. */
function loads(): Wanted[] {
  const numbers = [[], [1, 7, 10]] as const;
  const options = product(product(numbers, numbers), product(numbers, product([false, true], [false, true])));
  return product(options, [false, true]).map(([[[tasks, references], [upstream, [old, lost]]], keyed]) => ({
    needs: {
      tasks,
      references,
      upstream,
      changesSince: old ? tasks.map((number) => ({ number, version: 1 })) : [],
    },
    answers: keyed ? [{ principal: 'anonymous', tool: 'task_create', key: 'key-4' }] : [],
    landed: lost ? { commitIds: [COMMIT_ID], afterVersion: 1 } : null,
  }));
}

/** Changes of which each needs another part of the append. */
function changesOf(snapshot: Snapshot): Readonly<Record<string, Partial<TaskChange>>> {
  const edge = { task: 2, blocker: 1 };
  const [one, two] = [snapshot.find(1), snapshot.find(2)];
  if (!one || !two) throw new Error('The list has two tasks.');
  return {
    created: { before: null, after: two },
    changed: { before: one, after: one },
    touched: { dependents: [{ number: 3, openBlockers: 0 }] },
    linked: { addedEdges: [edge] },
    unlinked: { removedEdges: [{ task: 3, blocker: 1 }] },
  };
}

/** Every form of an append: each choice of its parts. */
export async function appends(list: string): Promise<Sample[]> {
  const { database, samples } = recorder();
  const memory = new MemoryList();
  for (const subject of ['One', 'Two', 'Three']) memory.create(subject);
  const { snapshot } = memory;
  const parts = Object.values(changesOf(snapshot));
  const entry = {
    version: 1,
    number: 1,
    taskVersion: 1,
    action: 'update',
    changes: [],
    reason: null,
  } as const;
  const answer = {
    principal: 'p',
    tool: 't',
    key: 'k',
    fingerprint: 'f',
    value: {},
    version: 1,
    entries: 1,
    subject: 1,
  };
  for (let choice = 0; choice < 2 ** (parts.length + 1); choice += 1) {
    const blank = { before: null, dependents: [], addedEdges: [], removedEdges: [], fields: [] };
    const changes = parts
      .filter((_, index) => choice & (1 << index))
      // What a part does not say stays what the task is that is changed anyway.
      .map((part) => ({ ...blank, ...changesOf(snapshot).changed, ...part }) as unknown as TaskChange);
    const writes: Writes = {
      changes,
      entries:
        changes.length > 0 ? [{ ...entry, caller: CALLER, tool: 'task_update', at: snapshot.now }] : [],
      answers: choice & (1 << parts.length) ? [answer] : [],
    };
    if (writes.entries.length + writes.answers.length === 0) continue;
    await prepareAppend(tasks, snapshot, writes, { commitId: COMMIT_ID, idempotencyTtlHours: 24 })(database);
  }
  return samples.map(({ statement, parameters: [, ...rest] }) => ({
    statement,
    parameters: [list, ...rest],
  }));
}

/** One of each form. */
export function distinct(samples: readonly Sample[]): Sample[] {
  return [...new Map(samples.map((sample) => [sample.statement.name, sample])).values()];
}

const SRC = new URL('../../../src/', import.meta.url);
/** The rooms that hold SQL. */
const WITH_SQL = /^(?:log|database|tasks[\\/]sql)[\\/].*\.ts$/;

/** The names of statements as the sources write them: whole, or as far as they are the same for every form. */
export function namesInSources(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => WITH_SQL.test(file));
  const names = files.flatMap((file) => [
    ...readFileSync(new URL(file, SRC), 'utf8').matchAll(
      /\bname(?: =|:) (?:'([a-z_]+)'(?!, type:)|`([a-z_]+)(@?)\$)/g, // a column has a type
    ),
  ]);
  return names.map(([, whole, start, log]) => whole ?? (log ? `${start}` : `${start}*`)).sort();
}
