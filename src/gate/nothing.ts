import type { Issue } from '../refusals/refusal.js';
import { adviceOf, type Lack } from '../schema/advice.js';
import { formOf } from '../schema/kinds.js';
import { isLost, LOST_SAYS } from '../text/no_value.js';
import { render } from '../text/render.js';
import { isEmptyText } from './absent.js';
import { nameOf } from './fault.js';
import type { ObjectShape, Shape } from './shape.js';

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

/** True for a field that a call can name as one to be emptied. */
export function isClearable(root: ObjectShape, field: string): boolean {
  const clear = root.members.get('clear');
  return clear?.kind === 'array' && clear.items.kind === 'enum' && clear.items.words.includes(field);
}
