import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { objectShape, type Shape } from '../../src/schema/shape.js';
import { STATUSES } from '../../src/tasks/wording/values.js';
import { nearest } from '../../src/text/words.js';

/** What is suggested for a word, with the words for which it is; `none` for those that get no suggestion. */
type Table = Readonly<Record<string, readonly string[]>>;

const STATUS: Table = {
  done: [
    ...['Done', 'DONE', ' done', 'done\n', '"done"', 'done.', 'ｄｏｎｅ', '- done', '--done'],
    ...['complete', 'completed', 'Completed', 'finished', 'finish', 'closed', 'close', 'resolved', 'fixed'],
    ...['success', 'dnoe', 'doen', 'donne', 'doone', 'ddone', 'donw'],
  ],
  in_progress: [
    ...['in progress', 'In-Progress', 'inProgress', 'IN_PROGRESS', 'in_progres', 'in_porgress', 'inprogess'],
    ...['wip', 'started', 'active', 'doing', 'working', 'ongoing', 'running'],
  ],
  pending: [
    ...['todo', 'to do', 'TO-DO', 'open', 'new', 'not started', 'not_started', 'unstarted', 'backlog'],
    ...['queued', 'ready', 'unblocked', 'not blocked', 'pendng', 'penidng', 'Pendign', 'pendding'],
  ],
  blocked: ['on hold', 'onhold', 'paused', 'waiting', 'stuck', 'block', 'bloked', 'blokced', 'blockd'],
  cancelled: ['canceled', 'cancel', "won't fix", 'wontfix', 'dropped', 'canceld', 'cancellled', 'canclled'],
  none: [
    // opposites
    ...['undone', 'not done', 'not_done', 'notDone', 'un-done', 'never done', 'no done', "don't", 'done not'],
    ...[
      'incomplete',
      'not complete',
      'uncompleted',
      'unfinished',
      'not finished',
      'unresolved',
      'not closed',
    ],
    ...['reopen', 'reopened', 're-open', 'uncancelled', 'not cancelled', 'uncanceled', 'uncancel'],
    ...['not pending', 'nonpending', 'not in progress', 'no progress', 'inactive', 'not active', 'unwip'],
    ...['!done', '-done', '~done', '!=done', '<> blocked', '≠done', '! done'],
    ...['deblocked', 'disblocked', 'pending no', 'blocked: no', 'in_no_progress', 'redone', 'predone'],
    // words of another meaning
    ...['none', 'gone', 'dune', 'dome', 'dose', 'dove', 'don', 'bone', 'undo', 'redo', 'tone'],
    ...[
      'blocks',
      'blocker',
      'blocking',
      'blockers',
      'bending',
      'spending',
      'pounding',
      'penning',
      'concealed',
    ],
    ...[
      'failed',
      'stopped',
      'deleted',
      'archived',
      'review',
      'unknown',
      'null',
      'true',
      'banana',
      '',
      '✅',
      '完了',
    ],
  ],
};

const STATUS_FILTER: Table = {
  done: ['Done', 'complete', 'finished', 'dnoe'],
  open: ['Open', 'opened', 'opne', 'undone', 'incomplete', 'unfinished', 'unresolved', 'not closed'],
  closed: ['Closed', 'closd', 'not open', 'notopen'],
  pending: ['todo', 'new', 'not started'],
  cancelled: ['canceled'],
  none: [
    ...['close-up', 'closet', 'cloned', 'closer', 'oven', 'omen', 'reopened', 'unopened', 'enclosed'],
    // Cancelled tasks are not done either.
    ...['not done', 'not_done', 'notDone', 'not finished', 'not complete'],
    ...['disclosed', '!open', '-closed', 'not in progress', 'uncancelled', 'none', 'pen', 'deleted'],
  ],
};

const PRIORITY: Table = {
  urgent: [
    'Urgent',
    'critical',
    'P0',
    'highest',
    'asap',
    'urgnet',
    'urgen',
    'uurgent',
    'very high',
    'blocker',
  ],
  high: ['HIGH', 'important', 'p1', 'higher', 'hgih', 'hihg', 'high priority', 'major'],
  normal: ['medium', 'p2', 'default', 'standard', 'nromal', 'norml', 'Normal '],
  low: ['LOW', 'minor', 'p3', 'lowest', 'lower', 'trivial', 'low-priority'],
  none: [
    ...['not urgent', 'nonurgent', 'non-urgent', 'unurgent', 'no urgent', 'un-urgent', 'not high', 'not low'],
    ...[
      'unimportant',
      'not important',
      'abnormal',
      'not normal',
      'nonnormal',
      'unnormal',
      '!urgent',
      '-high',
    ],
    ...['slow', 'flow', 'blow', 'law', 'lot', 'log', 'nigh', 'sigh', 'thigh', 'argent', 'formal', 'norman'],
    ...['none', 'no', 'now', 'how', '0', 'priority', 'hi', 'lo', ''],
  ],
};

