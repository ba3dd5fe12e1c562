/** A key that does something else with its value than the name promises that came in its stead. */
interface Caution {
  readonly key: string;
  /** Of the folded names that came. */
  readonly names: RegExp;
  readonly says: string;
}

const CAUTIONS: readonly Caution[] = [
  {
    key: 'labels',
    names: /^(?:add|append|push|attach|assign|remove|delete|drop|detach|unassign|un)(?:label|tag)s?$/,
    says: 'labels sets the whole set: send all labels that the task should have',
  },
  {
    key: 'addBlockedBy',
    names: /^(?!add).*(?:block|depend|deps|requires|prerequisites|waitsfor)/,
    says: 'addBlockedBy adds to the tasks that this one waits for, removeBlockedBy takes away',
  },
];

/**
 * What a caller must know beside the right key, so that renaming the key is not all that is done; at most one
 * clause. Where no key was `found`, the name may still speak of one of `keys`, as "removeLabels" does.
 */
export function cautions(folded: string, found: string | undefined, keys: readonly string[]): string[] {
  return CAUTIONS.filter(({ key }) => (found === undefined || found === key) && keys.includes(key))
    .filter(({ names }) => names.test(folded))
    .map(({ says }) => says);
}
