/** A name that came in the stead of a key, and promises something else than the key does with its value. */
interface Caution {
  /** The key that is meant by it, or a key that only such tools have as the name speaks of. */
  readonly key: string;
  /** Of the folded names that came. */
  readonly names: RegExp;
  readonly says: string;
  /** True where the value must not be handed on under the key, nor be left out. */
  isAgainst(value: unknown, isChange: boolean): boolean;
}

/** What a caller sends who wants the first page. */
const FIRST_PAGES: ReadonlySet<unknown> = new Set([null, 0, 1, '0', '1', '']);

/** Names that are one of the words, or fit one of the patterns, whole. */
function namesOf(words: string, ...patterns: string[]): RegExp {
  return new RegExp(`^(?:${[...words.split(' '), ...patterns].join('|')})$`);
}

/** By which callers mean to hold a write back, or to try it first. */
const RESTRICTIONS = namesOf(
  'dryrun simulate preview validateonly testonly test noop confirm confirmed soft cancel undo',
  '(?:if|when|unless|onlyif)(?!match).*',
);
/** By which callers mean to leave tasks out. */
const FILTERS = namesOf(
  'filter filters where query search q find match contains text id ids taskid taskids priority prio blocked',
  'complete|completed|done|finished|unassigned|assigned',
  '(?:exclude|not|without|only).*',
  '(?:created|updated|completed)?(?:since|before|after|until)',
);
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
    names: /^(?!add).*(?:block|depend|deps|requires|prerequisites|waitsfor)/,
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
    key: 'description',
    names: /^(?:comments?|notes?|(?:append|add)(?:to)?(?:description|desc|notes?|comments?|text|details?))$/,
    says: 'description replaces the text there is: read it with task_get and send the whole new text',
    isAgainst: (_value, isChange) => isChange,
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
    key: 'ready',
    names: FILTERS,
    says: 'there is no such filter: without it the answer has all tasks',
    isAgainst: () => true,
  },
  {
    key: 'cursor',
    names: /^(?:page|pageno|pagenumber|pageindex|offset|skip|start)$/,
    says: 'the first page needs no cursor, and the next one has nextCursor of the page before as cursor',
    isAgainst: (value) => !FIRST_PAGES.has(value),
  },
];

/** What a caller must know beside the right key. */
export interface Advice {
  /** A clause each; few names have more than one. */
  readonly says: readonly string[];
  /** True where to rename the key, or to leave it out, would do another thing than was meant. */
  readonly isAgainst: boolean;
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
  const apt = CAUTIONS.filter(
    ({ key }) => (found === undefined || found === key) && keys.includes(key),
  ).filter(({ names }) => names.test(folded));
  return {
    says: apt.map(({ says }) => says),
    isAgainst: apt.some((caution) => caution.isAgainst(value, isChange)),
  };
}
