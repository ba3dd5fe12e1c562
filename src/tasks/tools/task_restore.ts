import { Type } from '@sinclair/typebox';
import { signature } from '../../log/caller.js';
import { Refusal } from '../../refusals/refusal.js';
import { defineWriteTool } from '../../tools/tool.js';
import { planChange } from '../plan.js';
import { requireTaskOrDeleted, requireVersion } from '../rules.js';
import { TASKS } from '../snapshot.js';
import { Task, toTask } from '../task.js';
import { diffCard } from '../views/cards.js';
import { receipt } from '../views/line.js';
import * as argument from './arguments.js';
import { versionedNeeds } from './arguments.js';

export const taskRestore = defineWriteTool({
  log: TASKS,
  name: 'task_restore',
  title: 'Restore a task',
  tier: 'more',
  does: 'Brings a deleted task back as it was, with its id, and returns it. Tasks that waited for it wait again while it is open.',
  use: 'Use it when a task was deleted by mistake; task_history shows who deleted it and why.',
  avoid: 'Not on a done or cancelled task: those are not deleted (task_reopen).',
  input: Type.Object(
    {
      id: argument.id,
      expectedVersion: Type.Optional(argument.expectedVersion),
      idempotencyKey: Type.Optional(argument.idempotencyKey),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ task: Task }, { additionalProperties: false }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  http: { method: 'POST', path: '/tasks/:id/restore', status: 200, body: 'arguments', etag: 'task' },
  versioned: true,
  examples: [{ title: 'Bring a task back', arguments: { id: '2', expectedVersion: 2 } }],
  refusals: [
    'TASK_NOT_FOUND',
    'VERSION_REQUIRED',
    'STALE_VERSION',
    'ILLEGAL_TRANSITION',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  needs: versionedNeeds,
  decide(snapshot, { list, arguments: args, caller }) {
    const before = requireTaskOrDeleted(snapshot, args.id);
    requireVersion(snapshot, before, args.expectedVersion);
    const plan = planChange(snapshot, before, {
      action: 'restore',
      record: { ...before, deletedAt: null },
      by: signature(caller),
    });
    if (!plan) {
      throw new Refusal(
        'ILLEGAL_TRANSITION',
        `#${args.id} is ${before.status} and not deleted; there is nothing to restore.`,
        {
          hint: 'Call task_get to see the task.',
        },
      );
    }
    return {
      value: { task: toTask(list, plan.change.after, plan.change.edges) },
      changes: [plan.change],
      subject: before.number,
    };
  },
  about: ({ task }) => task,
  text: ({ value }) => receipt('Restored', value.task),
  card: ({ value, changes }) => diffCard(value.task, { changes }),
});
