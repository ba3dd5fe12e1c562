import { Value } from '@sinclair/typebox/value';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  BLANK,
  CLEARABLE_FIELDS,
  FIELD_NAMES,
  OWN_FIELDS,
  SUMMARY_FIELDS,
} from '../../src/tasks/field_lists.js';
import { FIELDS } from '../../src/tasks/fields.js';
import { toSummaryRecord } from '../../src/tasks/sql/rows.js';
import { blankRecord, Task, TaskSummary } from '../../src/tasks/task.js';
import { PRIORITIES } from '../../src/tasks/wording/values.js';
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
  const record = { ...blankRecord(1, '2026-11-30T08:15:30.120Z', 'ann'), updatedBy: 'bob', subject: 'Write' };
  const sent: Record<string, unknown> = {
    ...{ ...record, priority: PRIORITIES.indexOf(record.priority) },
    ...{ createdAt: '2026-11-30 08:15:30.12', updatedAt: '2026-11-30T08:15:30.12' },
  };
  const read = toSummaryRecord([...SUMMARY_FIELDS.map((name) => sent[name]), true]);
  const { description: _, ...summary } = record;
  for (const [name, value] of Object.entries({ ...summary, hasDescription: true })) {
    expect(Reflect.get(read, name), name).toEqual(value);
  }
});
