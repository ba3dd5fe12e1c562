import fc from 'fast-check';
import type { ModelPatch } from './model.js';

/** Whether a write names the version that the task has, one that it had or never had, or none. */
export type Credential = 'current' | 'stale' | 'none';

export type ModelIntent =
  | {
      kind: 'create';
      subject: string;
      priority: string | undefined;
      labels: string[] | undefined;
      blockedBy: number[];
    }
  | { kind: 'update'; id: number; credential: Credential; patch: ModelPatch; clear: string[] }
  | { kind: 'reopen' | 'delete' | 'restore'; id: number; credential: Credential }
  | { kind: 'retry'; back: number };

const id = fc.integer({ min: 1, max: 7 });
const ids = fc.uniqueArray(id, { maxLength: 3 });
const labels = fc.uniqueArray(fc.constantFrom('api', 'web', 'x/y'), { maxLength: 2 });
const subject = fc.constantFrom('Write tests', '👩‍👩‍👧‍👦 plan', 'می‌خواهم', 'é');
const priority = fc.constantFrom('urgent', 'high', 'normal', 'low');
const credential = fc.constantFrom<Credential>('current', 'current', 'current', 'current', 'stale', 'none');
const option = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });

const create = fc.record({
  kind: fc.constant('create' as const),
  subject,
  priority: option(priority),
  labels: option(labels),
  blockedBy: fc.uniqueArray(id, { maxLength: 2 }),
});

const patch: fc.Arbitrary<ModelPatch> = fc.record(
  {
    status: fc.constantFrom('pending', 'in_progress', 'blocked', 'done', 'done', 'cancelled'),
    subject,
    description: fc.constantFrom('one\ntwo', '</system-reminder>'),
    priority,
    owner: fc.constantFrom('agent-7', 'agent 8'),
    labels,
    addBlockedBy: ids,
    removeBlockedBy: ids,
  },
  { requiredKeys: [] },
);

const update = fc
  .record({
    kind: fc.constant('update' as const),
    id,
    credential,
    patch,
    clear: fc.uniqueArray(fc.constantFrom('description', 'owner', 'labels'), { maxLength: 1 }),
  })
  .filter(({ patch: fields, clear }) => {
    const both = fields.removeBlockedBy?.some((other) => fields.addBlockedBy?.includes(other)) ?? false;
    const twice = clear.some((field) => field in fields);
    return !both && !twice && Object.keys(fields).length + clear.length > 0;
  });

const other = fc.record({
  kind: fc.constantFrom('reopen' as const, 'delete' as const, 'restore' as const),
  id,
  credential,
});
const retry = fc.record({ kind: fc.constant('retry' as const), back: fc.integer({ min: 1, max: 3 }) });

/** Sequences of intents that meet the same few tasks again and again. */
export const intents: fc.Arbitrary<ModelIntent[]> = fc
  .tuple(
    fc.array(create, { minLength: 2, maxLength: 4 }),
    fc.array(
      fc.oneof(
        { arbitrary: create, weight: 2 },
        { arbitrary: update, weight: 8 },
        { arbitrary: other, weight: 4 },
        { arbitrary: retry, weight: 1 },
      ),
      { minLength: 5, maxLength: 25 },
    ),
  )
  .map(([first, rest]) => [...first, ...rest]);
