import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Task, TaskSummary } from '../../src/tasks/task.js';
import { runs } from '../support/property_runs.js';
import { call, freshList, pick, type Result, taskOf, useInstances } from '../support/service.js';
import { verifyList } from '../support/verify.js';
import { type Credential, intents, type ModelIntent } from './intents.js';
import { Model, type ModelResult, type ModelTask } from './model.js';

const world = useInstances(2);

function credentialOf(model: Model, id: number, credential: Credential): number | undefined {
  const version = model.tasks.get(id)?.version ?? 1;
  if (credential === 'none') return undefined;
  return credential === 'current' ? version : version + 1;
}

/** The same intent for the model and as a tool call. */
function translate(model: Model, intent: Exclude<ModelIntent, { kind: 'retry' }>) {
  if (intent.kind === 'create') {
    const { kind: _, blockedBy, priority, labels, subject } = intent;
    const fields = { subject, ...(priority ? { priority } : {}), ...(labels ? { labels } : {}) };
    const args = { ...fields, blockedBy: blockedBy.map(String), description: null };
    return { tool: 'task_create', args, expect: () => model.create({ ...fields, blockedBy }) };
  }
  const { id, credential } = intent;
  const expectedVersion = credentialOf(model, id, credential);
  const args = { id: String(id), expectedVersion: expectedVersion ?? null };
  if (intent.kind === 'update') {
    const { addBlockedBy, removeBlockedBy, ...fields } = intent.patch;
    const patch = {
      ...fields,
      addBlockedBy: addBlockedBy?.map(String) ?? null,
      removeBlockedBy: removeBlockedBy?.map(String) ?? null,
    };
    const { clear } = intent;
    const isEmpty = Object.keys(intent.patch).length === 0 && clear.length === 0;
    if (isEmpty) throw new Error('The arbitrary gives no empty patch.');
    return {
      tool: 'task_update',
      args: { ...args, patch, clear },
      expect: () => model.update(id, expectedVersion, intent.patch, clear),
    };
  }
  if (intent.kind === 'reopen') {
    return {
      tool: 'task_reopen',
      args: { ...args, reason: 'again' },
      expect: () => model.reopen(id, expectedVersion),
    };
  }
  if (intent.kind === 'delete')
    return { tool: 'task_delete', args, expect: () => model.remove(id, expectedVersion) };
  return { tool: 'task_restore', args, expect: () => model.restore(id, expectedVersion) };
}

const toIds = (numbers: readonly number[]) => numbers.map(String);

function expectSameTask(model: Model, actual: Task | TaskSummary, expected: ModelTask): void {
  const openBlockers = model.openBlockers(expected);
  expect(actual).toMatchObject({
    id: String(expected.id),
    version: expected.version,
    status: expected.status,
    subject: expected.subject,
    priority: expected.priority,
    owner: expected.owner,
    labels: expected.labels,
    blockedBy: toIds(expected.blockedBy),
    openBlockers: toIds(openBlockers),
    blocks: toIds(model.blocks(expected.id)),
    blocksCount: model.blocks(expected.id).length,
    ready: expected.status === 'pending' && openBlockers.length === 0 && !expected.deleted,
  });
  expect(actual.deletedAt !== null).toBe(expected.deleted);
  expect(actual.completedAt !== null).toBe(expected.status === 'done');
  if ('description' in actual) expect(actual.description).toBe(expected.description);
  else expect(actual.hasDescription).toBe(expected.description !== null);
}

function expectSameResult(model: Model, tool: string, actual: Result, expected: ModelResult): void {
  if ('code' in expected) {
    expect(actual.ok ? 'ok' : actual.code).toBe(expected.code);
    return;
  }
  if (!actual.ok) throw actual.refusal;
  // Every write answers a task.
  expectSameTask(model, actual.value.task as Task, expected.task);
  if (tool === 'task_update') expect(actual.value.changed).toEqual(expected.changed);
  if (tool === 'task_update' || tool === 'task_delete')
    expect(actual.value.unblocked).toEqual(toIds(expected.unblocked));
  if (tool === 'task_reopen') expect(actual.value.blockedAgain).toEqual(toIds(expected.blockedAgain));
}

