import { ONE_CALL_EACH } from './advice.js';

/** A name that came in the stead of a key, and promises something else than the key does with its value. */
interface Caution {
  /** The key that is meant by it, or one that only such tools have as it speaks of; undefined for all. */
  readonly key?: string;
  /** A key of the tools that are spoken of elsewhere. */
  readonly unless?: string;
  /** Of the folded names that came. */
  readonly names: RegExp;
  readonly says: string;
  /** True where the value must not be handed on under the key. */
  isAgainst(value: unknown, isChange: boolean): boolean;
  /** True where the call does what was meant also without the name. */
  isHarmless?(value: unknown): boolean;
}

/** What nextCursor looks like: a position and a digest. */
const CURSOR = /^.+-[\w-]{16}$/;

/** What a caller sends who wants the first page. */
const FIRST_PAGES: ReadonlySet<unknown> = new Set([null, 0, 1, '0', '1', '']);

/** Names that are one of the words, or fit one of the patterns, whole. */
function namesOf(words: string, ...patterns: string[]): RegExp {
  return new RegExp(`^(?:${[...words.split(' '), ...patterns].join('|')})$`);
}

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
/** By which callers place a task below another. */
const PARENTS = namesOf(
  'parents? parent(?:task)?ids? parenttasks? epics? milestone children subtasks? subtaskof childof',
);
/** By which callers mean that something happens at a time, or takes some. */
const TIMES = namesOf(
  '(?:due|start|end|remind|schedule[d]?|expire[sd]?|expiry|snooze)(?:date|time|at|on|by|for|until|in)?',
  'deadline|reminders?|recurrence|recurring|repeat|ttl|estimate[d]?|effort|timeout',
);
const NOTES = namesOf('comments? note');
/** By which callers keep what a task has no field for. */
const OWN_FIELDS = namesOf(
  'meta metadata customfields? custom extras? attributes properties props annotations',
);
const STATES = namesOf('status state');
const PENDING: ReadonlySet<unknown> = new Set(['pending', 'todo', 'open', 'new']);
/** By which callers name the tasks that wait for this one. */
const WAITING = namesOf('blocks blocking unblocks before precedes blockerof prerequisiteof');

