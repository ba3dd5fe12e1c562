import type pg from 'pg';
import { AGENT, CREATION_CHANGES, PRIORITY_RANK, TASK } from './contents.js';
import { BLOCKED_EVERY, type Lists, listNames } from './lists.js';

/**
 * Tasks with the audit rows that made them, in one statement. Every tenth waits for the one before it, so
 * that pages and reads meet edges too.
 */
const SEED = `
  WITH lists_to_be AS (SELECT list, date_trunc('milliseconds', now()) AS at FROM unnest($1::text[]) AS list),
  tasks_to_be AS (
    SELECT list, at, number, number % ${BLOCKED_EVERY} = 0 AS waits
    FROM lists_to_be, generate_series(1, $2::int) AS number),
  heads AS (
    INSERT INTO lists SELECT list, $2, $2 + 1, $2, 0, 0, 0, 0, at, at FROM lists_to_be),
  edges AS (
    INSERT INTO dependencies SELECT list, number, number - 1 FROM tasks_to_be WHERE waits),
  created AS (
    INSERT INTO tasks (list, number, version, status, subject, description, priority, owner, labels, open_blockers,
      created_at, created_by, updated_at, updated_by)
    SELECT list, number, 1, 'pending', $3, $4, $5, $6, $7, waits::int, at, $8, at, $8 FROM tasks_to_be)
  INSERT INTO audit_log (list, version, number, task_version, action, changes, principal, agent, tool, request_id,
    commit_id, at)
  SELECT list, number, number, 1, 'create',
    CASE WHEN waits THEN replace($9, ']}]', ']}, {"field": "blockedBy", "from": null, "to": ["' || number - 1 || '"]}]')
      ELSE $9 END::json,
    'anonymous', $8, 'task_create', gen_random_uuid()::text, gen_random_uuid(), at
  FROM tasks_to_be`;

export async function seedLists(client: pg.ClientBase, lists: Lists): Promise<void> {
  const { subject, description, owner, labels } = TASK;
  const names = listNames(lists);
  const changes = JSON.stringify(CREATION_CHANGES);
  const content = [subject, description, PRIORITY_RANK, owner, JSON.stringify(labels), AGENT, changes];
  await client.query(SEED, [names, lists.tasksEach, ...content]);
}
