import type { EntryPage, LogPoint } from '../log/audit.js';
import type { Answer, Proposal } from '../log/decide_batch.js';
import type { LogName, ReadKind } from '../log/definition.js';
import type { AuditEntry } from './changes.js';
import type { Counts, SummaryRecord, TaskEdges, TaskRecord } from './task.js';
import type { Priority, Status } from './wording/values.js';

/**
 * What read tools ask of the store, and the rows they get, each read in one statement at one list version.
 */
export interface Queries {
  task: { query: TaskQuery; rows: TaskRows };
  page: { query: PageQuery; rows: PageRows };
  history: { query: HistoryQuery; rows: HistoryRows };
}

export type QueryKind = keyof Queries;

const reads = <Kind extends QueryKind>(
  name: Kind,
  isShared: boolean,
): ReadKind<Queries[Kind]['query'], Queries[Kind]['rows']> => ({ name, isShared });

/** Single tasks are looked up together instead; nothing of them is worth sharing. */
export const READS = {
  task: reads('task', false),
  page: reads('page', true),
  history: reads('history', true),
} as const;

export interface TaskQuery {
  readonly number: number;
}

/** null when there is no such task. */
export type TaskRows = { readonly record: TaskRecord; readonly edges: TaskEdges } | null;

/** Entries of one page at most: what a model reads at once. */
export const PAGE_MAX_ENTRIES = 200;

export type PageOrder = 'number' | 'priority';

/** The last task of the page before: where the next page goes on. */
export interface PagePosition {
  readonly number: number;
  readonly priority: Priority;
}

export interface PageQuery {
  /** Any of these; null for all. */
  readonly statuses: readonly Status[] | null;
  readonly owner: string | null;
  /** True for tasks without an owner, false for the others, null for all. */
  readonly unowned: boolean | null;
  readonly label: string | null;
  readonly ready: boolean | null;
  readonly order: PageOrder;
  readonly limit: number;
  readonly after: PagePosition | null;
}

export interface PageRows {
  readonly version: number;
  /** The mark of that version; null at version 0. */
  readonly mark: string | null;
  readonly counts: Counts;
  readonly tasks: readonly { readonly record: SummaryRecord; readonly edges: TaskEdges }[];
  readonly hasMore: boolean;
}

export interface HistoryQuery {
  readonly number: number;
  readonly limit: number;
  /** Only entries of a lower task version; null for the newest. */
  readonly beforeTaskVersion: number | null;
}

/** null when there is no such task. Newest first. */
export type HistoryRows = { readonly entries: readonly AuditEntry[]; readonly hasMore: boolean } | null;

/** The head of a list: what GET /v1/lists/{list} answers. */
export interface ListHead {
  readonly list: string;
  readonly version: number;
  /** The marked version. */
  readonly cursor: string;
  readonly counts: Counts;
}

/** Everything that the service keeps. Faults come out as refusals. */
export interface Store {
  /** @throws Refusal */
  write(log: LogName, key: string, proposal: Proposal): Promise<Answer>;
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
  events(
    list: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<EntryPage<AuditEntry>>;
  /** What the log of a list has at a version. @throws Refusal */
  point(list: string, version: number): Promise<LogPoint>;
  /** @throws Refusal STORE_UNAVAILABLE when the database would not take a write now; its detail says why */
  ping(): Promise<void>;
  /** Takes away idempotency keys that expired; returns how many. @throws Refusal */
  sweep(): Promise<number>;
}
