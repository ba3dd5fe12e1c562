import type { Database, Statement } from '../../database/database.js';
import type { Writes } from '../../log/decide_batch.js';
import type { Edge } from '../changes.js';
import type { Snapshot } from '../snapshot.js';
import { fromTaskRecord } from './rows.js';

export interface AppendOptions {
  /** Kept by the head and the audit rows: tells whether an append whose answer was lost did land. */
  readonly commitId: string;
  readonly idempotencyTtlHours: number;
}

/**
 * An append that starts later than this after its load writes nothing. It is less than the client's patience
 * with a statement, so that a statement that lay in the socket of a stopped server cannot land after its
 * caller was told that it did not.
 */
const APPEND_DEADLINE_MS = 2_500;

/**
 * The statement that applies what a batch decided, if the head of the list is still what it was decided on.
 * It resolves with false when it is not: then nothing was written. @throws DatabaseFault
 */
export function prepareAppend(
  snapshot: Snapshot,
  writes: Writes,
  options: AppendOptions,
): (database: Database) => Promise<boolean> {
  const { statement, parameters } = composeAppend(snapshot, writes, options);
  return async (database) => (await database.query(statement, parameters)).length > 0;
}

function composeAppend(
  snapshot: Snapshot,
  writes: Writes,
  options: AppendOptions,
): { statement: Statement; parameters: unknown[] } {
  const { list, head, guard, now } = snapshot;
  const { counts } = head;
  const parameters: unknown[] = [
    list,
    guard.version,
    guard.commitId,
    options.commitId,
    now,
    guard.loadedAt,
    head.version,
    head.nextNumber,
    counts.pending,
    counts.in_progress,
    counts.blocked,
    counts.done,
    counts.cancelled,
  ];
  const names: string[] = [];
  const parts: string[] = [HEAD];
  const bind = (value: unknown) => `$${parameters.push(value)}`;
  const add = (name: string, rows: readonly unknown[], part: (json: () => string) => string) => {
    if (rows.length === 0) return;
    names.push(name);
    parts.push(`${name} AS (${part(() => `${bind(JSON.stringify(rows))}::json`)})`);
  };

  const tasks = collectTasks(snapshot, writes);
  const edges = collectEdges(writes);
  add('created', tasks.created, (json) => insertTasks(json()));
  add('changed', tasks.changed, (json) => updateTasks(json(), bind(numbersOf(tasks.changed))));
  add('touched', tasks.touched, () =>
    updateOpenBlockers(bind(asArray(numbersOf(tasks.touched))), bind(asArray(openBlockersOf(tasks.touched)))),
  );
  add('linked', edges.added, (json) => insertEdges(json()));
  add('unlinked', edges.removed, (json) => deleteEdges(json(), bind(numbersOf(edges.removed))));
  add('logged', toAuditRows(writes), (json) => insertAudit(json()));
  add('kept', writes.answers.map(toAnswerRow), (json) =>
    insertAnswers(json(), bind(options.idempotencyTtlHours)),
  );

  const text = `WITH ${parts.join(',\n')}\nSELECT version FROM head`;
  return { statement: { name: `append_${names.join('_')}`, text, lane: 'write' }, parameters };
}

/** Names the rows for the index: from a join alone the planner may choose to read the whole list. */
const numbersOf = (rows: readonly { readonly number: number }[]): number[] =>
  rows.map(({ number }) => number);

const openBlockersOf = (rows: readonly { readonly openBlockers: number }[]): number[] =>
  rows.map(({ openBlockers }) => openBlockers);

/** As Postgres writes it: the driver would quote each number. */
const asArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

/** The last state of each task, once: one statement must not write a row twice. */
function collectTasks(snapshot: Snapshot, { changes }: Writes) {
  const created = new Set(changes.filter(({ before }) => before === null).map(({ after }) => after.number));
  const changed = new Set(changes.map(({ after }) => after.number).filter((number) => !created.has(number)));
  const touched = new Set(
    changes
      .flatMap(({ dependents }) => dependents.map(({ number }) => number))
      .filter((number) => !created.has(number) && !changed.has(number)),
  );
  const last = (number: number) => {
    const task = snapshot.find(number);
    if (!task) throw new Error(`The snapshot lacks #${number}, which the batch writes.`);
    return task;
  };
  const state = (number: number) => {
    const task = snapshot.findState(number);
    if (!task) throw new Error(`The snapshot lacks #${number}, which waits for what the batch writes.`);
    return task;
  };
  return {
    created: [...created].map((number) => fromTaskRecord(last(number))),
    changed: [...changed].map((number) => fromTaskRecord(last(number))),
    touched: [...touched].map(state),
  };
}

/** What is left of the edges that a batch adds and removes when they are set off against each other. */
function collectEdges({ changes }: Writes) {
  const added = new Map<string, Edge>();
  const removed = new Map<string, Edge>();
  const move = (edge: Edge, undone: Map<string, Edge>, done: Map<string, Edge>) => {
    const name = `${edge.task}-${edge.blocker}`;
    if (!undone.delete(name)) done.set(name, edge);
  };
  for (const change of changes) {
    for (const edge of change.removedEdges) move(edge, added, removed);
    for (const edge of change.addedEdges) move(edge, removed, added);
  }
  const toRows = (edges: Map<string, Edge>) =>
    [...edges.values()].map(({ task, blocker }) => ({ number: task, blocker }));
  return { added: toRows(added), removed: toRows(removed) };
}

