import { isPlainObject } from '../../json/values.js';
import { fold } from '../../text/words.js';

/** Names under which a model speaks of the call and not of what it does, folded. */
const REMARKS: ReadonlySet<string> = new Set(
  'reason explanation justification rationale reasoning thinking thought thoughts'.split(' '),
);
/** A sign before a comment tells it from one that is to be kept, where nothing can keep one. */
const COMMENT = /^(?:\/\/|[$_]comments?$|\$schema$|\$id$)/i;

/** Names that ask by true for what is never done unasked, folded: false asks for what is done anyway. */
const EXTRAS = /^(?:(?:include|with|show)(?:deleted|archived|history)|verbose|debug|notify|force|dryrun)$/;

/** What a task shows and nobody sets: who sends a whole task back as it was read means to keep it. */
const SHOWN: ReadonlySet<string> = new Set(
  'createdat createdby updatedat updatedby completedat openblockers ready blockscount'.split(' '),
);

/** What the service says of such a field, where a caller gives it a value of its own. */
const SET_BY_SERVICE: readonly (readonly [names: RegExp, says: string])[] = [
  [/^(?:completed|closed|finished|done)at$/, 'the service sets completedAt itself, when status becomes done'],
  [/^(?:created|updated)(?:at|by|on)$/, 'the service sets it, and no call changes it'],
  [/^(?:ready|openblockers|blockscount)$/, 'it follows from the status of the task and of its blockers'],
];
/** The one of them that asks for a change: without it the task would stay open. */
const COMPLETION = /^(?:completed|closed|finished|done)at$/;

/** What a caller must know who sets what the service sets; undefined for any other key, and for no value. */
export function setByService(key: string, value: unknown): string | undefined {
  if (saysNothing(value)) return undefined;
  const name = fold(key);
  return SET_BY_SERVICE.find(([names]) => names.test(name))?.[1];
}

/** Whether a key says that the task is done, and nothing beside it does. */
export function completesAlone(key: string, value: unknown, siblings: Record<string, unknown>): boolean {
  if (saysNothing(value) || !COMPLETION.test(fold(key))) return false;
  const isAsRead = Object.hasOwn(siblings, 'openBlockers') && Object.hasOwn(siblings, 'createdAt');
  const fields = isPlainObject(siblings.patch) ? siblings.patch : siblings;
  return !isAsRead && !Object.hasOwn(fields, 'status');
}

/**
 * Whether a call does what was meant also without this key, which no tool has. Only of these it is said that
 * they are to be left out: any other may restrict, place or time what is done, or ask for what there is not.
 * `isChange` where the key would change a task that there is, `isAdvised` where a caller is told what keeps
 * it.
 */
export function isHarmless(key: string, value: unknown, isChange: boolean, isAdvised = false): boolean {
  const name = fold(key);
  if (saysNothing(value) || REMARKS.has(name)) return true;
  if (COMMENT.test(key)) return !isAdvised;
  if (isChange && SHOWN.has(name)) return true;
  return (value === false || value === 'false') && EXTRAS.test(name);
}

/** Whether a value is null or empty. */
export function saysNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
