import { signature } from '../log/caller.js';
import { type Answer, decideBatch } from '../log/decide_batch.js';
import { type AuditEntry, type Edge, entryOf } from '../tasks/changes.js';
import type { Queries, QueryKind } from '../tasks/queries.js';
import { EMPTY_HEAD, type LoadedRows, NO_NEIGHBOURS, Snapshot } from '../tasks/snapshot.js';
import { isReady, type TaskRecord } from '../tasks/task.js';
import { PRIORITIES } from '../tasks/wording/values.js';
import { type ReadTool, type Tool, toProposal, type WriteTool } from '../tools/tool.js';

/**
 * A list in memory, on which the calls of the documentation are decided by the tools themselves: an example
 * shows what the service answers, and cannot go stale. It is as small as the story that the examples tell.
 */
export interface ExampleList {
  readonly rows: LoadedRows;
  readonly entries: readonly AuditEntry[];
}

export const EXAMPLE_LIST_NAME = 'home';
/** The first letters of the commit that made the last version of the story. */
export const EXAMPLE_MARK = '9f3a1c2e';

/** The list before its first write, at a fixed time: the documents come out the same each time. */
export const EMPTY_LIST: ExampleList = {
  rows: {
    guard: { version: 0, commitId: null, loadedAt: timeOf(0) },
    now: timeOf(0),
    head: EMPTY_HEAD,
    ...NO_NEIGHBOURS,
    tasks: [],
    edges: [],
    history: [],
    answers: new Map(),
  },
  entries: [],
};

/** One minute passes for each write. */
function timeOf(version: number): string {
  return `2026-01-15T09:${String(version).padStart(2, '0')}:00.000Z`;
}

function callerAt(list: ExampleList) {
  const number = String(list.entries.length + 1).padStart(12, '0');
  const requestId = `00000000-0000-4000-8000-${number}`;
  return { principal: 'anonymous', agent: 'agent-7', session: 'session-1', requestId, toolCallId: null };
}

/** What a call comes to, and the list as the call leaves it. @throws Refusal */
export function call(
  list: ExampleList,
  tool: Tool,
  raw: Readonly<Record<string, unknown>>,
): { list: ExampleList; answer: Answer } {
  const args = tool.admit(raw);
  return tool.kind === 'read' ? { list, answer: look(list, tool, args) } : act(list, tool, args);
}

function act(list: ExampleList, tool: WriteTool, args: Record<string, unknown>) {
  const snapshot = new Snapshot(EXAMPLE_LIST_NAME, list.rows);
  const intent = { list: EXAMPLE_LIST_NAME, arguments: args, caller: callerAt(list) };
  const { outcomes, writes } = decideBatch({ entryOf }, snapshot, [toProposal(tool, intent)]);
  const [outcome] = outcomes;
  if (!outcome || 'error' in outcome) throw outcome?.error;
  return { list: listAfter(list, snapshot, writes.entries as AuditEntry[]), answer: outcome.answer };
}

function listAfter(before: ExampleList, snapshot: Snapshot, added: readonly AuditEntry[]): ExampleList {
  const entries = [...before.entries, ...added];
  const numbers = Array.from({ length: snapshot.head.nextNumber - 1 }, (_, index) => index + 1);
  const edges = numbers.flatMap((task): Edge[] =>
    snapshot.blockersOf(task).map((blocker) => ({ task, blocker })),
  );
  const history = entries.flatMap(({ number, changes, caller, at, taskVersion }) =>
    changes.map(({ field, to }) => ({
      number,
      field,
      to,
      by: signature(caller),
      at,
      taskVersion,
    })),
  );
  const tasks = numbers.flatMap((number) => snapshot.find(number) ?? []);
  const { guard, head, answers } = snapshot;
  return {
    rows: { guard, now: timeOf(head.version), head, ...NO_NEIGHBOURS, tasks, edges, history, answers },
    entries,
  };
}

function look(list: ExampleList, tool: ReadTool, args: Record<string, unknown>): Answer {
  const intent = { list: EXAMPLE_LIST_NAME, arguments: args, caller: callerAt(list) };
  const value = tool.decide(
    readRows(list, tool.reads.name as QueryKind, tool.query(intent) as never),
    intent,
  );
  return { value, changes: [], replayed: false, versionNow: null };
}

type Reader<Kind extends QueryKind> = (
  list: ExampleList,
  query: Queries[Kind]['query'],
) => Queries[Kind]['rows'];

const READERS: { readonly [Kind in QueryKind]: Reader<Kind> } = {
  task(list, { number }) {
    const record = list.rows.tasks.find((task) => task.number === number);
    return record ? { record, edges: edgesOf(list, record) } : null;
  },
  page(list, query) {
    const found = list.rows.tasks.filter(
      (task) =>
        task.deletedAt === null &&
        (query.statuses?.includes(task.status) ?? true) &&
        (query.ready === null || query.ready === isReady(task)),
    );
    const rank = (task: TaskRecord) => (query.order === 'number' ? 0 : PRIORITIES.indexOf(task.priority));
    const sorted = found.sort((a, b) => rank(a) - rank(b) || a.number - b.number);
    const tasks = sorted.slice(0, query.limit).map((task) => {
      const { description, ...record } = task;
      return { record: { ...record, hasDescription: description !== null }, edges: edgesOf(list, task) };
    });
    const { version, counts } = list.rows.head;
    const mark = version === 0 ? null : EXAMPLE_MARK;
    return { version, mark, counts, tasks, hasMore: found.length > query.limit };
  },
  history(list, { number, limit }) {
    const entries = list.entries.filter((entry) => entry.number === number).reverse();
    if (entries.length === 0) return null;
    return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
  },
};

/** The cast holds because a tool's `reads` names the kind of the query that it makes. */
function readRows<Kind extends QueryKind>(list: ExampleList, kind: Kind, query: Queries[QueryKind]['query']) {
  return READERS[kind](list, query as Queries[Kind]['query']);
}

function edgesOf(list: ExampleList, { number }: TaskRecord) {
  return new Snapshot(EXAMPLE_LIST_NAME, list.rows).edgesOf(number);
}
