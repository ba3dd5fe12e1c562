import { Type } from '@sinclair/typebox';
import { signature } from '../../log/caller.js';
import { advised } from '../../schema/advice.js';
import { defineWriteTool } from '../../tools/tool.js';
import { NO_NEEDS } from '../changes.js';
import { argumentsFor, CREATION_FIELDS } from '../field_lists.js';
import { FIELDS } from '../fields.js';
import { planCreation } from '../plan.js';
import { requireReferences, requireRoom } from '../rules.js';
import { TASKS } from '../snapshot.js';
import { blankRecord, Task, toTask } from '../task.js';
import { taskCard } from '../views/cards.js';
import { receipt } from '../views/line.js';
import { BLOCKED_BY_ADVICE, KEPT } from '../wording/arguments.js';
import { severalHint } from '../wording/meant.js';
import { AT_A_TIME, NOTES, OTHER_FIELDS, PARENTS, RESTRICTED, SEVERAL_TASKS } from '../wording/not_for.js';
import * as argument from './arguments.js';

export const taskCreate = defineWriteTool({
  log: TASKS,
  name: 'task_create',
  title: 'Create a task',
  tier: 'core',
  does: 'Adds one pending task and returns it with its id.',
  use: 'Use it once for each piece of work, before you start on it.',
  avoid: 'Not to change a task (task_update).',
  input: advised(
    Type.Object(
      {
        ...argumentsFor(CREATION_FIELDS),
        subject: advised(FIELDS.subject.argument, {
          hint: severalHint,
          notFor: [PARENTS, AT_A_TIME, SEVERAL_TASKS],
        }),
        description: Type.Optional(advised(FIELDS.description.argument, { notFor: [NOTES, OTHER_FIELDS] })),
        priority: Type.Optional({ ...FIELDS.priority.argument, description: 'normal when not given.' }),
        blockedBy: Type.Optional(advised(argument.taskIds('To wait for'), BLOCKED_BY_ADVICE)),
        idempotencyKey: Type.Optional(advised(argument.idempotencyKey, { notFor: [RESTRICTED] })),
      },
      { additionalProperties: false },
    ),
    { kept: KEPT },
  ),
  output: Type.Object({ task: Task }, { additionalProperties: false }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  http: { method: 'POST', path: '/tasks', status: 201, body: 'arguments', etag: 'task' },
  versioned: false,
  examples: [
    { title: 'A task', arguments: { subject: 'Write tests' } },
    {
      title: 'A task that waits for another, safe to retry',
      arguments: {
        subject: 'Deploy to staging',
        description: 'After the tests are green.\nTell the team when it is up.',
        priority: 'high',
        owner: 'agent-7',
        labels: ['deploy', 'staging'],
        blockedBy: ['1'],
        idempotencyKey: '7f9c2ba4-e88f-4827-8d5c-1d6a4b3f0a52',
      },
    },
  ],
  refusals: ['INVALID_REFERENCE', 'IDEMPOTENCY_KEY_REUSED'],
  check: ({ labels, blockedBy }) => [
    ...argument.findDuplicates('labels', labels),
    ...argument.findDuplicates('blockedBy', blockedBy),
  ],
  needs: ({ blockedBy = [] }) => ({ ...NO_NEEDS, references: blockedBy.map(Number) }),
  decide(snapshot, { list, arguments: args, caller }) {
    const { blockedBy: ids = [], idempotencyKey: _, ...given } = args;
    const blockedBy = requireReferences(snapshot, ids, 'blockedBy').sort((a, b) => a - b);
    requireRoom(snapshot, blockedBy, { ids, argument: 'blockedBy' });
    const number = snapshot.head.nextNumber;
    const blank = blankRecord(number, snapshot.now, signature(caller));
    const record = { ...blank, ...given, version: 1 };
    const change = planCreation(snapshot, record, blockedBy);
    return { value: { task: toTask(list, change.after, change.edges) }, changes: [change], subject: number };
  },
  about: ({ task }) => task,
  text: ({ value }) => receipt('Created', value.task),
  card: ({ value }) => taskCard(value.task),
});