const CAUTIONS: readonly Caution[] = [
  {
    key: 'labels',
    names: namesOf(
      'label tag',
      '(?:add|append|push|attach|assign|remove|delete|drop|detach|unassign|un)(?:label|tag)s?',
    ),
    says: 'labels sets the whole set: send all labels that the task should have',
    isAgainst: (_value, isChange) => isChange,
  },
  {
    key: 'addBlockedBy',
    names: /^(?!add|blocks$|blocking$|blockerof$).*(?:block|depend|deps|requires|prerequisites|waitsfor)/,
    says: 'addBlockedBy adds to the tasks that this one waits for, removeBlockedBy takes away',
    isAgainst: () => false,
  },
  {
    key: 'blockedBy',
    names: WAITING,
    says: 'blockedBy is what this task waits for; for another task to wait for it, call task_update on that one',
    isAgainst: (value) => !(Array.isArray(value) && value.length === 0),
  },
  {
    key: 'addBlockedBy',
    names: WAITING,
    says: 'addBlockedBy is what this task waits for; for another task to wait for it, call task_update on that one',
    isAgainst: () => true,
  },
  {
    key: 'blockedBy',
    names: /^after$/,
    says: 'blockedBy takes the ids of the tasks that this one waits for, and no time',
    isAgainst: (value) => !isOfIds(value),
  },
  {
    names: PARENTS,
    says: 'tasks have no parents or children here; a label can group tasks',
    isAgainst: () => true,
  },
  {
    key: 'subject',
    names: TIMES,
    says: 'nothing happens at a time here; what people must know of it belongs into description',
    isAgainst: () => true,
  },
  {
    key: 'blockedBy',
    names: STATES,
    says: 'a new task is pending; task_update sets another status',
    isAgainst: () => true,
    isHarmless: (value) => PENDING.has(value),
  },
  {
    key: 'blockedBy',
    names: namesOf('id taskid number tasknumber'),
    says: 'the service gives each task its id, and the answer has it',
    isAgainst: () => true,
  },
  {
    key: 'description',
    unless: 'addBlockedBy',
    names: NOTES,
    says: 'there are no notes or comments; what the task has to say belongs into description',
    isAgainst: () => true,
  },
  {
    key: 'description',
    unless: 'blockedBy',
    names: /^(?:comments?|notes?|(?:append|add)(?:to)?(?:description|desc|notes?|comments?|text|details?))$/,
    says: 'description replaces the text there is: read it with task_get and send the whole new text',
    isAgainst: (_value, isChange) => isChange,
  },
  {
    key: 'id',
    names: namesOf('ids taskids tasks todos items numbers tasknumbers'),
    says: ONE_CALL_EACH,
    isAgainst: isSeveral,
  },
  {
    key: 'subject',
    unless: 'addBlockedBy',
    names: namesOf('tasks todos items subjects titles entries'),
    says: ONE_CALL_EACH,
    isAgainst: isSeveral,
  },
  {
    key: 'description',
    names: OWN_FIELDS,
    says: 'a task has no other fields: what people must know belongs into description, what groups tasks into labels',
    isAgainst: () => true,
  },
  {
    key: 'subject',
    names: /^summary$/,
    says: 'subject renames the task: send it only for another name',
    isAgainst: (_value, isChange) => isChange,
  },
  {
    key: 'expectedVersion',
    names: RESTRICTIONS,
    says: 'nothing but expectedVersion restricts this write: send it without only if it is meant as it stands',
    isAgainst: () => true,
  },
  {
    key: 'idempotencyKey',
    unless: 'expectedVersion',
    names: RESTRICTIONS,
    says: 'nothing restricts this write or tries it first: send it without only if it is meant as it stands',
    isAgainst: () => true,
  },
  {
    key: 'limit',
    names: FILTERS,
    says: 'there is no such filter: without it the answer has all there is, page by page',
    isAgainst: () => true,
  },
  {
    key: 'cursor',
    names: /^(?:after|next)$/,
    says: 'cursor takes nextCursor of the page before, and no time or id',
    isAgainst: (value) => typeof value !== 'string' || !CURSOR.test(value),
  },
  {
    key: 'cursor',
    names: /^(?:page|pageno|pagenumber|pageindex|offset|skip|start)$/,
    says: 'the first page needs no cursor, and the next one has nextCursor of the page before as cursor',
    isAgainst: () => true,
    isHarmless: (value) => FIRST_PAGES.has(value),
  },
];

function isSeveral(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1;
}

/** Whether ids of tasks can be meant by it. */
function isOfIds(value: unknown): boolean {
  return [value].flat().every((item) => /^\W{0,3}\d{1,9}\W{0,3}$/.test(String(item)));
}

/** What a caller must know beside the right key. */
export interface Advice {
  /** A clause each; few names have more than one. */
  readonly says: readonly string[];
  /** True where to rename the key would do another thing than was meant. */
  readonly isAgainst: boolean;
  /** True where the call does what was meant also without the key. */
  readonly isHarmless: boolean;
}

/**
 * What a caller must know beside the right key, so that renaming the key is not all that is done. Where no
 * key was `found`, the name may still speak of one of `keys`, as "removeLabels" does. `isChange` where the
 * key would change a task that there is.
 */
export function cautionsOf(
  folded: string,
  value: unknown,
  found: string | undefined,
  keys: readonly string[],
  isChange: boolean,
): Advice {
  const apt = CAUTIONS.filter(({ names }) => names.test(folded)).filter(
    ({ key, unless }) =>
      key === undefined ||
      ((found === undefined || found === key) && keys.includes(key) && !keys.includes(unless ?? '')),
  );
  return {
    says: apt.map(({ says }) => says),
    isAgainst: apt.some((caution) => caution.isAgainst(value, isChange)),
    isHarmless: apt.some((caution) => caution.isHarmless?.(value)),
  };
}
