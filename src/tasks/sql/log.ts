import type { AppendParts, LogDefinition } from '../../log/definition.js';
import { type AuditEntry, type Edge, entryOf, mergeNeeds, type Needs, type TaskChange } from '../changes.js';
import { Rebuild } from '../rebuild.js';
import { type Snapshot, TASKS } from '../snapshot.js';
import { STATUSES } from '../wording/values.js';
import { addSections, openSnapshot } from './load.js';
import { ASSIGNMENTS, INSERTED, INSERTED_VALUES, RECORDSET, toStoredRecord } from './rows.js';
import { compareList } from './verify.js';

/** The log of tasks: one for each list. */
export const tasks: LogDefinition<Needs, Snapshot, TaskChange, AuditEntry> = {
  ...TASKS,
  noun: 'list',
  tables: {
    key: 'list',
    head: 'lists',
    audit: 'audit_log',
    answers: 'idempotency_keys',
    subject: 'number',
    own: { tasks: 'SELECT, INSERT, UPDATE', dependencies: 'SELECT, INSERT, DELETE' },
  },
  headColumns: [
    { name: 'next_number', type: 'int', initial: 1 },
    ...STATUSES.map((name) => ({ name, type: 'int', initial: 0 })),
  ],
  entryColumns: [
    { name: 'number', type: 'int' },
    { name: 'task_version', type: 'int' },
  ],
  mergeNeeds,
  load: addSections,
  open: openSnapshot,
  headOf: ({ head }) => [head.nextNumber, ...STATUSES.map((status) => head.counts[status])],
  append: addParts,
  entryOf,
  rowOf: (base, { number, taskVersion }) => Object.assign(base, { number, task_version: taskVersion }),
  readEntry(base, { number, task_version }) {
    return { ...base, number, taskVersion: task_version } as AuditEntry; // the columns above
  },
  replay() {
    const rebuild = new Rebuild();
    return {
      play: (entry) => rebuild.play(entry),
      compare: (database, list) => compareList(database, list, rebuild.result()),
    };
  },
};

/** Adds what the changes of a batch write; the snapshot is what they led to. */
function addParts(snapshot: Snapshot, changes: readonly TaskChange[], parts: AppendParts): void {
  const tasks = collectTasks(snapshot, changes);
  const edges = collectEdges(changes);
  const { bind } = parts;
  parts.add('created', tasks.created, (json) => insertTasks(json()));
  parts.add('changed', tasks.changed, (json) => updateTasks(json(), bind(numbersOf(tasks.changed))));
  parts.add('touched', tasks.touched, () =>
    updateOpenBlockers(bind(asArray(numbersOf(tasks.touched))), bind(asArray(openBlockersOf(tasks.touched)))),
  );
  parts.add('linked', edges.added, (json) => insertEdges(json()));
  parts.add('cut', edges.removed, (json) => deleteEdges(json(), bind(numbersOf(edges.removed))));
}

/** Names the rows for the index: from a join alone the planner may choose to read the whole list. */
const numbersOf = (rows: readonly { readonly number: number }[]): number[] =>
  rows.map(({ number }) => number);

const openBlockersOf = (rows: readonly { readonly openBlockers: number }[]): number[] =>
  rows.map(({ openBlockers }) => openBlockers);

/** As Postgres writes it: the driver would quote each number. */
const asArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

/** The last state of each task, once: one statement must not write a row twice. */
function collectTasks(snapshot: Snapshot, changes: readonly TaskChange[]) {
  const created = new Set(changes.filter(({ before }) => before === null).map(({ after }) => after.number));
  const changed = new Set(changes.map(({ after }) => after.number).filter((number) => !created.has(number)));
  const touched = new Set(
    changes
      .flatMap(({ dependents }) => dependents.map(({ number }) => number))
      .filter((number) => !created.has(number) && !changed.has(number)),
  );
  const last = (number: number) => {
    const task = snapshot.find(number);
    if (!task) throw new Error(`The snapshot lacks #${number}, which the batch writes.`);
    return task;
  };
  const state = (number: number) => {
    const task = snapshot.findState(number);
    if (!task) throw new Error(`The snapshot lacks #${number}, which waits for what the batch writes.`);
    return task;
  };
  return {
    created: [...created].map((number) => toStoredRecord(last(number))),
    changed: [...changed].map((number) => toStoredRecord(last(number))),
    touched: [...touched].map(state),
  };
}

/** What is left of the edges that a batch adds and removes when they are set off against each other. */
function collectEdges(changes: readonly TaskChange[]) {
  const added = new Map<string, Edge>();
  const removed = new Map<string, Edge>();
  const move = (edge: Edge, undone: Map<string, Edge>, done: Map<string, Edge>) => {
    const name = `${edge.task}-${edge.blocker}`;
    if (!undone.delete(name)) done.set(name, edge);
  };
  for (const change of changes) {
    for (const edge of change.removedEdges) move(edge, added, removed);
    for (const edge of change.addedEdges) move(edge, removed, added);
  }
  const toRows = (edges: Map<string, Edge>) =>
    [...edges.values()].map(({ task, blocker }) => ({ number: task, blocker }));
  return { added: toRows(added), removed: toRows(removed) };
}

const insertTasks = (rows: string) => `
  INSERT INTO tasks (list, ${INSERTED})
  SELECT $1, ${INSERTED_VALUES} FROM head, json_to_recordset(${rows}) AS new${RECORDSET}`;

const updateTasks = (rows: string, numbers: string) => `
  UPDATE tasks SET ${ASSIGNMENTS}
  FROM head, json_to_recordset(${rows}) AS new${RECORDSET}
  WHERE tasks.list = $1 AND tasks.number = ANY(${numbers}::int[]) AND tasks.number = new.number`;

/**
 * Many rows of two numbers: arrays cost a fraction of what JSON does, and the planner takes them for a few.
 */
const updateOpenBlockers = (numbers: string, counts: string) => `
  UPDATE tasks SET open_blockers = new.open_blockers
  FROM head, unnest(${numbers}::int[], ${counts}::int[]) AS new(number, open_blockers)
  WHERE tasks.list = $1 AND tasks.number = new.number`;

const insertEdges = (rows: string) => `
  INSERT INTO dependencies (list, number, blocker)
  SELECT $1, new.number, new.blocker FROM head, json_to_recordset(${rows}) AS new(number int, blocker int)`;

const deleteEdges = (rows: string, numbers: string) => `
  DELETE FROM dependencies USING head, json_to_recordset(${rows}) AS old(number int, blocker int)
  WHERE dependencies.list = $1 AND dependencies.number = ANY(${numbers}::int[])
    AND dependencies.number = old.number AND dependencies.blocker = old.blocker`;
