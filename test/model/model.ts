/**
 * What the task store promises, written a second time as plainly as possible: one map, no versions of snapshots, no batches, no SQL.
 * The tests hold the service against it.
 */
export interface ModelTask {
  id: number;
  version: number;
  status: string;
  subject: string;
  description: string | null;
  priority: string;
  owner: string | null;
  labels: string[];
  blockedBy: number[];
  deleted: boolean;
}

export interface ModelPatch {
  status?: string;
  subject?: string;
  description?: string;
  priority?: string;
  owner?: string;
  labels?: string[];
  addBlockedBy?: number[];
  removeBlockedBy?: number[];
}

export type ModelResult =
  | { code: string }
  | { task: ModelTask; changed: string[]; unblocked: number[]; blockedAgain: number[] };

const FIELDS = ['status', 'subject', 'description', 'priority', 'owner', 'labels', 'blockedBy'] as const;
const ascending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export class Model {
  readonly tasks = new Map<number, ModelTask>();
  version = 0;

  isOpen(id: number): boolean {
    const task = this.tasks.get(id);
    return task !== undefined && !task.deleted && !['done', 'cancelled'].includes(task.status);
  }

  openBlockers(task: ModelTask): number[] {
    return task.blockedBy.filter((id) => this.isOpen(id));
  }

  blocks(id: number): number[] {
    return ascending(
      [...this.tasks.values()].filter((task) => task.blockedBy.includes(id)).map((task) => task.id),
    );
  }

  counts(): Record<string, number> {
    const counts: Record<string, number> = { pending: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 };
    for (const task of this.tasks.values())
      if (!task.deleted) counts[task.status] = (counts[task.status] ?? 0) + 1;
    return counts;
  }

  create(fields: {
    subject: string;
    priority?: string;
    labels?: string[];
    blockedBy?: number[];
  }): ModelResult {
    const blockedBy = fields.blockedBy ?? [];
    if (blockedBy.some((id) => this.tasks.get(id)?.deleted ?? true)) return { code: 'INVALID_REFERENCE' };
    const id = this.tasks.size + 1;
    const task: ModelTask = {
      id,
      version: 1,
      status: 'pending',
      subject: fields.subject,
      description: null,
      priority: fields.priority ?? 'normal',
      owner: null,
      labels: fields.labels ?? [],
      blockedBy: ascending(blockedBy),
      deleted: false,
    };
    this.tasks.set(id, task);
    this.version += 1;
    return { task, changed: [], unblocked: [], blockedAgain: [] };
  }

  update(id: number, expected: number | undefined, patch: ModelPatch, clear: string[]): ModelResult {
    const task = this.tasks.get(id);
    const refused = this.#refuse(task, expected);
    if (refused || !task) return refused ?? { code: 'TASK_NOT_FOUND' };
    const { addBlockedBy = [], removeBlockedBy = [], ...fields } = patch;
    if (addBlockedBy.some((other) => this.tasks.get(other)?.deleted ?? true))
      return { code: 'INVALID_REFERENCE' };
    if (removeBlockedBy.some((other) => !this.tasks.has(other))) return { code: 'INVALID_REFERENCE' };
    const added = addBlockedBy.filter((other) => !task.blockedBy.includes(other));
    if (added.some((other) => this.#waitsFor(other, id))) return { code: 'DEPENDENCY_CYCLE' };
    const next: ModelTask = { ...task, ...fields };
    for (const field of clear) Object.assign(next, { [field]: field === 'labels' ? [] : null });
    next.blockedBy = ascending([...task.blockedBy, ...added]).filter(
      (other) => !removeBlockedBy.includes(other),
    );
    const isClosed = ['done', 'cancelled'].includes(task.status);
    if (isClosed && next.status !== task.status) return { code: 'ILLEGAL_TRANSITION' };
    const judged = next.status !== task.status ? next.blockedBy : added;
    if (['in_progress', 'done'].includes(next.status) && judged.some((other) => this.isOpen(other)))
      return { code: 'BLOCKED' };
    return this.#replace(task, next);
  }

  reopen(id: number, expected: number | undefined): ModelResult {
    const task = this.tasks.get(id);
    const refused = this.#refuse(task, expected);
    if (refused || !task) return refused ?? { code: 'TASK_NOT_FOUND' };
    if (!['done', 'cancelled'].includes(task.status)) return { code: 'ILLEGAL_TRANSITION' };
    return this.#replace(task, { ...task, status: 'pending' });
  }

  remove(id: number, expected: number | undefined): ModelResult {
    const task = this.tasks.get(id);
    const refused = this.#refuse(task, expected);
    if (refused || !task) return refused ?? { code: 'TASK_NOT_FOUND' };
    return this.#replace(task, { ...task, deleted: true });
  }

  restore(id: number, expected: number | undefined): ModelResult {
    const task = this.tasks.get(id);
    if (!task) return { code: 'TASK_NOT_FOUND' };
    if (expected === undefined) return { code: 'VERSION_REQUIRED' };
    if (expected !== task.version) return { code: 'STALE_VERSION' };
    if (!task.deleted) return { code: 'ILLEGAL_TRANSITION' };
    return this.#replace(task, { ...task, deleted: false });
  }

  #refuse(task: ModelTask | undefined, expected: number | undefined): { code: string } | null {
    if (!task) return { code: 'TASK_NOT_FOUND' };
    if (task.deleted) return { code: 'TASK_DELETED' };
    if (expected === undefined) return { code: 'VERSION_REQUIRED' };
    return expected === task.version ? null : { code: 'STALE_VERSION' };
  }

  #replace(before: ModelTask, next: ModelTask): ModelResult {
    const changed = FIELDS.filter((field) => !same(before[field], next[field])) as string[];
    const waiting = this.blocks(before.id).filter((id) => this.isOpen(id));
    const waitedBefore = waiting.filter((id) => this.#waits(id));
    if (changed.length === 0 && before.deleted === next.deleted) {
      return { task: before, changed, unblocked: [], blockedAgain: [] };
    }
    const after = { ...next, version: before.version + 1 };
    this.tasks.set(before.id, after);
    this.version += 1;
    const waitsAfter = waiting.filter((id) => this.#waits(id));
    return {
      task: after,
      changed,
      unblocked: waitedBefore.filter((id) => !waitsAfter.includes(id)),
      blockedAgain: waitsAfter.filter((id) => !waitedBefore.includes(id)),
    };
  }

  #waits(id: number): boolean {
    const task = this.tasks.get(id);
    return task !== undefined && this.openBlockers(task).length > 0;
  }

  #waitsFor(from: number, to: number, seen = new Set<number>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (this.tasks.get(from)?.blockedBy ?? []).some((next) => this.#waitsFor(next, to, seen));
  }
}
