/** A key that does something else with its value than the name promises that came in its stead. */
interface Caution {
  readonly key: string;
  /** Of the folded names that came. */
  readonly names: RegExp;
  readonly says: string;
  /** True where the value must not be handed on under the key, nor be left out. */
  isAgainst(value: unknown, isChange: boolean): boolean;
}

/** What a caller sends who wants the first page. */
const FIRST_PAGES: ReadonlySet<unknown> = new Set([null, 0, 1, '0', '1', '']);

const CAUTIONS: readonly Caution[] = [
  {
    key: 'labels',
    names: /^(?:add|append|push|attach|assign|remove|delete|drop|detach|unassign|un)(?:label|tag)s?$/,
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
    key: 'cursor',
    names: /^(?:page|pageno|pagenumber|pageindex|offset|skip|start)$/,
    says: 'the first page needs no cursor, and the next one has nextCursor of the page before as cursor',
    isAgainst: (value) => !FIRST_PAGES.has(value),
  },
];

/** What a caller must know beside the right key. */
export interface Advice {
  /** At most one clause. */
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
