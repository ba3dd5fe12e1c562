import { AGENT, CREATION_CHANGES, PRIORITY_RANK, TASK } from './contents.js';

/**
 * The same writes as one prepared statement, and so one transaction, per call: what a service without write
 * combining would send at its best. `list` and `number` are SQL expressions. The rows are those that the
 * service writes: head, task, audit row.
 */

const AUDIT_COLUMNS =
  'list, version, number, task_version, action, changes, principal, agent, tool, request_id, commit_id, at';
const AUDIT_IDS = 'gen_random_uuid()::text, gen_random_uuid()';
const NOW = `date_trunc('milliseconds', now())`;

export function createStatement(list: string): string {
  return `WITH head AS (
      UPDATE lists SET version = version + 1, next_number = next_number + 1, pending = pending + 1, updated_at = ${NOW}
      WHERE list = ${list} RETURNING version, next_number - 1 AS number, updated_at AS at),
    created AS (
      INSERT INTO tasks (list, number, version, status, subject, description, priority, owner, labels, open_blockers,
        created_at, created_by, updated_at, updated_by)
      SELECT ${list}, number, 1, 'pending', ${quote(TASK.subject)}, ${quote(TASK.description)}, ${PRIORITY_RANK},
        ${quote(TASK.owner)}, ${quote(spaced(TASK.labels))}, 0, at, ${quote(AGENT)}, at, ${quote(AGENT)}
      FROM head)
    INSERT INTO audit_log (${AUDIT_COLUMNS})
    SELECT ${list}, version, number, 1, 'create', ${quote(spaced(CREATION_CHANGES))},
      'anonymous', ${quote(AGENT)}, 'task_create', ${AUDIT_IDS}, at
    FROM head`;
}

/** Takes a pending task up, or puts one that was taken up down again. */
export function updateStatement(list: string, number: string): string {
  return `WITH changed AS (
      UPDATE tasks SET version = version + 1, updated_at = ${NOW}, updated_by = ${quote(AGENT)},
        status = CASE status WHEN 'pending' THEN 'in_progress' ELSE 'pending' END
      WHERE list = ${list} AND number = ${number} RETURNING number, version, status, updated_at AS at),
    counted AS (SELECT at, CASE status WHEN 'pending' THEN 1 ELSE -1 END AS step FROM changed),
    head AS (
      UPDATE lists SET version = version + 1, pending = pending + step, in_progress = in_progress - step, updated_at = at
      FROM counted WHERE list = ${list} RETURNING version)
    INSERT INTO audit_log (${AUDIT_COLUMNS})
    SELECT ${list}, head.version, number, changed.version, 'update',
      CASE status WHEN 'pending' THEN ${statusChange('in_progress', 'pending')}
        ELSE ${statusChange('pending', 'in_progress')} END::json,
      'anonymous', ${quote(AGENT)}, 'task_update', ${AUDIT_IDS}, at
    FROM head, changed`;
}

function statusChange(from: string, to: string): string {
  return quote(spaced([{ field: 'status', from, to }]));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** JSON with a space after each colon, because pgbench takes a colon before a word for a variable. */
function spaced(value: unknown): string {
  return JSON.stringify(value).replaceAll('":', '": ');
}