const CREATE_KEY: Table = {
  subject: ['title', 'name', 'Subject', 'subjet', 'subejct'],
  description: ['desc', 'notes', 'body', 'desciption', 'descripton', 'Description', 'discription'],
  priority: ['prioritty', 'prio', 'priorty', 'importance'],
  owner: ['assignee', 'onwer', 'owners', 'assigned_to'],
  labels: ['tags', 'label', 'lables', 'labls', 'addLabels'],
  blockedBy: ['blocked_by', 'dependsOn', 'deps', 'blockdBy', 'blockers', 'addBlockedBy', 'add_dependency'],
  idempotencyKey: ['idempotency_key', 'idempotancyKey', 'key'],
  none: [
    ...['unblockedBy', 'notBlockedBy', 'blocks', 'blocking', 'blocked', 'removeBlockedBy', 'removeLabels'],
    ...['unowned', 'no_owner', '!owner', 'priority!=', 'nonpriority', 'notLabels', 'unlabel', 'libel'],
    ...['decryption', 'suspect', 'object', 'reject', 'owned', 'status', 'id', 'expectedVersion', 'zebra', ''],
  ],
};

const PATCH_KEY: Table = {
  addBlockedBy: ['blockedBy', 'blocked_by', 'dependsOn', 'add_blocked_by', 'addBlockers', 'addBlokedBy'],
  removeBlockedBy: ['unblock', 'remove_blocked_by', 'removeDependency', 'removeBlockdBy', 'deleteBlockedBy'],
  labels: ['tags', 'addLabels', 'addLabel', 'add_labels', 'add_tag', 'lables'],
  status: ['state', 'stauts', 'newStatus', 'statuses'],
  none: [
    ...['unblockedBy', 'addUnblockedBy', 'notBlockedBy', 'blocks', 'addBlocks', 'addBlocking', 'blocked'],
    ...[
      'addBlocked',
      'removeLabels',
      'removeLabel',
      'remove_tags',
      'unlabel',
      'stats',
      'statue',
      'unsubject',
    ],
    ...['unassign', 'disowner', 'nodescription', '-labels', '!status', 'status!=', 'id', 'clear'],
  ],
};

const LIST_KEY: Table = {
  status: ['state', 'stauts', 'Status', '--status'],
  label: ['tag', 'labels', 'lable'],
  ready: ['isReady', 'available', 'raedy', 'unblocked'],
  order: ['sort', 'order_by', 'ordr'],
  limit: ['page_size', 'limt', 'max'],
  cursor: ['page_token', 'curser', 'cursr'],
  owner: ['assignee', 'ownr'],
  none: [
    ...['notReady', 'unready', 'read', 'reads', 'already', 'status_not', 'not_status', 'statusNot', '!label'],
    ...[
      'unlimited',
      'no_limit',
      'nolimit',
      'unordered',
      'disorder',
      'older',
      'border',
      'reorder',
      'precursor',
    ],
    ...['cursory', 'libel', 'stats', 'limbo', 'excludeStatus', 'includeDeleted', 'zebra'],
  ],
};

/** What the gate knows of an argument by its path; of the arguments themselves for none. */
function shapeAt(tool: string, ...path: string[]): Shape | undefined {
  const input = TOOLS.find(({ name }) => name === tool)?.input;
  const root: Shape | undefined = input && objectShape(input);
  return path.reduce<Shape | undefined>(
    (shape, key) => (shape?.kind === 'object' ? shape.members.get(key) : undefined),
    root,
  );
}

const CASES: readonly (readonly [what: string, shape: Shape | undefined, table: Table])[] = [
  ['a status', shapeAt('task_update', 'patch', 'status'), STATUS],
  ['a status to filter by', shapeAt('task_list', 'status'), STATUS_FILTER],
  ['a priority', shapeAt('task_create', 'priority'), PRIORITY],
  ['a key of task_create', shapeAt('task_create'), CREATE_KEY],
  ['a key of a patch', shapeAt('task_update', 'patch'), PATCH_KEY],
  ['a key of task_list', shapeAt('task_list'), LIST_KEY],
];

describe.each(CASES)('%s', (_, shape, table) => {
  it.each(Object.keys(table))('%s is suggested for these words and no others', (expected) => {
    if (shape?.kind !== 'object' && shape?.kind !== 'enum') throw new Error('There is no such argument.');
    const known = shape.kind === 'enum' ? shape.words : [...shape.members.keys()];
    const words = table[expected] ?? [];
    const found = words.map((word) => [word, nearest(word, known, shape.vocabulary) ?? 'none']);
    expect(found).toStrictEqual(words.map((word) => [word, expected]));
  });
});

it('suggests neither of two words that are equally near', () => {
  expect(nearest('sorted', ['sorter', 'sortec'])).toBeUndefined();
  expect(nearest('sortedd', ['sorted', 'sorteed'])).toBeUndefined();
});

it('takes letters for a slip only where few of them differ for the length of the word', () => {
  expect(nearest('lwo', ['low'])).toBeUndefined();
  expect(nearest('pnedign', ['pending'])).toBeUndefined();
  expect(nearest('prioirtyy', ['priority'])).toBe('priority');
  expect(nearest('idmepotncyKeyy', ['idempotencyKey'])).toBe('idempotencyKey');
  expect(nearest('idmptncyKy', ['idempotencyKey'])).toBeUndefined();
});

it('reads nothing into a word of 10,000 letters', () => {
  expect(nearest('done'.repeat(2500), STATUSES)).toBeUndefined();
});
