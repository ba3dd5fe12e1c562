import type { LogPoint } from '../log/audit.js';
import { formatMarkedVersion, type MarkedVersion } from '../log/marked_version.js';
import { Refusal } from '../refusals/refusal.js';
import { type Blocker, CHANGES_SINCE_MAX_VERSIONS } from './changes.js';
import type { Snapshot } from './snapshot.js';
import { DEPENDENTS_MAX_COUNT, type Task, type TaskRecord, toTask } from './task.js';

/** In the sentence of a refusal, which has them all in a list. */
const NAMED_MAX_COUNT = 5;

/** @throws Refusal TASK_NOT_FOUND or TASK_DELETED */
export function requireTask(snapshot: Snapshot, id: string): TaskRecord {
  const task = requireTaskOrDeleted(snapshot, id);
  if (task.deletedAt !== null) throw taskDeleted(describe(snapshot, task));
  return task;
}

/** @throws Refusal TASK_NOT_FOUND */
export function requireTaskOrDeleted(snapshot: Snapshot, id: string): TaskRecord {
  const task = snapshot.find(Number(id));
  if (!task) throw taskNotFound(snapshot.list, id);
  return task;
}

export function taskNotFound(list: string, id: string): Refusal {
  return new Refusal('TASK_NOT_FOUND', `There is no task #${id} in the list "${list}".`);
}

export function taskDeleted(current: Task): Refusal {
  return new Refusal('TASK_DELETED', `#${current.id} was deleted at ${current.deletedAt}.`, { current });
}

/**
 * A write is decided on a version. One that names none, or another than the task has, is refused with what it
 * needs to decide again.
 * @throws Refusal VERSION_REQUIRED or STALE_VERSION
 */
export function requireVersion(snapshot: Snapshot, task: TaskRecord, expected: number | undefined): void {
  const id = task.number;
  if (expected === undefined) {
    throw new Refusal(
      'VERSION_REQUIRED',
      `#${id} is at version ${task.version}; the write names no expectedVersion.`,
      {
        current: describe(snapshot, task),
        hint: `Read current, decide, and send expectedVersion ${task.version}.`,
      },
    );
  }
  if (expected === task.version) return;
  const detail =
    expected > task.version
      ? `#${id} is at version ${task.version}; it never had version ${expected}.`
      : `#${id} is at version ${task.version}; the write was decided on version ${expected}.`;
  const changedSince = snapshot.changedSince(id, expected);
  const read = changedSince.length > 0 ? 'current and changedSince' : 'current';
  throw new Refusal('STALE_VERSION', detail + describeGap(task.version, expected), {
    current: describe(snapshot, task),
    changedSince,
    hint: `Read ${read}, decide again, and send expectedVersion ${task.version}.`,
  });
}

/** Says so when changedSince does not reach back to the version that the write names. */
function describeGap(version: number, expected: number): string {
  const first = version - CHANGES_SINCE_MAX_VERSIONS + 1;
  if (expected + 1 >= first) return '';
  return ` changedSince begins at version ${first}; task_history has what came before.`;
}

/**
 * The tasks that an argument names, as numbers. `argument` is its path, such as patch.addBlockedBy.
 * @throws Refusal INVALID_REFERENCE that names every id that is not there or deleted
 */
export function requireReferences(snapshot: Snapshot, ids: readonly string[], argument: string): number[] {
  const issues = ids.flatMap((id, index) => {
    const task = snapshot.findReference(Number(id));
    if (task && task.deletedAt === null) return [];
    const what = task ? `#${id} was deleted.` : `There is no task #${id} in the list "${snapshot.list}".`;
    return [{ path: `${argument}[${index}]`, code: 'reference', message: what, received: `"${id}"` }];
  });
  if (issues.length === 0) return ids.map(Number);
  const names = issues
    .slice(0, NAMED_MAX_COUNT)
    .map(({ message }) => message)
    .join(' ');
  const more = issues.length > NAMED_MAX_COUNT ? ` And ${issues.length - NAMED_MAX_COUNT} more.` : '';
  throw new Refusal('INVALID_REFERENCE', names + more, { issues });
}

