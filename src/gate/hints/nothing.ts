import type { Issue } from '../../refusals/refusal.js';
import { type Advice, adviceOf, type Lack } from '../../schema/advice.js';
import { ALL_CODE, formOf } from '../../schema/kinds.js';
import type { ObjectShape, Shape } from '../../schema/shape.js';
import { isClearable } from '../../schema/shape.js';
import { nameOf, render } from '../../text/render.js';
import { isLost, LOST_SAYS } from '../../text/words.js';
import { TO_EMPTY } from './operations.js';
import { isEvery } from './suggest.js';

/**
 * The issues of a word that says that a field is empty: nobody where the name of an owner is wanted, no
 * labels, no description. Each says which argument means it. undefined for anything else. To leave the
 * field out of a patch would keep what there is, and of a filter would show all tasks, so there the argument
 * that means it comes with it, if there is one.
 */
export function nothingIssues(
  root: ObjectShape,
  shape: Shape,
  path: string,
  value: unknown,
  args: Record<string, unknown>,
): Issue[] | undefined {
  if (isLostIn(shape, value)) return [lostIssue(path, value)];
  const lack = lackIn(shape, value);
  if (!lack) return undefined;
  const key = path.replace(/^.*\./, '');
  const issue = (instead: string): Issue => ({
    path,
    code: lack.code,
    message: `${nameOf(path)} ${lack.says}, ${render(value)}, and ${lack.isNot}; ${instead}.`,
    received: render(value),
    suggestion: null,
  });
  if (path !== key && isClearable(root, key)) {
    const clear = [...new Set([args.clear ?? [], key].flat())];
    const means = implied('clear', `clear ${render(clear)} empties it`, clear);
    return [issue(`leave it out and send clear: ${render(clear)}`), means];
  }
  const { by, instead } = lack;
  if (by && root.members.has(by.argument)) {
    const means = implied(by.argument, by.means, by.value);
    return [issue(`leave it out and send ${by.argument}: ${render(by.value)}`), means];
  }
  if (instead !== undefined) {
    const { suggestion: _, ...rest } = issue(instead);
    return [rest];
  }
  if (root.required.has(path)) {
    const { suggestion: _, ...rest } = issue('say in a few words what is the case');
    return [rest];
  }
  return [issue('leave it out when there is none')];
}

/** What was lost may have been anything: neither to leave it out nor to empty the field is what was meant. */
function lostIssue(path: string, value: unknown): Issue {
  const received = render(value);
  const message = `${nameOf(path)} is ${received}, which ${LOST_SAYS}.`;
  return { path, code: 'lost', message, received };
}

/** A number or a flag can be left out, which does what is usual, and an id has its form. */
function isLostIn(shape: Shape, value: unknown): boolean {
  if (typeof value !== 'string' || shape.kind === 'integer' || shape.kind === 'boolean') return false;
  const items = shape.kind === 'array' ? shape.items : shape;
  return !formOf(items.schema)?.isPattern && isLost(value);
}

function lackIn(shape: Shape, value: unknown): Lack | undefined {
  if (isEmptyText(value)) return undefined;
  const ofText = adviceOf(shape.kind === 'array' ? shape.items.schema : shape.schema).lackIn;
  const isRight = shape.kind === 'array' || typeof value === 'string';
  if (!ofText || !isRight) return undefined;
  const items = Array.isArray(value) ? value : [value];
  const lacks = items.map((item) => (typeof item === 'string' ? ofText(item) : undefined));
  return lacks.every((lack) => lack !== undefined) ? lacks[0] : undefined;
}

function implied(path: string, what: string, suggestion: unknown): Issue {
  return { path, code: 'implied', message: `${what}; send it.`, suggestion };
}

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
  const { ifEmpty } = adviceOf(shape.schema);
  const message = `${nameOf(path)} must be ${expected}, not ${received}; ${ifEmpty ?? INSTEAD.argument}.`;
  return ifEmpty === undefined ? { ...rest, message, suggestion: null } : { ...rest, message };
}
