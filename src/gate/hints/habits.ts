import { isPlainObject, isSmall } from '../../json/values.js';
import type { Issue } from '../../refusals/refusal.js';
import type { ArrayShape, ObjectShape, Shape } from '../../schema/shape.js';
import { quote, wanted } from '../../schema/wanted.js';
import { joinPath, render } from '../../text/render.js';
import { fold } from '../../text/words.js';
import { faultOf } from './fault.js';
import { holdsRunOn } from './run_on.js';
import { accepts, spread, suggest } from './suggest.js';

/** What models call the object of fields inside the object of fields. */
const NAMES: ReadonlySet<string> = new Set('patch task todo item data fields changes updates set'.split(' '));

/** Issues of values that other services take, where one issue says more than one for each part. */

/** Of an array with items that hold several each, where it is clear what was meant; else undefined. */
export function spreadIssue(shape: ArrayShape, path: string, items: readonly unknown[]): Issue | undefined {
  const suggestion = spread(shape, items);
  if (suggestion === undefined) return undefined;
  const expected = wanted(shape);
  const received = render(items);
  const message = `${path} must be ${expected}, each item by itself, not ${received}; send ${quote(suggestion)}.`;
  return { path, code: 'type', message, expected, received, suggestion };
}

export function isBlankItem(item: unknown): boolean {
  return item === null || (typeof item === 'string' && /^\s{0,20}$/.test(item));
}

/** Of an item that says nothing: null for a suggestion says to leave it out. */
export function blankIssue(shape: Shape, path: string, item: unknown): Issue {
  const issue = faultOf(shape, path, item, item === null ? 'type' : 'pattern');
  return {
    ...issue,
    message: `${path} must be ${issue.expected}, not ${issue.received}; leave it out.`,
    suggestion: null,
  };
}

/** Of an object that holds its fields one level too deep; else undefined. */
export function wrappedIssue(
  shape: ObjectShape,
  path: string,
  value: Record<string, unknown>,
): Issue | undefined {
  const suggestion = wrappedIn(shape, value);
  if (suggestion === undefined || !isSmall(suggestion)) return undefined;
  const expected = wanted(shape);
  const message = `${path} must hold the fields themselves: send ${quote(suggestion)}.`;
  return { path, code: 'type', message, expected, received: render(value), suggestion };
}

function wrappedIn(shape: ObjectShape, value: Record<string, unknown>): Record<string, unknown> | undefined {
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0 || !NAMES.has(key) || shape.members.has(key)) return undefined;
  const inner = value[key];
  if (!isPlainObject(inner)) return undefined;
  const holdsFields = Object.keys(inner).some((field) => shape.members.has(field));
  return holdsFields ? inner : undefined;
}

/** Says of a word that is an argument of its own, such as status "ready", which argument that is. */
export function otherArgument(root: ObjectShape, issue: Issue, value: unknown): Issue {
  const word = typeof value === 'string' ? fold(value) : '';
  const name = [word, ...(root.vocabulary.meanings.get(word) ?? [])].find(
    (one) => root.members.get(one)?.kind === 'boolean',
  );
  if (issue.code !== 'enum' || name === undefined) return issue;
  const { suggestion: _, ...rest } = issue;
  const message = `${issue.path} has no word ${issue.received}; leave ${issue.path} out and send ${name}: true.`;
  return { ...rest, message };
}

/** The values that came under unknown keys, by the path of the argument that they were meant for. */
export type Misplaced = ReadonlyMap<string, unknown>;

/** The issue of a required argument that is missing; it shows the value that came by another name. */
export function missingIssue(shape: Shape, path: string, misplaced: Misplaced): Issue {
  const expected = wanted(shape);
  const suggestion = misplacedValue(shape, path, misplaced);
  const instead = suggestion === undefined ? expected : quote(suggestion);
  const issue: Issue = { path, code: 'required', message: `${path} is missing; send ${instead}.`, expected };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

function misplacedValue(shape: Shape, path: string, misplaced: Misplaced): unknown {
  if (misplaced.has(path)) return meantBy(shape, misplaced.get(path));
  return shape.kind === 'object' ? gathered(shape, path, misplaced) : undefined;
}

/** The object of the members that came outside of it; undefined when there are none, or one is not clear. */
function gathered(
  shape: ObjectShape,
  path: string,
  misplaced: Misplaced,
): Record<string, unknown> | undefined {
  const members: [string, unknown][] = [];
  for (const [key, member] of shape.members) {
    const memberPath = joinPath(path, key);
    if (!misplaced.has(memberPath)) continue;
    const meant = meantBy(member, misplaced.get(memberPath));
    if (meant === undefined) return undefined;
    members.push([key, meant]);
  }
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function meantBy(shape: Shape, value: unknown): unknown {
  return accepts(shape, value) && !holdsRunOn(value) ? value : suggest(shape, value);
}
