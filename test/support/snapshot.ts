import { type Answer, decideBatch, type Proposal } from '../../src/log/decide_batch.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { requireTool } from '../../src/registry.js';
import { tasks } from '../../src/tasks/log.js';
import { EMPTY_HEAD, type LoadedRows, NO_NEIGHBOURS, Snapshot } from '../../src/tasks/snapshot.js';
import { toProposal } from '../../src/tools/proposal.js';
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
  readonly snapshot = new Snapshot('home', NOTHING);

  /** Decides one call and moves the list on. @throws Refusal */
  call(tool: string, args: Record<string, unknown>): Answer {
    const [outcome] = this.batch([{ tool, args }]);
    if (!outcome || !('answer' in outcome)) throw outcome?.error;
    return outcome.answer;
  }

  /** Decides several calls as one batch. */
  batch(calls: readonly { tool: string; args: Record<string, unknown> }[]) {
    return decideBatch(tasks, this.snapshot, calls.map(proposalOf)).outcomes;
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

function proposalOf({ tool: name, args }: { tool: string; args: Record<string, unknown> }): Proposal {
  const tool = requireTool(name);
  if (tool.kind !== 'write') throw new Error(`${name} does not write.`);
  return toProposal(tool, { list: 'home', arguments: tool.admit(args), caller: CALLER });
}
