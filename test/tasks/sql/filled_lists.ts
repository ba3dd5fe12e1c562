import type pg from 'pg';

/** A list as it is after long use. Every task of a hub waits for its first one. */
export interface FilledList {
  readonly list: string;
  readonly size: number;
  readonly isHub?: boolean;
}

/** Of a hundred tasks five are open, of a hub all; every tenth task waits for the one before it. */
const FILL = `
  WITH wanted AS (
    SELECT * FROM json_to_recordset($1::json) AS wanted(list text, size int, hub boolean)),
  filled AS (
    SELECT list, size, number, NOT hub AND number % 20 > 0 AS closed,
      CASE WHEN hub THEN CASE WHEN number > 1 THEN 1 END
        WHEN number % 10 = 0 THEN number - 1 END AS blocker
    FROM wanted, generate_series(1, size) AS number),
  heads AS (
    INSERT INTO lists SELECT list, size, size + 1, size, 0, 0, 0, 0, now(), now() FROM wanted),
  edges AS (
    INSERT INTO dependencies SELECT list, number, blocker FROM filled WHERE blocker IS NOT NULL),
  logged AS (
    INSERT INTO audit_log (list, version, number, task_version, action, changes, principal, tool, request_id, commit_id, at)
    SELECT list, number, number, 1, 'create', '[{"field": "subject", "from": null, "to": "A"}]', 'anonymous',
      'task_create', 'r', gen_random_uuid(), now() FROM filled),
  keys AS (
    INSERT INTO idempotency_keys
    SELECT list, 'anonymous', 'task_create', 'key-' || number, 'f', '{}', number, number,
      now() + interval '1 day' * (number % 3 - 1) FROM filled WHERE number % 4 = 0)
  INSERT INTO tasks (list, number, version, status, subject, description, priority, owner, labels, open_blockers,
    created_at, created_by, updated_at, updated_by, completed_at)
  SELECT list, number, 1, CASE WHEN closed THEN 'done' WHEN number % 100 = 40 THEN 'in_progress' ELSE 'pending' END,
    'Task ' || number, repeat('What is to be done. ', 12), number % 4, 'agent-' || number % 9,
    jsonb_build_array('l-' || number % 20), (blocker IS NOT NULL AND NOT closed)::int, now(), 'a', now(), 'a',
    CASE WHEN closed THEN now() END
  FROM filled`;

const TABLES = ['lists', 'tasks', 'dependencies', 'audit_log', 'idempotency_keys'] as const;

/** Writes lists past the service. The server gathers no statistics of them by itself afterwards. */
export async function fill(client: pg.ClientBase, lists: readonly FilledList[]): Promise<void> {
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await client.query(FILL, [
    JSON.stringify(lists.map(({ list, size, isHub = false }) => ({ list, size, hub: isHub }))),
  ]);
}
