import type { Issue } from '../refusals/refusal.js';
import { formOf } from '../schema/kinds.js';
import { descriptionEcho } from '../tasks/echo.js';
import { isNobody } from '../tasks/owner.js';
import { isLost, isNoLabel, isNoText, LOST_SAYS } from '../text/no_value.js';
import { render } from '../text/render.js';
import { isEmptyText, saysNone } from './absent.js';
import { nameOf } from './fault.js';
import type { ObjectShape, Shape } from './shape.js';

/** What a word says that there is none of, and what it is not. */
interface Lack {
  readonly code: string;
  readonly says: string;
  readonly isNot: string;
}

const NOBODY: Lack = { code: 'owner', says: 'is a word for nobody', isNot: 'no name' };
const NO_LABELS: Lack = { code: 'echo', says: 'is a word for no labels', isNot: 'no label' };
const NO_REASON: Lack = { code: 'echo', says: 'is a word for no reason', isNot: 'no reason' };
const NO_TEXT: Lack = { code: 'echo', says: 'stands where there is none', isNot: 'no description' };

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
  if (lack === NOBODY && root.members.has('unowned')) {
    const means = implied('unowned', 'unowned true lists the tasks without an owner', true);
    return [issue('leave it out and send unowned: true'), means];
  }
  if (path === 'label') {
    const { suggestion: _, ...rest } = issue(
      'no filter finds the tasks without labels: leave it out for all tasks',
    );
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
  return !(items.kind === 'text' && items.form === 'id') && isLost(value);
}

function lackIn(shape: Shape, value: unknown): Lack | undefined {
  if (isEmptyText(value)) return undefined;
  if (shape.kind === 'array' && shape.items.kind === 'text' && shape.items.form === 'label') {
    const items = Array.isArray(value) ? value : [value];
    return items.length > 0 && items.every(isWordForNoLabels) ? NO_LABELS : undefined;
  }
  if (shape.kind !== 'text' || typeof value !== 'string') return undefined;
  if (shape.form === 'owner' && isNobody(value)) return NOBODY;
  if (shape.form === 'label' && isWordForNoLabels(value)) return NO_LABELS;
  if (formOf(shape.schema)?.name === 'reason' && isNoText(value)) return NO_REASON;
  return shape.form === 'prose' && descriptionEcho(value) === 'nothing' ? NO_TEXT : undefined;
}

/** Also with the name of the line that shows it: "Labels: none". Not so an empty text. */
function isWordForNoLabels(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && (saysNone(value) || isNoLabel(value));
}

function implied(path: string, what: string, suggestion: unknown): Issue {
  return { path, code: 'implied', message: `${what}; send it.`, suggestion };
}

/** True for a field that a call can name as one to be emptied. */
export function isClearable(root: ObjectShape, field: string): boolean {
  const clear = root.members.get('clear');
  return clear?.kind === 'array' && clear.items.kind === 'enum' && clear.items.words.includes(field);
}
