import type { LogDefinition } from '../../log/definition.js';
import { type AuditEntry, entryOf, mergeNeeds, type Needs, type TaskChange } from '../changes.js';
import { Rebuild } from '../rebuild.js';
import { type Snapshot, TASKS } from '../snapshot.js';
import { STATUSES } from '../wording/values.js';
import { addParts } from './append.js';
import { addSections, openSnapshot } from './load.js';
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
