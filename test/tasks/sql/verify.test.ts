import pg from 'pg';
import { expect, test } from 'vitest';
import { call, freshList, pick, useInstances } from '../../support/service.js';
import { verify } from '../../support/verify.js';

const world = useInstances(1);

async function tampered(statement: (list: string) => string): Promise<readonly string[]> {
  const list = freshList('verify');
  const { service, engine } = pick(world.instances, 0);
  await call(service, list, 'task_create', { subject: 'A' });
  await call(service, list, 'task_create', { subject: 'B', blockedBy: ['1'], labels: ['x'] });
  await call(service, list, 'task_update', { id: '1', expectedVersion: 1, patch: { status: 'done' } });
  expect((await verify(engine)).differences.filter((line) => line.startsWith(`${list}:`))).toEqual([]);
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await client.query(statement(list)).finally(() => client.end());
  const { differences } = await verify(engine);
  return differences
    .filter((line) => line.startsWith(`${list}: `))
    .map((line) => line.slice(list.length + 2));
}

test.each([
  [
    'a changed task',
    `UPDATE tasks SET subject = 'C' WHERE list = $list AND number = 2`,
    ['#2.subject is "C"; the audit log says "B"'],
  ],
  [
    'a count of blockers',
    `UPDATE tasks SET open_blockers = 1 WHERE list = $list AND number = 2`,
    ['#2.openBlockers is 1; the audit log says 0'],
  ],
  [
    'a task that is gone',
    `DELETE FROM tasks WHERE list = $list AND number = 2`,
    ['#2 is in the audit log and not in the table', '#2 waits for #1, but there is no task #2'],
  ],
  [
    'an audit row that is gone',
    `DELETE FROM audit_log WHERE list = $list AND version = 2`,
    ['Version 1 is followed by version 3.'],
  ],
  [
    'an edge that is gone',
    `DELETE FROM dependencies WHERE list = $list`,
    ['#2.blockedBy is []; the audit log says [1]'],
  ],
  [
    'an edge of no task',
    `INSERT INTO dependencies VALUES ($list, 99, 2)`,
    ['#99 waits for #2, but there is no task #99'],
  ],
])('finds %s', async (_, statement, differences) => {
  expect(await tampered((list) => statement.replaceAll('$list', `'${list}'`))).toEqual(differences);
});

test.each([
  ['whose head is gone', (list: string) => `DELETE FROM lists WHERE list = '${list}'`],
  [
    'whose head says that nothing was written',
    (list: string) => `UPDATE lists SET version = 0 WHERE list = '${list}'`,
  ],
])('finds a list %s', async (_, statement) => {
  const [difference = ''] = await tampered(statement);
  expect(difference).toMatch(/^the head is .*"version":0.*; the audit log says .*"version":3/);
});

test('writes while it runs do not show as differences', async () => {
  const list = freshList('busy');
  const { service, engine } = pick(world.instances, 0);
  let stop = false;
  const writing = (async () => {
    while (!stop) await call(service, list, 'task_create', { subject: 'A' });
  })();
  for (let round = 0; round < 10; round += 1) {
    const { differences } = await verify(engine);
    expect(differences.filter((line) => line.startsWith(`${list}:`))).toEqual([]);
  }
  stop = true;
  await writing;
});
