import type { Issue } from '../refusals/refusal.js';
import { type Advice, adviceOf } from '../schema/advice.js';
import { ALL_CODE } from '../schema/kinds.js';
import { TO_EMPTY } from './advice.js';
import { nameOf } from './fault.js';
import type { Shape } from './shape.js';
import { isEvery } from './word_meant.js';

/** Longer than any of these words, with the name of its line. */
const WORD_MAX_UNITS = 30;
/** White space that somebody typed in place of a value. */
const EMPTY_MAX_UNITS = 100;
/** What callers write for an argument that they do not give. */
const NOTHING = /^["']?\s*(?:|null|none|nil|undefined|n\/a|nan)\s*["']?$/i;
/** What callers send for a filter that is to let everything through. */
const ALL = /^["']?\s*(?:all|any|every|everything|\*)\s*["']?$/i;

/** True for a value by which a caller says of an optional argument that it is not given. */
export function meansNothing(value: unknown, { bare }: Advice = {}): boolean {
  return isWord(value) && NOTHING.test(bare?.(value) ?? value);
}

/** What was to be filled and holds nothing that a reader sees; long white space is a text of its own. */
export function isEmptyText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= EMPTY_MAX_UNITS && value.trim() === '';
}

/** What to do in place of an empty text; of a field it may also have been meant to empty it. */
export const INSTEAD = {
  argument: 'leave it out when there is none',
  clearable: `leave it out to keep what there is; ${TO_EMPTY}`,
  field: 'leave it out to keep what there is',
} as const;

/** The issue of an empty text in an optional place. An argument that says nothing can be left out. */
export function orEmpty(issue: Issue, instead: string): Issue {
  const { suggestion: _, ...rest } = issue;
  const { path, expected, received } = rest;
  const message = `${nameOf(path)} must be ${expected}, not ${received}; ${instead}.`;
  return instead === INSTEAD.argument ? { ...rest, message, suggestion: null } : { ...rest, message };
}

/** True for a value of a filter that is to let everything through. */
function meansAll(shape: Shape, value: unknown): boolean {
  const isFlagOrLabel = shape.kind === 'boolean' || adviceOf(shape.schema).isFilter;
  if (isFlagOrLabel) return isWord(value) && ALL.test(value);
  if (shape.kind !== 'enum') return false;
  return Array.isArray(value) ? isEvery(value, shape) : isWord(value) && ALL.test(value);
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.length <= WORD_MAX_UNITS;
}

/**
 * The issue with null for a suggestion, where a caller writes a word for "none" or "all" into an optional
 * argument: null is how to give none. As it came in any other case.
 */
export function orAbsent(shape: Shape, issue: Issue, value: unknown): Issue {
  const { suggestion: _, ...rest } = issue;
  const { path, expected, received } = rest;
  if (issue.code === ALL_CODE || meansAll(shape, value)) {
    const message = `${path} has no word for all, such as ${received}: leave ${path} out for all, or send ${expected}.`;
    return { ...rest, message, suggestion: null };
  }
  if (!meansNothing(value, adviceOf(shape.kind === 'array' ? shape.items.schema : shape.schema)))
    return issue;
  const message = `${nameOf(path)} must be ${expected}, not ${received}; leave it out when there is none.`;
  return { ...rest, message, suggestion: null };
}
