import { type Static, Type } from '@sinclair/typebox';
import { signature } from '../../log/caller.js';
import { type Issue, invalidInput, Refusal } from '../../refusals/refusal.js';
import { advised } from '../../schema/advice.js';
import { defineWriteTool } from '../../tools/tool.js';
import { argumentsFor, BLANK, OWN_FIELDS } from '../field_lists.js';
import { planChange } from '../plan.js';
import {
  describe,
  requireClearWay,
  requireNoCycle,
  requireReferences,
  requireRoom,
  requireTask,
  requireVersion,
} from '../rules.js';
import { type Snapshot, TASKS } from '../snapshot.js';
import {
  BLOCKED_BY_MAX_COUNT,
  needsClearWay,
  requireLegalTransition,
  Task,
  type TaskRecord,
  toTask,
} from '../task.js';
import { diffCard } from '../views/cards.js';
import { nothingChanged, receipt } from '../views/line.js';
import { ADD_BLOCKED_BY_ADVICE, KEPT, REMOVE_BLOCKED_BY_ADVICE } from '../wording/arguments.js';
import * as argument from './arguments.js';
import { requireWholeTexts } from './whole_texts.js';

const Patch = advised(
  Type.Object(
    {
      ...argumentsFor(OWN_FIELDS),
      addBlockedBy: Type.Optional(advised(argument.taskIds('To wait for'), ADD_BLOCKED_BY_ADVICE)),
      removeBlockedBy: Type.Optional(
        advised(argument.blockerIds('To wait for no more'), REMOVE_BLOCKED_BY_ADVICE),
      ),
    },
    {
      additionalProperties: false,
      description: 'Fields to change; {} only with clear.',
    },
  ),
  {
    kept: KEPT,
    words: 'changes change fields update updates set data task',
    unlike: 'parch patchy path pitch',
  },
);

const Input = advised(
  Type.Object(
    {
      id: argument.id,
      expectedVersion: Type.Optional(argument.expectedVersion),
      patch: Patch,
      clear: Type.Optional(argument.clear),
      idempotencyKey: Type.Optional(argument.idempotencyKey),
    },
    { additionalProperties: false },
  ),
  { kept: KEPT },
);

type Arguments = Static<typeof Input>;

