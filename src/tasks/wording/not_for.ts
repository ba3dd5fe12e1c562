import type { Caution } from '../../schema/advice.js';

/**
 * Names that came in the stead of an argument and promise something else than it does with their value. Each
 * stands beside the argument that is meant by them, or that a tool which they speak of has.
 */

/** What nextCursor looks like: a position and a digest. */
const CURSOR = /^.+-[\w-]{16}$/;
/** What a caller sends who wants the first page. */
const FIRST_PAGES: ReadonlySet<unknown> = new Set([null, 0, 1, '0', '1', '']);
const PENDING: ReadonlySet<unknown> = new Set(['pending', 'todo', 'open', 'new']);

/** Names that are one of the words, or fit one of the patterns, whole. */
function namesOf(words: string, ...patterns: string[]): RegExp {
  return new RegExp(`^(?:${[...words.split(' '), ...patterns].join('|')})$`);
}

const always = () => true;
const onChange = (_value: unknown, isChange: boolean) => isChange;

/** Where a caller means to add to the labels or to take some away. */
export const LABELS_ARE_WHOLE = 'labels sets the whole set: send all labels that the task should have';
/** Where a caller names several tasks. */
export const ONE_CALL_EACH = 'one call is for one task: make one call for each';

/** By which callers mean to hold a write back, or to try it first. */
const RESTRICTIONS = namesOf(
  'dryrun simulate preview validateonly testonly test noop confirm confirmed soft cancel undo approval',
  '(?:if|when|unless|onlyif)(?!match).*',
);
/** By which callers mean to leave tasks out. */
const FILTERS = namesOf(
  'filter filters where query search q find match contains text id ids taskid taskids priority prio blocked',
  'field fields action actions type types prefix from to end between date dates range status owner label',
  'complete|completed|done|finished|unassigned|assigned',
  '(?:exclude|not|without|only).*',
  '(?:created|updated|completed)?(?:since|before|after|until)',
  '(?:start|end|from|to|min|max)(?:date|time|at)',
);
/** By which callers mean that something happens at a time, or takes some. */
const TIMES = namesOf(
  '(?:due|start|end|remind|schedule[d]?|expire[sd]?|expiry|snooze)(?:date|time|at|on|by|for|until|in)?',
  'deadline|reminders?|recurrence|recurring|repeat|ttl|estimate[d]?|effort|timeout',
);
/** By which callers keep what a task has no field for. */
const OWN_FIELDS = namesOf(
  'meta metadata customfields? custom extras? attributes properties props annotations',
);
/** By which callers name the tasks that wait for this one. */
const WAITING = namesOf('blocks blocking unblocks before precedes blockerof prerequisiteof');

export const CHANGES_OF_LABELS: Caution = {
  names: namesOf(
    'label tag',
    '(?:add|append|push|attach|assign|remove|delete|drop|detach|unassign|un)(?:label|tag)s?',
  ),
  says: LABELS_ARE_WHOLE,
  isAgainst: onChange,
};

export const CHANGES_OF_BLOCKERS: Caution = {
  names: /^(?!add|blocks$|blocking$|blockerof$).*(?:block|depend|deps|requires|prerequisites|waitsfor)/,
  says: 'addBlockedBy adds to the tasks that this one waits for, removeBlockedBy takes away',
  isAgainst: () => false,
};

export const BLOCKED_TASKS: Caution = {
  names: WAITING,
  says: 'blockedBy is what this task waits for; for another task to wait for it, call task_update on that one',
  isAgainst: (value) => !(Array.isArray(value) && value.length === 0),
};

export const MORE_BLOCKED_TASKS: Caution = {
  names: WAITING,
  says: 'addBlockedBy is what this task waits for; for another task to wait for it, call task_update on that one',
  isAgainst: always,
};

export const AFTER_A_TIME: Caution = {
  names: /^after$/,
  says: 'blockedBy takes the ids of the tasks that this one waits for, and no time',
  isAgainst: (value) => !isOfIds(value),
};

/** By which callers place a task below another. */
export const PARENTS: Caution = {
  names: namesOf(
    'parents? parent(?:task)?ids? parenttasks? epics? milestone children subtasks? subtaskof childof',
  ),
  says: 'tasks have no parents or children here; a label can group tasks',
  isAgainst: always,
  isOfAny: true,
};

export const AT_A_TIME: Caution = {
  names: TIMES,
  says: 'nothing happens at a time here; what people must know of it belongs into description',
  isAgainst: always,
};

export const FIRST_STATUS: Caution = {
  names: namesOf('status state'),
  says: 'a new task is pending; task_update sets another status',
  isAgainst: always,
  isHarmless: (value) => PENDING.has(value),
};

export const ID_OF_ONES_OWN: Caution = {
  names: namesOf('id taskid number tasknumber'),
  says: 'the service gives each task its id, and the answer has it',
  isAgainst: always,
};

export const NOTES: Caution = {
  names: namesOf('comments? note'),
  says: 'there are no notes or comments; what the task has to say belongs into description',
  isAgainst: always,
};

export const MORE_DESCRIPTION: Caution = {
  names: /^(?:comments?|notes?|(?:append|add)(?:to)?(?:description|desc|notes?|comments?|text|details?))$/,
  says: 'description replaces the text there is: read it with task_get and send the whole new text',
  isAgainst: onChange,
};

export const SEVERAL_IDS: Caution = {
  names: namesOf('ids taskids tasks todos items numbers tasknumbers'),
  says: ONE_CALL_EACH,
  isAgainst: isSeveral,
};

export const SEVERAL_TASKS: Caution = {
  names: namesOf('tasks todos items subjects titles entries'),
  says: ONE_CALL_EACH,
  isAgainst: isSeveral,
};

export const OTHER_FIELDS: Caution = {
  names: OWN_FIELDS,
  says: 'a task has no other fields: what people must know belongs into description, what groups tasks into labels',
  isAgainst: always,
};

export const NEW_NAME: Caution = {
  names: /^summary$/,
  says: 'subject renames the task: send it only for another name',
  isAgainst: onChange,
};

export const RESTRICTED_BY_VERSION: Caution = {
  names: RESTRICTIONS,
  says: 'nothing but expectedVersion restricts this write: send it without only if it is meant as it stands',
  isAgainst: always,
};

export const RESTRICTED: Caution = {
  names: RESTRICTIONS,
  says: 'nothing restricts this write or tries it first: send it without only if it is meant as it stands',
  isAgainst: always,
};

export const OTHER_FILTERS: Caution = {
  names: FILTERS,
  says: 'there is no such filter: without it the answer has all there is, page by page',
  isAgainst: always,
};

export const NO_CURSOR: Caution = {
  names: /^(?:after|next)$/,
  says: 'cursor takes nextCursor of the page before, and no time or id',
  isAgainst: (value) => typeof value !== 'string' || !CURSOR.test(value),
};

export const PAGE_NUMBER: Caution = {
  names: /^(?:page|pageno|pagenumber|pageindex|offset|skip|start)$/,
  says: 'the first page needs no cursor, and the next one has nextCursor of the page before as cursor',
  isAgainst: always,
  isHarmless: (value) => FIRST_PAGES.has(value),
};

function isSeveral(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1;
}

/** Whether ids of tasks can be meant by it. */
function isOfIds(value: unknown): boolean {
  return [value].flat().every((item) => /^\W{0,3}\d{1,9}\W{0,3}$/.test(String(item)));
}
