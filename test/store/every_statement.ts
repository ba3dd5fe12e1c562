import { readdirSync, readFileSync } from 'node:fs';
import type { PageQuery } from '../../src/domain/queries.js';
import { STATUSES } from '../../src/domain/task.js';
import { findHistory, listEvents } from '../../src/store/audit_reads.js';
import type { Database, Statement } from '../../src/store/database.js';
import { findPage } from '../../src/store/page.js';
import { findHead, findTasks, listHeads, ping } from '../../src/store/reads.js';
import { sweepExpiredKeys } from '../../src/store/sweeper.js';

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
    return [{ version: null, now: '' }] as never;
  };
  return { database: { query }, samples };
}

const product = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));

const OPEN = STATUSES.slice(0, 3);
const STATUS_FILTERS = [null, OPEN, STATUSES.slice(3), ['done'], ['pending'], ['blocked']] as const;

/** Every form of a page. */
function pages(limit: number): PageQuery[] {
  const words = product(product(STATUS_FILTERS, ['agent-3', null]), ['l-7', null]);
  const rest = product(product([null, true, false], ['number', 'priority'] as const), [null, 500]);
  return product(words, rest).map(([[[statuses, owner], label], [[ready, order], after]]) => ({
    statuses,
    owner,
    label,
    ready,
    order,
    limit,
    after: after === null ? null : { number: after, priority: 'normal' },
  }));
}

/** A sample of every statement that reads for a caller, and of the sweep. */
export async function reads(list: string, limit: number): Promise<Sample[]> {
  const { database, samples } = recorder();
  const empty = () => undefined;
  for (const page of pages(limit)) await findPage(database, list, page);
  await findTasks(database, list, [1, 2, 3]).catch(empty);
  await findHead(database, list);
  await listHeads(database, '', limit);
  await findHistory(database, list, { number: 1, limit, beforeTaskVersion: null }).catch(empty);
  await findHistory({ query: (...sent) => database.query(...sent).then(() => []) }, list, {
    number: 1,
    limit,
    beforeTaskVersion: null,
  });
  await listEvents(database, list, 10, limit).catch(empty);
  await ping(database);
  await sweepExpiredKeys(database);
  return samples;
}

/** One of each form. */
export function distinct(samples: readonly Sample[]): Sample[] {
  return [...new Map(samples.map((sample) => [sample.statement.name, sample])).values()];
}

const STORE = new URL('../../src/store/', import.meta.url);

/** The names of statements as the sources of the store write them: whole, or as far as they are the same for every form. */
export function namesInSources(): string[] {
  const files = readdirSync(STORE).filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) => [
    ...readFileSync(new URL(file, STORE), 'utf8').matchAll(/\bname(?: =|:) (?:'([a-z_]+)'|`([a-z_]+)\$)/g),
  ]);
  return names.map(([, whole, start]) => whole ?? `${start}*`).sort();
}
