import { isPlainObject } from '../../json/values.js';
import { adviceOf, type Kept } from '../../schema/advice.js';
import type { ObjectShape } from '../../schema/shape.js';
import { fold } from '../../text/words.js';

/** Names under which a model speaks of the call and not of what it does, folded. */
const REMARKS: ReadonlySet<string> = new Set(
  'reason explanation justification rationale reasoning thinking thought thoughts'.split(' '),
);
/** A sign before a comment tells it from one that is to be kept, where nothing can keep one. */
const COMMENT = /^(?:\/\/|[$_]comments?$|\$schema$|\$id$)/i;

/** Names that ask by true for what is never done unasked, folded: false asks for what is done anyway. */
const EXTRAS = /^(?:(?:include|with|show)(?:deleted|archived|history)|verbose|debug|notify|force|dryrun)$/;

/** What a caller must know who sets what the service sets; undefined for any other key, and for no value. */
export function setByService(kept: Kept | undefined, key: string, value: unknown): string | undefined {
  if (saysNothing(value)) return undefined;
  const name = fold(key);
  return kept?.set.find(({ names }) => names.test(name))?.says;
}

/** What to send in place of a key that asks for a change which nothing beside it does; else undefined. */
export function changeInstead(
  { schema, members }: ObjectShape,
  key: string,
  value: unknown,
  siblings: Record<string, unknown>,
): string | undefined {
  const { kept } = adviceOf(schema);
  const asks = saysNothing(value) ? undefined : kept?.asks;
  if (!kept || !asks?.names.test(fold(key)) || isAsRead(kept, siblings)) return undefined;
  const [inner = ''] = [...members].find(([, { kind }]) => kind === 'object') ?? [];
  const held = siblings[inner];
  return Object.hasOwn(isPlainObject(held) ? held : siblings, asks.field) ? undefined : asks.says;
}

/** Of a whole thing that comes back as it was read, which has what nobody sets. */
export function isAsRead(kept: Kept, siblings: Record<string, unknown>): boolean {
  return kept.marks.every((name) => Object.hasOwn(siblings, name));
}

/**
 * Whether a call does what was meant also without this key, which no tool has. Only of these it is said that
 * they are to be left out: any other may restrict, place or time what is done, or ask for what there is not.
 * `shown` has the names of what is shown with what the call changes and set by nobody; `isAdvised` where a
 * caller is told what keeps it.
 */
export function isHarmless(
  key: string,
  value: unknown,
  shown: Kept['shown'] | undefined,
  isAdvised = false,
): boolean {
  const name = fold(key);
  if (saysNothing(value) || REMARKS.has(name)) return true;
  if (COMMENT.test(key)) return !isAdvised;
  // Who sends a whole thing back as it was read means to keep it.
  if (shown?.split(' ').includes(name)) return true;
  return (value === false || value === 'false') && EXTRAS.test(name);
}

/** Whether a value is null or empty. */
export function saysNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