/** "#1, #2 and 48 more". */
function enumerate(names: readonly string[]): string {
  const more = names.length - NAMED_MAX_COUNT;
  return names.slice(0, NAMED_MAX_COUNT).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * A task can hold up so many others and no more. `ids` are those of the argument, in its order; only the
 * `added` ones are new blockers.
 * @throws Refusal INVALID_REFERENCE that names every id that has no room
 */
export function requireRoom(
  snapshot: Snapshot,
  added: readonly number[],
  { ids, argument }: { readonly ids: readonly string[]; readonly argument: string },
): void {
  const full = added.filter((number) => snapshot.countDependents(number) >= DEPENDENTS_MAX_COUNT);
  if (full.length === 0) return;
  const issues = full.map((number) => {
    const id = String(number);
    const message = `#${id} is waited for by ${DEPENDENTS_MAX_COUNT} tasks, the most that can wait for one.`;
    return { path: `${argument}[${ids.indexOf(id)}]`, code: 'reference', message, received: `"${id}"` };
  });
  const [first] = full;
  throw new Refusal('INVALID_REFERENCE', issues.map(({ message }) => message).join(' '), {
    issues,
    hint: `Put a task between: create one that waits for #${first}, and name that one in place of "${first}".`,
  });
}

/** @throws Refusal BLOCKED that names each open blocker */
export function requireClearWay(snapshot: Snapshot, task: TaskRecord, blockedBy: readonly number[]): void {
  const open = snapshot.openAmong(blockedBy);
  if (open.length === 0) return;
  const blockers = open.flatMap((number): Blocker[] => {
    const blocker = snapshot.findReference(number);
    return blocker ? [{ id: String(number), status: blocker.status, subject: blocker.subject }] : [];
  });
  const names = enumerate(blockers.map(({ id }) => `#${id}`));
  throw new Refusal(
    'BLOCKED',
    `#${task.number} waits for ${names}; it cannot be in_progress or done before.`,
    { blockers },
  );
}

/** @throws Refusal DEPENDENCY_CYCLE with the way round, when a task would come to wait for itself */
export function requireNoCycle(snapshot: Snapshot, task: number, addedBlockers: readonly number[]): void {
  for (const blocker of addedBlockers) {
    const way = findPath(blocker, task, (number) => snapshot.blockersOf(number));
    if (!way) continue;
    const path = [task, ...way].map(String);
    throw new Refusal('DEPENDENCY_CYCLE', `The tasks would wait for each other: ${showPath(path)}.`, {
      path,
    });
  }
}

/** A path through 5,000 tasks helps nobody: the two ends and how many lie between do. */
const SHOWN_PATH_MAX_TASKS = 12;

function showPath(path: readonly string[]): string {
  const show = (ids: readonly string[]) => ids.map((id) => `#${id}`);
  if (path.length <= SHOWN_PATH_MAX_TASKS) return show(path).join(' → ');
  const half = SHOWN_PATH_MAX_TASKS / 2;
  const between = `(${path.length - 2 * half} more)`;
  return [...show(path.slice(0, half)), between, ...show(path.slice(-half))].join(' → ');
}

/** The canonical value of a task that the needs named under `tasks`. */
export function describe(snapshot: Snapshot, task: TaskRecord): Task {
  return toTask(snapshot.list, task, snapshot.edgesOf(task.number));
}

/**
 * Judges whether a log has this version, with this mark where one is given, by what it has there.
 * @throws Refusal CURSOR_UNKNOWN
 */
export function requireOnLog(cursor: MarkedVersion, { headVersion, mark }: LogPoint): void {
  const { version } = cursor;
  if (version > headVersion) {
    throw unknownCursor(cursor, `the list is at version ${headVersion}, and nothing stands behind it`);
  }
  const isThere = version === 0 ? cursor.mark === null : mark !== null;
  if (!isThere || (cursor.mark !== null && cursor.mark !== mark)) {
    throw unknownCursor(cursor, 'the list has another history now, as after a restore from a backup');
  }
}

function unknownCursor(cursor: MarkedVersion, why: string): Refusal {
  return new Refusal(
    'CURSOR_UNKNOWN',
    `There is no point ${formatMarkedVersion(cursor)} in the log: ${why}.`,
  );
}

/**
 * The way from one task to another along edges to blockers, both ends included, or null. Each task is visited
 * once, so that a diamond costs no more than its edges; a stack of our own, so that a long chain does not
 * overflow the call stack.
 */
export function findPath(
  from: number,
  to: number,
  blockersOf: (task: number) => readonly number[],
): number[] | null {
  const cameFrom = new Map<number, number | null>([[from, null]]);
  const open = [from];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    if (task === to) return walkBack(task, cameFrom);
    for (const blocker of blockersOf(task)) {
      if (cameFrom.has(blocker)) continue;
      cameFrom.set(blocker, task);
      open.push(blocker);
    }
  }
  return null;
}

function walkBack(end: number, cameFrom: ReadonlyMap<number, number | null>): number[] {
  const path: number[] = [];
  for (let task: number | null = end; task !== null; task = cameFrom.get(task) ?? null) path.push(task);
  return path.reverse();
}
