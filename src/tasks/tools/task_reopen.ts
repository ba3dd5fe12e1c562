import { Type } from '@sinclair/typebox';
import { signature } from '../../log/caller.js';
import { Refusal } from '../../refusals/refusal.js';
import { defineWriteTool } from '../../tools/tool.js';
import { planChange } from '../plan.js';
import { requireTask, requireVersion } from '../rules.js';
import { TASKS } from '../snapshot.js';
import { isClosed, Task, toTask } from '../task.js';
import { diffCard } from '../views/cards.js';
import { receipt } from '../views/line.js';
import * as argument from './arguments.js';
import { versionedNeeds } from './arguments.js';

export const taskReopen = defineWriteTool({
  log: TASKS,
  name: 'task_reopen',
  title: 'Reopen a task',
  tier: 'more',
  does: 'Takes a done or cancelled task back to pending and returns it with the tasks that wait for it again.',
  use: 'Use it when work that counted as finished must go on, and say why in reason.',
  avoid: 'Not on an open task (task_update changes its status) or on a deleted one (task_restore).',
  input: Type.Object(
    {
      id: argument.id,
      expectedVersion: Type.Optional(argument.expectedVersion),
      reason: argument.reason,
      idempotencyKey: Type.Optional(argument.idempotencyKey),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      task: Task,
      changed: Type.Array(Type.String(), { description: 'Names of the fields that changed.' }),
      blockedAgain: argument.effectIds('Open tasks that had no open blocker and now wait for this one'),
      blockedAgainCount: argument.effectCount,
    },
    { additionalProperties: false },
  ),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  http: { method: 'POST', path: '/tasks/:id/reopen', status: 200, body: 'arguments', etag: 'task' },
  versioned: true,
  examples: [
    {
      title: 'Reopen a task',
      arguments: { id: '1', expectedVersion: 3, reason: 'The test fails on Node 22.' },
    },
  ],
  refusals: [
    'TASK_NOT_FOUND',
    'TASK_DELETED',
    'VERSION_REQUIRED',
    'STALE_VERSION',
    'ILLEGAL_TRANSITION',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  needs: versionedNeeds,
  decide(snapshot, { list, arguments: args, caller }) {
    const before = requireTask(snapshot, args.id);
    requireVersion(snapshot, before, args.expectedVersion);
    const record = { ...before, status: 'pending' } as const;
    const { reason } = args;
    const plan = planChange(snapshot, before, { action: 'reopen', record, by: signature(caller), reason });
    if (!plan || !isClosed(before.status)) {
      throw new Refusal(
        'ILLEGAL_TRANSITION',
        `#${args.id} is ${before.status}, which is open; there is nothing to reopen.`,
        {
          hint: 'Change the status of an open task with task_update.',
        },
      );
    }
    const task = toTask(list, plan.change.after, plan.change.edges);
    const changed = plan.change.fields.map(({ field }) => field);
    return {
      value: {
        task,
        changed,
        blockedAgain: argument.firstIds(plan.blockedAgain),
        blockedAgainCount: plan.blockedAgain.length,
      },
      changes: [plan.change],
      subject: before.number,
    };
  },
  about: ({ task }) => task,
  text: ({ value: { task, ...effects }, changes }) => receipt('Reopened', task, { ...effects, changes }),
  card: ({ value: { task, ...effects }, changes }) => diffCard(task, { ...effects, changes }),
});
