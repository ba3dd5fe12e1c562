import { Value } from '@sinclair/typebox/value';
import pg from 'pg';
import { expect, test } from 'vitest';
import { BLANK, CLEARABLE_FIELDS, FIELD_NAMES, OWN_FIELDS } from '../../src/tasks/field_lists.js';
import { FIELDS } from '../../src/tasks/fields.js';
import { toSummaryRecord } from '../../src/tasks/sql/rows.js';
import { blankRecord, Task, TaskSummary } from '../../src/tasks/task.js';
import { useInstances } from '../support/service.js';

const world = useInstances(1);

const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: 'integer',
  timestamptz: 'timestamp with time zone',
};

async function columnsOfTasks(): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  const { rows } = await client
    .query(
      `SELECT column_name || ' ' || data_type || CASE is_nullable WHEN 'YES' THEN ' or null' ELSE '' END AS says
        FROM information_schema.columns WHERE table_name = 'tasks' AND column_name <> 'list'`,
    )
    .finally(() => client.end());
  return rows.map(({ says }) => says).sort();
}

test('every column of a task is a field of the same type, null where the field may be', async () => {
  const told = FIELD_NAMES.map((name) => {
    const { column, schema } = FIELDS[name];
    const [its, type = ''] = column.split(' ');
    return `${its} ${TYPE_NAMES[type] ?? type}${Value.Check(schema, null) ? ' or null' : ''}`;
  });
  expect(told.sort()).toEqual(await columnsOfTasks());
});

test('a field that can be cleared is empty when it is blank', () => {
  for (const name of CLEARABLE_FIELDS) expect([null, []]).toContainEqual(BLANK[name]);
});

test('a task shows every field that callers set, and a summary all but the description', () => {
  expect(Object.keys(Task.properties)).toEqual(expect.arrayContaining(OWN_FIELDS));
  const left = OWN_FIELDS.filter((name) => !(name in TaskSummary.properties));
  expect(left).toEqual(['description']);
});

test('the record of a new task has every field', () => {
  expect(Object.keys(blankRecord(1, 'now', 'agent-7')).sort()).toEqual([...FIELD_NAMES].sort());
});

test('the record of a page is read from the tuple that Postgres sent', () => {
  const at = '2026-11-30 08:15:30.12';
  const own = [1, 2, 'pending', 'Write tests', 0, null, ['a'], 3];
  const record = toSummaryRecord([...own, at, 'ann', at, 'bob', null, at, true]);
  const instant = '2026-11-30T08:15:30.120Z';
  expect(record).toMatchObject({
    ...{ number: 1, version: 2, status: 'pending', subject: 'Write tests', priority: 'urgent', owner: null },
    ...{ labels: ['a'], openBlockers: 3, createdAt: instant, createdBy: 'ann', updatedAt: instant },
    ...{ updatedBy: 'bob', completedAt: null, deletedAt: instant, hasDescription: true },
  });
});
