import { isPlainObject } from './embedded.js';
import { fold } from './words.js';

/** Names under which a model speaks of the call and not of what it does, folded. */
const REMARKS: ReadonlySet<string> = new Set(
  'reason explanation justification rationale reasoning thinking thought thoughts'.split(' '),
);
/** A sign before a comment tells it from one that is to be kept. */
const COMMENT = /^(?:\/\/|[$_]comments?$|\$schema$|\$id$|_?meta$)/i;

/** Names that ask by true for what is never done unasked, folded: false asks for what is done anyway. */
const EXTRAS = /^(?:(?:include|with|show)(?:deleted|archived|history)|verbose|debug|notify|force|dryrun)$/;

/** What a task shows and nobody sets: who sends a whole task back as it was read means to keep it. */
const SHOWN: ReadonlySet<string> = new Set(
  'createdat createdby updatedat updatedby completedat openblockers ready blockscount'.split(' '),
);

/**
 * Whether a call does what was meant also without this key, which no tool has. Only of these it is said that
 * they are to be left out: any other may restrict, place or time what is done, or ask for what there is not.
 * `isChange` where the key would change a task that there is.
 */
export function isHarmless(key: string, value: unknown, isChange: boolean): boolean {
  const name = fold(key);
  if (saysNothing(value) || COMMENT.test(key) || REMARKS.has(name)) return true;
  if (isChange && SHOWN.has(name)) return true;
  return (value === false || value === 'false') && EXTRAS.test(name);
}

/** Whether a value is null or empty. */
export function saysNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
