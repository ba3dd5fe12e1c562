import { toInstant } from '../../database/database.js';
import type { Loaded, LoadSections } from '../../log/definition.js';
import { CHANGES_SINCE_MAX_VERSIONS, type ChangedField, type Needs } from '../changes.js';
import { Snapshot } from '../snapshot.js';
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
  toDependentState,
  toHead,
  toReferenceState,
  toTaskRecord,
} from './rows.js';

/** What the sections answer, beside the head. */
interface SectionRow extends HeadRow {
  tasks?: TaskRow[] | null;
  others?: ReferenceTuple[] | null;
  dependents?: DependentTuple[] | null;
  waiting?: [blocker: number, numbers: number[]][] | null;
  counts?: [number: number, count: number][] | null;
  edges?: Pair[] | null;
  history?: (ChangedField & { number: number })[] | null;
}

/** The snapshot of what a load found. */
export function openSnapshot({ key, guard, now, answers, row: found }: Loaded): Snapshot {
  const row = found as unknown as SectionRow; // the head columns and what the sections below answer
  return new Snapshot(key, {
    guard,
    now,
    answers,
    head: toHead(row),
    tasks: (row.tasks ?? []).map(toTaskRecord),
    references: (row.others ?? []).map(toReferenceState),
    dependents: (row.dependents ?? []).map(toDependentState),
    waiting: row.waiting ?? [],
    dependentCounts: row.counts ?? [],
    edges: (row.edges ?? []).map(([task, blocker]) => ({ task, blocker })),
    history: (row.history ?? []).map((change) => ({ ...change, at: toInstant(change.at) })),
  });
}

/** Adds the sections that the needs call for. */
export function addSections(needs: Needs, sections: LoadSections): void {
  const { tasks, references, upstream, changesSince } = needs;
  if (upstream.length > 0) {
    sections.add('upstream', { tables: upstreamTable(sections.bind(upstream)) });
    sections.walk();
  }
  if (tasks.length > 0 || references.length > 0 || sections.hasAnswers) {
    const has = { upstream: upstream.length > 0, answers: sections.hasAnswers };
    const [wanted, named] = [sections.bind(tasks), sections.bind(references)];
    sections.add('tasks', { tables: taskTables(wanted, named, has), output: tasksOutput(wanted) });
    if (references.length > 0) sections.add('counts', { output: countsOutput(named) });
  }
  if (changesSince.length > 0) {
    sections.add('history', { output: historyOutput(sections.bind(JSON.stringify(changesSince))) });
  }
}

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

/**
 * Only the tasks that are decided on are read whole: thousands may wait for one, and a description is long.
 */
function taskTables(tasks: string, references: string, has: { upstream: boolean; answers: boolean }): string {
  return `near AS (${edgesBy('number', tasks)}),
  edges AS (SELECT number, blocker FROM near${has.upstream ? ' UNION SELECT number, blocker FROM upstream' : ''}),
  waiting AS MATERIALIZED (${edgesBy('blocker', tasks)}),
  named AS (
    SELECT unnest(${references}::int[]) AS number
    UNION SELECT blocker FROM near${has.answers ? ' UNION SELECT subject FROM answers' : ''}
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
