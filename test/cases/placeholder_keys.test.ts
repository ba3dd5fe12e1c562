import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { issuesOf } from '../gate/schemas.js';
import { useApp } from '../http/harness.js';
import { onlyIssue, openDoors } from '../support/doors.js';

const app = useApp();

const WRITES = TOOLS.filter(({ kind }) => kind === 'write');

const PLACEHOLDERS = [
  ...['null', 'None', 'undefined', 'NaN', 'n/a', 'string', 'uuid', 'UUID', 'guid', 'new', 'example', 'key'],
  ...[
    '<uuid>',
    '<your-key>',
    '{uuid}',
    '[key]',
    '{{$guid}}',
    '{{$randomUUID}}',
    '\u0024{uuid}',
    '$(uuidgen)',
  ],
  ...[
    '$UUID',
    '%KEY%',
    'create-{{id}}',
    'task-\u0024{task.id}',
    'your-key',
    'YOUR_IDEMPOTENCY_KEY',
    '"null"',
  ],
  ...['idempotencyKey', 'unique-key', 'random', 'placeholder', 'xxx', 'TODO', '<string>'],
  ...['your-key-here', 'YOUR_KEY_HERE', 'insert-unique-id-here', 'key-goes-here', '...', '***', '-'],
  ...['%s', '%(key)s', '{}', '{0}', 'crypto.randomUUID()', 'uuid.uuid4()', 'str(uuid.uuid4())'],
  ...['Date.now()', 'Guid.NewGuid().ToString()', 'Math.random().toString(36)'],
  ...['00000000-0000-0000-0000-000000000000', '123E4567-e89b-12d3-a456-426614174000'],
];
const KEYS = [
  ...[
    '7f9c2ba4-e88f-4827-8d5c-1d6a4b3f0a52',
    'finish-1-a8c1',
    'k',
    '1',
    'key-1',
    'new-task-7',
    'null-check-3',
  ],
  ...['create:none:2', 'uuid-fix-a1', 'a$b', '{"a":1}', 'x<y>z', 'test'],
  ...['where', 'fix-here-2', '100%', '%s-4', 'call(1)', 'f(x)-2', '{"a":{}}', 'a...b'],
];

describe('an idempotency key that only stands for one', () => {
  it.each(PLACEHOLDERS)('%j is refused as an argument of every write', (idempotencyKey) => {
    for (const { admit, examples } of WRITES) {
      const [issue, ...others] = issuesOf(admit, { ...examples[0]?.arguments, idempotencyKey });
      expect(others).toEqual([]);
      expect(issue).toMatchObject({ path: 'idempotencyKey', code: 'placeholder' });
      expect(issue?.message).toContain('send a value of its own for each call, or leave it out');
      expect(issue).not.toHaveProperty('suggestion');
    }
  });

  it.each(KEYS)('is not what any other key is: %j', (idempotencyKey) => {
    for (const { admit, examples } of WRITES) {
      expect(admit({ ...examples[0]?.arguments, idempotencyKey })).toMatchObject({ idempotencyKey });
    }
  });

  it.each(['uuid', '"null"', '{{$guid}}'])('%s is refused as a header alike, on both doors', async (key) => {
    const { tool, rest } = openDoors(app());
    for (const client of [tool, rest]) {
      const problem = await client.problem('task_create', { subject: 'x' }, { 'idempotency-key': key });
      const issue = onlyIssue(problem);
      expect(issue).toMatchObject({ path: 'idempotencyKey', code: 'placeholder' });
      expect(issue.message).toMatch(/^Idempotency-Key stands for a key and is none/);
    }
    expect(await tool.value('task_list')).toMatchObject({ tasks: [] });
  });

  it('is refused by MCP as an argument', async () => {
    const { mcp } = openDoors(app());
    const problem = await mcp.problem('task_create', { subject: 'x', idempotencyKey: '<uuid>' });
    expect(onlyIssue(problem).code).toBe('placeholder');
  });
});
