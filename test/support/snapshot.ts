import { signature } from '../../src/log/caller.js';
import { type Answer, decideBatch, type Proposal } from '../../src/log/decide_batch.js';
import { answerName } from '../../src/log/idempotency.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { requireTool } from '../../src/registry.js';
import { type AuditEntry, mergeNeeds, type Needs, type TaskChange } from '../../src/tasks/changes.js';
import { EMPTY_HEAD, type LoadedRows, NO_NEIGHBOURS, Snapshot } from '../../src/tasks/snapshot.js';
import { tasks } from '../../src/tasks/sql/log.js';
import type { DependentState, ReferenceState } from '../../src/tasks/task.js';
import { toProposal } from '../../src/tools/tool.js';
import { CALLER } from './caller.js';

export const NOW = '2026-11-30T08:15:30.123Z';
const NOTHING: LoadedRows = {
  guard: { version: 0, commitId: null, loadedAt: NOW },
  now: NOW,
  head: EMPTY_HEAD,
  ...NO_NEIGHBOURS,
  tasks: [],
  edges: [],
  history: [],
  answers: new Map(),
};

/** A list that lives in memory: the rules run on it as they run on loaded rows, with no database near. */
export class MemoryList {
  /** All of it. */
  readonly snapshot = new Snapshot('home', NOTHING);
  readonly #history: LoadedRows['history'][number][] = [];

  /** Decides one call and moves the list on. @throws Refusal */
  call(tool: string, args: Record<string, unknown>): Answer {
    const [outcome] = this.batch([{ tool, args }]);
    if (!outcome || !('answer' in outcome)) throw outcome?.error;
    return outcome.answer;
  }

  /** Decides several calls as one batch, on nothing but what their needs name. */
  batch(calls: readonly { tool: string; args: Record<string, unknown> }[]) {
    const proposals = calls.map(proposalOf);
    const needs = mergeNeeds(proposals.map((proposal) => proposal.needs as Needs));
    const { outcomes, writes } = decideBatch(tasks, cutDown(this.snapshot, needs, this.#history), proposals);
    const changes = writes.changes as readonly TaskChange[];
    const entries = writes.entries as readonly AuditEntry[];
    for (const [index, entry] of entries.entries()) {
      const change = changes[index];
      if (change) this.snapshot.apply(change, entry);
      this.#history.push(...toHistory(entry));
    }
    for (const kept of writes.answers) {
      const its = entries.filter(
        ({ version }) => version > kept.version - kept.entries && version <= kept.version,
      );
      this.snapshot.answers.set(answerName(kept), {
        ...kept,
        changes: its.flatMap((entry) => entry.changes),
      });
    }
    return outcomes;
  }

  /** The refusal of a call that must be refused. */
  refuse(tool: string, args: Record<string, unknown>): Refusal {
    try {
      this.call(tool, args);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
    throw new Error(`${tool} was not refused.`);
  }

  create(subject: string, args: Record<string, unknown> = {}): Answer {
    return this.call('task_create', { subject, ...args });
  }
}

function toHistory({ number, changes, caller, at, taskVersion }: AuditEntry) {
  return changes.map(({ field, to }) => ({ number, field, to, by: signature(caller), at, taskVersion }));
}

/** What a load would bring of a list: a tool whose needs name too little does not find it here either. */
function cutDown(all: Snapshot, needs: Needs, history: LoadedRows['history']): Snapshot {
  const unique = (numbers: readonly number[]) => [...new Set(numbers)];
  const some = <Found>(numbers: readonly number[], find: (number: number) => Found | undefined) =>
    unique(numbers).flatMap((number) => find(number) ?? []);
  const subjects = [...all.answers.values()].flatMap(({ subject }) => subject ?? []);
  const near = needs.tasks.flatMap((number) => all.blockersOf(number));
  const named = [...needs.references, ...near, ...subjects].filter((number) => !needs.tasks.includes(number));
  const waiting = needs.tasks.map((number): [number, number[]] => [number, all.dependentsOf(number)]);
  const upstream = new Set(needs.upstream);
  for (const number of upstream) for (const blocker of all.blockersOf(number)) upstream.add(blocker);
  const edges = unique([...needs.tasks, ...upstream]).flatMap((task) =>
    all.blockersOf(task).map((blocker) => ({ task, blocker })),
  );
  return new Snapshot(all.list, {
    ...{ guard: all.guard, now: all.now, head: all.head, answers: all.answers, edges, waiting },
    tasks: some(needs.tasks, (number) => all.find(number)),
    references: some(named, (number) => pickReference(all.findReference(number))),
    dependents: some(
      waiting.flatMap(([, numbers]) => numbers),
      (number) => pickState(all.findState(number)),
    ),
    dependentCounts: needs.references.map((number) => [number, all.dependentsOf(number).length]),
    history: needs.changesSince.flatMap(({ number, version }) =>
      history.filter((change) => change.number === number && change.taskVersion > version),
    ),
  });
}

const pickState = (task: DependentState | undefined): DependentState | undefined =>
  task && {
    number: task.number,
    status: task.status,
    openBlockers: task.openBlockers,
    deletedAt: task.deletedAt,
  };

function pickReference(task: ReferenceState | undefined): ReferenceState | undefined {
  const state = pickState(task);
  return task && state && { ...state, version: task.version, subject: task.subject };
}

function proposalOf({ tool: name, args }: { tool: string; args: Record<string, unknown> }): Proposal {
  const tool = requireTool(name);
  if (tool.kind !== 'write') throw new Error(`${name} does not write.`);
  return toProposal(tool, { list: 'home', arguments: tool.admit(args), caller: CALLER });
}
