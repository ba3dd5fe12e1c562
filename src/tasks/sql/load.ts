import type { Database, Statement } from '../../database/database.js';
import { answerName } from '../../log/decide_batch.js';
import { CHANGES_SINCE_MAX_VERSIONS, type Needs } from '../needs.js';
import type { ChangedField } from '../refusal_extras.js';
import { EMPTY_HEAD, type LoadedRows, type StoredAnswer } from '../snapshot.js';
import { DEPENDENTS_MAX_COUNT } from '../task.js';
import {
  DEPENDENT,
  type DependentTuple,
  type HeadRow,
  type Pair,
  REFERENCE,
  type ReferenceTuple,
  TASK_COLUMNS,
  type TaskRow,
  toCounts,
  toDependentState,
  toInstant,
  toReferenceState,
  toTaskRecord,
} from './rows.js';

/** Names an answer that may be stored. */
export interface AnswerKey {
  readonly principal: string;
  readonly tool: string;
  readonly key: string;
}

export interface Wanted {
  readonly needs: Needs;
  readonly answers: readonly AnswerKey[];
  /** Appends whose outcome is not known, by commit id, and the list version before the first of them. */
  readonly landed: { readonly commitIds: readonly string[]; readonly afterVersion: number } | null;
}

export interface Loaded extends LoadedRows {
  /** Those of the wanted commit ids that did land. */
  readonly landed: readonly string[];
}

interface LoadRow extends HeadRow {
  now: string;
  updated_at: string | null;
  commit_id: string | null;
  tasks?: TaskRow[] | null;
  others?: ReferenceTuple[] | null;
  dependents?: DependentTuple[] | null;
  waiting?: [blocker: number, numbers: number[]][] | null;
  counts?: [number: number, count: number][] | null;
  edges?: Pair[] | null;
  history?: (ChangedField & { number: number })[] | null;
  answers?: (AnswerKey & StoredAnswer)[] | null;
  landed?: string[] | null;
}

/**
 * Reads in one statement, and so at one list version, what a batch of decisions needs. The statement is put
 * together from the sections that the needs call for; each combination is prepared once.
 * @throws DatabaseFault
 */
export async function load(database: Database, list: string, wanted: Wanted): Promise<Loaded> {
  const { statement, parameters } = composeLoad(list, wanted);
  const [row] = await database.query<LoadRow>(statement, parameters);
  if (!row) throw new Error('The load statement always answers one row.');
  const loadedAt = toInstant(row.now);
  return {
    guard: { version: row.version ?? 0, commitId: row.commit_id, loadedAt },
    now: row.updated_at === null ? loadedAt : later(loadedAt, toInstant(row.updated_at)),
    head:
      row.version === null
        ? EMPTY_HEAD
        : { version: row.version, nextNumber: row.next_number, counts: toCounts(row) },
    tasks: (row.tasks ?? []).map(toTaskRecord),
    references: (row.others ?? []).map(toReferenceState),
    dependents: (row.dependents ?? []).map(toDependentState),
    waiting: row.waiting ?? [],
    dependentCounts: row.counts ?? [],
    edges: (row.edges ?? []).map(([task, blocker]) => ({ task, blocker })),
    history: (row.history ?? []).map((change) => ({ ...change, at: toInstant(change.at) })),
    answers: new Map(
      (row.answers ?? []).map((answer) => [answerName(answer.principal, answer.tool, answer.key), answer]),
    ),
    landed: row.landed ?? [],
  };
}

/** The later of two instants, which sort as text. */
const later = (one: string, other: string): string => (one > other ? one : other);

function composeLoad(
  list: string,
  { needs, answers, landed }: Wanted,
): { statement: Statement; parameters: unknown[] } {
  const parameters: unknown[] = [list];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const sections: string[] = [];
  const tables: string[] = [];
  const outputs: string[] = [];
  const add = (name: string, section: { tables?: string; output?: string }) => {
    sections.push(name);
    if (section.tables) tables.push(section.tables);
    if (section.output) outputs.push(section.output);
  };

  if (needs.upstream.length > 0) add('upstream', { tables: upstreamTable(bind(needs.upstream)) });
  if (answers.length > 0)
    add('answers', { tables: answersTable(bind(JSON.stringify(answers))), output: ANSWERS_OUTPUT });
  const { tasks, references } = needs;
  if (tasks.length > 0 || references.length > 0 || answers.length > 0) {
    const has = { upstream: needs.upstream.length > 0, answers: answers.length > 0 };
    const [wanted, named] = [bind(tasks), bind(references)];
    add('tasks', { tables: taskTables(wanted, named, has), output: tasksOutput(wanted) });
    if (references.length > 0) add('counts', { output: countsOutput(named) });
  }
  if (needs.changesSince.length > 0)
    add('history', { output: historyOutput(bind(JSON.stringify(needs.changesSince))) });
  if (landed) add('landed', { output: landedOutput(bind(landed.commitIds), bind(landed.afterVersion)) });

  const lane = needs.upstream.length > 0 ? 'slow' : 'quick';
  const tablesText = tables.length > 0 ? `WITH RECURSIVE ${tables.join(',\n')}\n` : '';
  const text = `${tablesText}${[HEAD, ...outputs].join(',\n  ')}
    FROM (SELECT $1::text AS list) AS wanted LEFT JOIN lists USING (list)`;
  return { statement: { name: `load_${sections.join('_') || 'head'}`, text, lane }, parameters };
}

const HEAD = `SELECT date_trunc('milliseconds', now() AT TIME ZONE 'UTC') AS now,
    updated_at AT TIME ZONE 'UTC' AS updated_at, commit_id,
    version, next_number, pending, in_progress, blocked, done, cancelled`;

