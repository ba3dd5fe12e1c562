import { isNobody } from '../domain/owner.js';
import type { Issue } from '../errors.js';
import { isEmptyText } from './absent.js';
import { nameOf } from './fault.js';
import { render } from './render.js';
import type { ObjectShape, Shape } from './shape.js';

/**
 * The issues of a word for nobody where the name of an owner is wanted: each says which argument means it.
 * undefined for anything else. To leave the owner out of a patch would keep the one there is, and of a filter
 * would show the tasks of all, so there the argument that means nobody comes with it.
 */
export function nobodyIssues(
  root: ObjectShape,
  shape: Shape,
  path: string,
  value: unknown,
  args: Record<string, unknown>,
): Issue[] | undefined {
  if (shape.kind !== 'text' || shape.form !== 'owner') return undefined;
  if (typeof value !== 'string' || isEmptyText(value) || !isNobody(value)) return undefined;
  const key = path.replace(/^.*\./, '');
  const issue = (instead: string): Issue => ({
    path,
    code: 'owner',
    message: `${nameOf(path)} is a word for nobody, ${render(value)}, and no name; ${instead}.`,
    received: render(value),
    suggestion: null,
  });
  if (path !== key && isClearable(root, key)) {
    const clear = [...new Set([args.clear ?? [], key].flat())];
    const means = implied('clear', `clear ${render(clear)} empties it`, clear);
    return [issue(`leave it out and send clear: ${render(clear)}`), means];
  }
  if (root.members.has('unowned')) {
    const means = implied('unowned', 'unowned true lists the tasks without an owner', true);
    return [issue('leave it out and send unowned: true'), means];
  }
  return [issue('leave it out when there is none')];
}

function implied(path: string, what: string, suggestion: unknown): Issue {
  return { path, code: 'implied', message: `${what}; send it.`, suggestion };
}

/** True for a field that a call can name as one to be emptied. */
export function isClearable(root: ObjectShape, field: string): boolean {
  const clear = root.members.get('clear');
  return clear?.kind === 'array' && clear.items.kind === 'enum' && clear.items.words.includes(field);
}