export const taskUpdate = defineWriteTool({
  log: TASKS,
  name: 'task_update',
  title: 'Update a task',
  tier: 'core',
  does: 'Changes the given fields of one task, nothing else.',
  use: 'Use it to start (in_progress), complete (done, once verified) or hand over a task.',
  avoid: 'Not to reopen (task_reopen) or delete (task_delete).',
  input: Input,
  output: Type.Object(
    {
      task: Task,
      changed: Type.Array(Type.String(), {
        description: 'Names of the fields that changed; empty when all was so already.',
      }),
      unblocked: argument.effectIds('Tasks that waited for this one and now wait for no open task'),
      unblockedCount: argument.effectCount,
    },
    { additionalProperties: false },
  ),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  http: { method: 'PATCH', path: '/tasks/:id', status: 200, body: 'merge-patch', etag: 'task' },
  versioned: true,
  examples: [
    { title: 'Start a task', arguments: { id: '1', expectedVersion: 1, patch: { status: 'in_progress' } } },
    {
      title: 'Complete a task, safe to retry',
      arguments: { id: '1', expectedVersion: 2, patch: { status: 'done' }, idempotencyKey: 'finish-1-a8c1' },
    },
    { title: 'Take the owner away', arguments: { id: '1', expectedVersion: 3, patch: {}, clear: ['owner'] } },
  ],
  refusals: [
    'TASK_NOT_FOUND',
    'TASK_DELETED',
    'VERSION_REQUIRED',
    'STALE_VERSION',
    'ILLEGAL_TRANSITION',
    'BLOCKED',
    'DEPENDENCY_CYCLE',
    'INVALID_REFERENCE',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  check: findConflicts,
  needs({ id, expectedVersion, patch }) {
    const number = Number(id);
    const added = (patch.addBlockedBy ?? []).map(Number);
    const removed = (patch.removeBlockedBy ?? []).map(Number);
    const changesSince = expectedVersion === undefined ? [] : [{ number, version: expectedVersion }];
    return { tasks: [number], references: [...added, ...removed], upstream: added, changesSince };
  },
  decide(snapshot, { list, arguments: args, caller }) {
    const before = requireTask(snapshot, args.id);
    requireVersion(snapshot, before, args.expectedVersion);
    requireWholeTexts(before, args.patch);
    const blockedBy = decideBlockers(snapshot, before, args.patch);
    const record = patched(before, args);
    requireLegalTransition(before, record.status);
    requireWay(snapshot, before, record, blockedBy);
    const plan = planChange(snapshot, before, { action: 'update', record, blockedBy, by: signature(caller) });
    if (!plan) {
      return {
        value: { task: describe(snapshot, before), changed: [], unblocked: [], unblockedCount: 0 },
        changes: [],
        subject: before.number,
      };
    }
    const task = toTask(list, plan.change.after, plan.change.edges);
    const changed = plan.change.fields.map(({ field }) => field);
    return {
      value: {
        task,
        changed,
        unblocked: argument.firstIds(plan.unblocked),
        unblockedCount: plan.unblocked.length,
      },
      changes: [plan.change],
      subject: before.number,
    };
  },
  about: ({ task }) => task,
  text({ value: { task, ...effects }, changes }) {
    return changes.length === 0 ? nothingChanged(task) : receipt('Updated', task, { ...effects, changes });
  },
  card: ({ value: { task, ...effects }, changes }) => diffCard(task, { ...effects, changes }),
});

/** For a call that only empties fields. Where a patch came that is not valid, its own issue stands. */
const EMPTY_PATCH: Issue = {
  path: 'patch',
  code: 'required',
  message: 'patch is missing; send {} when clear says all that changes.',
  suggestion: {},
};

function findConflicts({ patch: given, clear = [] }: Partial<Arguments>, isWhole: boolean): Issue[] {
  const patch = given ?? {};
  if (isWhole && Object.keys(patch).length === 0 && clear.length === 0) {
    const message =
      'patch names no field; send at least one field to change in patch, or name one to empty in clear.';
    return [{ path: 'patch', code: 'empty', message, received: '{}' }];
  }
  const both = (path: string, name: string, other: string) => ({
    path,
    code: 'conflict',
    message: `${name} stands in ${path.replace(/\[.*/, '')} and in ${other}; name it in one of them.`,
  });
  return [
    ...(given === undefined && clear.length > 0 ? [EMPTY_PATCH] : []),
    ...argument.findDuplicates('patch.labels', patch.labels),
    ...argument.findDuplicates('patch.addBlockedBy', patch.addBlockedBy),
    ...argument.findDuplicates('patch.removeBlockedBy', patch.removeBlockedBy),
    ...argument.findDuplicates('clear', clear),
    ...clear.flatMap((field, index) =>
      patch[field] === undefined ? [] : [both(`clear[${index}]`, field, `patch.${field}`)],
    ),
    ...(patch.removeBlockedBy ?? []).flatMap((id, index) =>
      patch.addBlockedBy?.includes(id)
        ? [both(`patch.removeBlockedBy[${index}]`, `"${id}"`, 'patch.addBlockedBy')]
        : [],
    ),
  ];
}

function patched(before: TaskRecord, { patch, clear = [] }: Arguments): TaskRecord {
  const { addBlockedBy: _, removeBlockedBy: __, ...fields } = patch;
  const cleared = Object.fromEntries(clear.map((field) => [field, BLANK[field]]));
  return { ...before, ...fields, ...cleared };
}

/** The blockers that the task has after the patch, ascending. */
function decideBlockers(snapshot: Snapshot, task: TaskRecord, patch: Arguments['patch']): number[] {
  const now = snapshot.blockersOf(task.number);
  const added = requireReferences(snapshot, patch.addBlockedBy ?? [], 'patch.addBlockedBy');
  const removed = new Set((patch.removeBlockedBy ?? []).map((id) => requireKnown(snapshot, id)));
  const fresh = added.filter((number) => !now.includes(number));
  requireRoom(snapshot, fresh, { ids: patch.addBlockedBy ?? [], argument: 'patch.addBlockedBy' });
  requireNoCycle(snapshot, task.number, fresh);
  const next = [...now, ...fresh].filter((number) => !removed.has(number)).sort((a, b) => a - b);
  if (next.length > BLOCKED_BY_MAX_COUNT) {
    const message = `the task would wait for ${next.length} tasks; it can wait for at most ${BLOCKED_BY_MAX_COUNT}.`;
    throw invalidInput([{ path: 'patch.addBlockedBy', code: 'items', message }]);
  }
  return next;
}

/** A deleted task may still stand in blockedBy and be taken away; an id that never was is a mistake. */
function requireKnown(snapshot: Snapshot, id: string): number {
  if (snapshot.findReference(Number(id))) return Number(id);
  throw new Refusal('INVALID_REFERENCE', `There is no task #${id} in the list "${snapshot.list}".`, {
    issues: [
      {
        path: 'patch.removeBlockedBy',
        code: 'reference',
        message: `There is no task #${id}.`,
        received: `"${id}"`,
      },
    ],
  });
}

/**
 * An update that starts or completes a task, or gives a started or completed one a new blocker, needs a clear
 * way.
 */
function requireWay(
  snapshot: Snapshot,
  before: TaskRecord,
  after: TaskRecord,
  blockedBy: readonly number[],
): void {
  if (!needsClearWay(after.status)) return;
  const known = snapshot.blockersOf(before.number);
  const starts = after.status !== before.status;
  const judged = starts ? blockedBy : blockedBy.filter((number) => !known.includes(number));
  requireClearWay(snapshot, before, judged);
}