test(
  'any sequence of intents gives what a plain model gives, and the audit log rebuilds the tables',
  async () => {
    await fc.assert(
      fc.asyncProperty(intents, async (sequence) => {
        const list = freshList('model');
        const model = new Model();
        const sent: { tool: string; args: Record<string, unknown>; result: Result }[] = [];
        for (const [index, intent] of sequence.entries()) {
          const { service } = pick(world.instances, index);
          if (intent.kind === 'retry') {
            const earlier = sent.at(-intent.back);
            if (!earlier?.result.ok) continue;
            const again = await call(service, list, earlier.tool, earlier.args);
            expect(again).toMatchObject({ ok: true, replayed: true, value: earlier.result.value });
            continue;
          }
          const { tool, args, expect: run } = translate(model, intent);
          const keyed = { ...args, idempotencyKey: `key-${index}` };
          const result = await call(service, list, tool, keyed);
          expectSameResult(model, tool, result, run());
          sent.push({ tool, args: keyed, result });
        }
        const page = await call(pick(world.instances, 0).service, list, 'task_list', { limit: 200 });
        if (!page.ok) throw page.refusal;
        expect(page.value).toMatchObject({ version: model.version, counts: model.counts() });
        const alive = [...model.tasks.values()].filter((task) => !task.deleted);
        // The output schema of task_list has checked the summaries.
        const summaries = page.value.tasks as TaskSummary[];
        expect(summaries).toHaveLength(alive.length);
        alive.forEach((task, index) => {
          const summary = summaries[index];
          if (summary) expectSameTask(model, summary, task);
        });
        const { differences } = await verifyList(pick(world.instances, 0).engine, list);
        expect(differences).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  },
  runs(120_000),
);

/** Intents that arrive together: the writer decides them one after the other on one snapshot. */
const BURST_MAX_INTENTS = 12;

function expectSameAnswer(tool: string, actual: Result | undefined, expected: ModelResult): void {
  if ('code' in expected) {
    expect(actual).toMatchObject({ ok: false, code: expected.code });
    return;
  }
  const { id, version, status } = expected.task;
  expect(actual).toMatchObject({ ok: true, value: { task: { id: String(id), version, status } } });
  const unblocked = { value: { unblocked: toIds(expected.unblocked) } };
  if (tool === 'task_update' || tool === 'task_delete') expect(actual).toMatchObject(unblocked);
  const blockedAgain = { value: { blockedAgain: toIds(expected.blockedAgain) } };
  if (tool === 'task_reopen') expect(actual).toMatchObject(blockedAgain);
}

test(
  'F42: intents that are decided together on one snapshot come to what they come to one by one',
  async () => {
    await fc.assert(
      fc.asyncProperty(intents, async (sequence) => {
        const list = freshList('burst');
        const model = new Model();
        const { service, engine } = pick(world.instances, 0);
        const writes = sequence.filter((intent) => intent.kind !== 'retry');
        while (writes.length > 0) {
          const burst = writes.splice(0, BURST_MAX_INTENTS).map((intent) => {
            const { expect: run, ...sent } = translate(model, intent);
            return { ...sent, expected: run() };
          });
          const results = await Promise.all(burst.map(({ tool, args }) => call(service, list, tool, args)));
          for (const [index, { tool, expected }] of burst.entries())
            expectSameAnswer(tool, results[index], expected);
        }
        const alive = [...model.tasks.values()].filter((task) => !task.deleted);
        for (const task of alive) {
          const found = await taskOf(call(service, list, 'task_get', { id: String(task.id) }));
          expectSameTask(model, found, task);
        }
        expect((await verifyList(engine, list)).differences).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  },
  runs(120_000),
);