function toAuditRows({ entries }: Writes) {
  return entries.map(({ version, number, taskVersion, action, changes, reason, caller, tool, at }) => {
    const { principal, agent, session, requestId, toolCallId } = caller;
    return {
      version,
      number,
      task_version: taskVersion,
      action,
      changes,
      reason,
      principal,
      agent,
      session,
      tool,
      request_id: requestId,
      tool_call_id: toolCallId,
      at,
    };
  });
}

function toAnswerRow({ subject, ...answer }: Writes['answers'][number]) {
  return { ...answer, number: subject };
}

/** The guard: without a row from here, no other part of the statement has anything to write. */
const HEAD = `head AS (
  INSERT INTO lists AS current
    (list, version, next_number, pending, in_progress, blocked, done, cancelled, created_at, updated_at, commit_id)
  SELECT $1::text, $7::int, $8::int, $9::int, $10::int, $11::int, $12::int, $13::int, $5::timestamptz, $5::timestamptz, $4::uuid
  WHERE now() >= $6::timestamptz AND now() < $6::timestamptz + interval '${APPEND_DEADLINE_MS} milliseconds'
    AND ($2::int = 0 AND $3::uuid IS NULL OR EXISTS (SELECT FROM lists WHERE list = $1))
  ON CONFLICT (list) DO UPDATE SET version = EXCLUDED.version, next_number = EXCLUDED.next_number,
    pending = EXCLUDED.pending, in_progress = EXCLUDED.in_progress, blocked = EXCLUDED.blocked,
    done = EXCLUDED.done, cancelled = EXCLUDED.cancelled, updated_at = EXCLUDED.updated_at, commit_id = EXCLUDED.commit_id
  WHERE current.version = $2::int AND current.commit_id IS NOT DISTINCT FROM $3::uuid
  RETURNING version)`;

const TASK_COLUMNS = `number, version, status, subject, description, priority, owner, labels, open_blockers,
    created_at, created_by, updated_at, updated_by, completed_at, deleted_at`;

const TASK_RECORDSET = `(number int, version int, status text, subject text, description text, priority smallint, owner text,
    labels jsonb, open_blockers int, created_at timestamptz, created_by text, updated_at timestamptz, updated_by text,
    completed_at timestamptz, deleted_at timestamptz)`;

const insertTasks = (rows: string) => `
  INSERT INTO tasks (list, ${TASK_COLUMNS})
  SELECT $1, ${TASK_COLUMNS.replaceAll(/\w+/g, 'new.$&')} FROM head, json_to_recordset(${rows}) AS new${TASK_RECORDSET}`;

const updateTasks = (rows: string, numbers: string) => `
  UPDATE tasks SET version = new.version, status = new.status, subject = new.subject, description = new.description,
    priority = new.priority, owner = new.owner, labels = new.labels, open_blockers = new.open_blockers,
    updated_at = new.updated_at, updated_by = new.updated_by, completed_at = new.completed_at, deleted_at = new.deleted_at
  FROM head, json_to_recordset(${rows}) AS new${TASK_RECORDSET}
  WHERE tasks.list = $1 AND tasks.number = ANY(${numbers}::int[]) AND tasks.number = new.number`;

/**
 * Many rows of two numbers: arrays cost a fraction of what JSON does, and the planner takes them for a few.
 */
const updateOpenBlockers = (numbers: string, counts: string) => `
  UPDATE tasks SET open_blockers = new.open_blockers
  FROM head, unnest(${numbers}::int[], ${counts}::int[]) AS new(number, open_blockers)
  WHERE tasks.list = $1 AND tasks.number = new.number`;

const insertEdges = (rows: string) => `
  INSERT INTO dependencies (list, number, blocker)
  SELECT $1, new.number, new.blocker FROM head, json_to_recordset(${rows}) AS new(number int, blocker int)`;

const deleteEdges = (rows: string, numbers: string) => `
  DELETE FROM dependencies USING head, json_to_recordset(${rows}) AS old(number int, blocker int)
  WHERE dependencies.list = $1 AND dependencies.number = ANY(${numbers}::int[])
    AND dependencies.number = old.number AND dependencies.blocker = old.blocker`;

const insertAudit = (rows: string) => `
  INSERT INTO audit_log (list, version, number, task_version, action, changes, reason, principal, agent, session, tool,
    request_id, tool_call_id, commit_id, at)
  SELECT $1, new.version, new.number, new.task_version, new.action, new.changes, new.reason, new.principal, new.agent,
    new.session, new.tool, new.request_id, new.tool_call_id, $4, new.at
  FROM head, json_to_recordset(${rows}) AS new(version int, number int, task_version int, action text, changes json,
    reason text, principal text, agent text, session text, tool text, request_id text,
    tool_call_id text, at timestamptz)`;

/** A key that expired and was not swept yet makes room for its next use; a live answer stays. */
const insertAnswers = (rows: string, ttlHours: string) => `
  INSERT INTO idempotency_keys AS old (list, principal, tool, key, fingerprint, value, version, number, expires_at)
  SELECT $1, new.principal, new.tool, new.key, new.fingerprint, new.value, new.version, new.number,
    $5::timestamptz + ${ttlHours}::int * interval '1 hour'
  FROM head, json_to_recordset(${rows}) AS new(principal text, tool text, key text, fingerprint text, value json,
    version int, number int)
  ON CONFLICT (list, principal, tool, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, value = EXCLUDED.value,
    version = EXCLUDED.version, number = EXCLUDED.number, expires_at = EXCLUDED.expires_at
  WHERE old.expires_at <= now()`;
