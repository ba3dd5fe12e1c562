import { adviceOf, type Caution } from '../schema/advice.js';
import type { Place } from './place.js';

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
 * key was `found`, the name may still speak of one that there is, as "removeLabels" does. `isChange` where
 * the key would change something that there is.
 */
export function cautionsOf(
  folded: string,
  value: unknown,
  found: string | undefined,
  places: readonly Place[],
  isChange: boolean,
): Advice {
  const apt = [...cautionsFor(found, places)].filter(({ names }) => names.test(folded));
  return {
    says: apt.map(({ says }) => says),
    isAgainst: apt.some((caution) => caution.isAgainst(value, isChange)),
    isHarmless: apt.some((caution) => caution.isHarmless?.(value)),
  };
}

/** Several arguments may have one for the same. */
function cautionsFor(found: string | undefined, places: readonly Place[]): ReadonlySet<Caution> {
  const all = places.flatMap(({ members }) =>
    [...members].flatMap(([key, { schema }]) => {
      const { notFor = [] } = adviceOf(schema);
      return found === undefined || found === key ? notFor : notFor.filter(({ isOfAny }) => isOfAny);
    }),
  );
  return new Set(all);
}
