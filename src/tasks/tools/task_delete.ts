import { Type } from '@sinclair/typebox';
import { signature } from '../../log/caller.js';
import { defineWriteTool } from '../../tools/tool.js';
import { planChange } from '../plan.js';
import { requireTask, requireVersion } from '../rules.js';
import { TASKS } from '../snapshot.js';
import { Task, toTask } from '../task.js';
import { diffCard } from '../views/cards.js';
import { receipt } from '../views/line.js';
import * as argument from './arguments.js';
import { versionedNeeds } from './arguments.js';

export const taskDelete = defineWriteTool({
  log: TASKS,
  name: 'task_delete',
  title: 'Delete a task',
  tier: 'more',
  does: 'Deletes one task and returns it with the tasks that this unblocked. Its id is never given out again; task_restore can bring it back.',
  use: 'Use it only for a task that should never have been there, such as a duplicate.',
  avoid: 'Not for work that is finished (task_update with status done) or given up (cancelled).',
  input: Type.Object(
    {
      id: argument.id,
      expectedVersion: Type.Optional(argument.expectedVersion),
      reason: Type.Optional(argument.reason),
      idempotencyKey: Type.Optional(argument.idempotencyKey),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      task: Task,
      unblocked: argument.effectIds('Tasks that waited for this one and now wait for no open task'),
      unblockedCount: argument.effectCount,
    },
    { additionalProperties: false },
  ),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  http: { method: 'DELETE', path: '/tasks/:id', status: 200, body: 'arguments', etag: 'task' },
  versioned: true,
  examples: [
    { title: 'Delete a duplicate', arguments: { id: '2', expectedVersion: 1, reason: 'Same as #1.' } },
  ],
  refusals: ['TASK_NOT_FOUND', 'TASK_DELETED', 'VERSION_REQUIRED', 'STALE_VERSION', 'IDEMPOTENCY_KEY_REUSED'],
  needs: versionedNeeds,
  decide(snapshot, { list, arguments: args, caller }) {
    const before = requireTask(snapshot, args.id);
    requireVersion(snapshot, before, args.expectedVersion);
    const record = { ...before, deletedAt: snapshot.now };
    const reason = args.reason ?? null;
    const plan = planChange(snapshot, before, { action: 'delete', record, by: signature(caller), reason });
    if (!plan) throw new Error('Deleting a task that is not deleted must change it.');
    const task = toTask(list, plan.change.after, plan.change.edges);
    return {
      value: { task, unblocked: argument.firstIds(plan.unblocked), unblockedCount: plan.unblocked.length },
      changes: [plan.change],
      subject: before.number,
    };
  },
  about: ({ task }) => task,
  text: ({ value: { task, ...effects } }) => receipt('Deleted', task, effects),
  card: ({ value: { task, ...effects }, changes }) => diffCard(task, { ...effects, changes }),
});