/**
 * The edges at one end of which stand the given tasks. OFFSET 0 keeps each look-up a look-up by key: with
 * `= ANY(numbers)` the planner may take the index that begins with the other end and read every edge of the
 * list.
 */
const edgesBy = (end: 'number' | 'blocker', numbers: string) => `
    SELECT d.number, d.blocker FROM unnest(${numbers}::int[]) AS wanted(task) CROSS JOIN LATERAL (
      SELECT number, blocker FROM dependencies WHERE list = $1 AND ${end} = wanted.task OFFSET 0) AS d`;

/**
 * Every edge on a way from the given tasks to those that they wait for, near and far; each step by key,
 * too.
 */
const upstreamTable = (numbers: string) => `upstream AS (${edgesBy('number', numbers)}
    UNION
    SELECT next.number, next.blocker FROM upstream CROSS JOIN LATERAL (
      SELECT d.number, d.blocker FROM dependencies d WHERE d.list = $1 AND d.number = upstream.blocker OFFSET 0) AS next)`;

/** LIMIT keeps each look-up a look-up by key: without it the planner may read every key of the list. */
const answersTable = (keys: string) => `answers AS (
    SELECT wanted.principal, wanted.tool, wanted.key, kept.fingerprint, kept.value, kept.version, kept.number
    FROM json_to_recordset(${keys}::json) AS wanted(principal text, tool text, key text)
    CROSS JOIN LATERAL (
      SELECT k.fingerprint, k.value, k.version, k.number FROM idempotency_keys k
      WHERE k.list = $1 AND k.principal = wanted.principal AND k.tool = wanted.tool AND k.key = wanted.key
        AND k.expires_at > now()
      LIMIT 1) AS kept)`;

/** A stored answer's changes are those of its audit row. */
const ANSWERS_OUTPUT = `(SELECT json_agg(json_build_object(
    'principal', answers.principal, 'tool', answers.tool, 'key', answers.key, 'fingerprint', answers.fingerprint,
    'value', answers.value, 'subject', answers.number, 'changes', coalesce(
      (SELECT changes FROM audit_log WHERE list = $1 AND audit_log.version = answers.version), '[]'::json))) FROM answers) AS answers`;

/**
 * Only the tasks that are decided on are read whole: thousands may wait for one, and a description is long.
 */
function taskTables(tasks: string, references: string, has: { upstream: boolean; answers: boolean }): string {
  return `near AS (${edgesBy('number', tasks)}),
  edges AS (SELECT number, blocker FROM near${has.upstream ? ' UNION SELECT number, blocker FROM upstream' : ''}),
  waiting AS MATERIALIZED (${edgesBy('blocker', tasks)}),
  named AS (
    SELECT unnest(${references}::int[]) AS number
    UNION SELECT blocker FROM near${has.answers ? ' UNION SELECT number FROM answers' : ''}
    EXCEPT SELECT unnest(${tasks}::int[]))`;
}

const byNumber = (rows: string, numbers: string) => `(SELECT json_agg(${rows}) FROM tasks
      WHERE list = $1 AND number = ANY(ARRAY(SELECT number FROM ${numbers})))`;

const tasksOutput = (
  tasks: string,
) => `(SELECT json_agg(json_build_array(number, blocker)) FROM edges) AS edges,
    (SELECT json_agg(found) FROM (
      SELECT ${TASK_COLUMNS} FROM tasks WHERE list = $1 AND number = ANY(${tasks}::int[])) AS found) AS tasks,
    ${byNumber(REFERENCE, 'named')} AS others, ${byNumber(DEPENDENT, 'waiting')} AS dependents,
    (SELECT json_agg(json_build_array(blocker, numbers))
      FROM (SELECT blocker, array_agg(number) AS numbers FROM waiting GROUP BY blocker) AS each) AS waiting`;

/** As far as the rule wants to know. */
const countsOutput = (references: string) => `(SELECT json_agg(json_build_array(wanted.number, found.count))
      FROM unnest(${references}::int[]) AS wanted(number) CROSS JOIN LATERAL (
        SELECT count(*) FROM (SELECT FROM dependencies WHERE list = $1 AND blocker = wanted.number
          LIMIT ${DEPENDENTS_MAX_COUNT}) AS counted) AS found) AS counts`;

/** signature() in log/caller.ts is the same rule for the name of who changed a task. */
const historyOutput = (since: string) => `(SELECT json_agg(later) FROM (
      SELECT wanted.number, change ->> 'field' AS field, change -> 'to' AS to, log.by, log.at, log.task_version AS "taskVersion"
      FROM json_to_recordset(${since}::json) AS wanted(number int, version int)
      CROSS JOIN LATERAL (
        SELECT task_version, changes, at AT TIME ZONE 'UTC' AS at,
          CASE WHEN agent IS NULL THEN principal WHEN principal = 'anonymous' THEN agent ELSE principal || '/' || agent END AS by
        FROM audit_log WHERE list = $1 AND number = wanted.number AND task_version > wanted.version
        ORDER BY task_version DESC LIMIT ${CHANGES_SINCE_MAX_VERSIONS}) AS log
      CROSS JOIN LATERAL json_array_elements(log.changes) AS change) AS later) AS history`;

const landedOutput = (
  commitIds: string,
  afterVersion: string,
) => `(SELECT json_agg(DISTINCT commit_id::text) FROM audit_log
    WHERE list = $1 AND version > ${afterVersion}::int AND commit_id = ANY(${commitIds}::uuid[])) AS landed`;
