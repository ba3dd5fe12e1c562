import { isPlainObject, isSmall } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { adviceOf, type Flags } from '../../schema/advice.js';
import { type ArrayShape, type ObjectShape, type Shape, wanted } from '../../schema/shape.js';
import { joinPath, render, toCopy } from '../../text/render.js';
import { fold, invert } from '../../text/words.js';
import { holdsRunOn } from './run_on.js';
import { accepts, spread, suggest } from './suggest.js';

/** Issues of what other services take and this one does not: one says more than one for each part. */

/** Of an array with items that hold several each, where it is clear what was meant; else undefined. */
export function spreadIssue(shape: ArrayShape, path: string, items: readonly unknown[]): Issue | undefined {
  const suggestion = spread(shape, items);
  if (suggestion === undefined) return undefined;
  const expected = wanted(shape);
  const received = render(items);
  const message = `${path} must be ${expected}, each item by itself, not ${received}; send ${toCopy(suggestion)}.`;
  return { path, code: 'type', message, expected, received, suggestion };
}

export function isBlankItem(item: unknown): boolean {
  return item === null || (typeof item === 'string' && /^\s{0,20}$/.test(item));
}

/** Of an item that says nothing: null for a suggestion says to leave it out. */
export function blankIssue(shape: Shape, path: string, item: unknown): Issue {
  const expected = wanted(shape);
  const received = render(item);
  const message = `${path} must be ${expected}, not ${received}; leave it out.`;
  return { path, code: item === null ? 'type' : 'pattern', message, expected, received, suggestion: null };
}

/** What models call the object of fields inside the object of fields. */
const NAMES: ReadonlySet<string> = new Set('patch task todo item data fields changes updates set'.split(' '));

/** Of an object that holds its fields one level too deep; else undefined. */
export function wrappedIssue(
  shape: ObjectShape,
  path: string,
  value: Record<string, unknown>,
): Issue | undefined {
  const suggestion = wrappedIn(shape, value);
  if (suggestion === undefined || !isSmall(suggestion)) return undefined;
  const expected = wanted(shape);
  const message = `${path} must hold the fields themselves: send ${toCopy(suggestion)}.`;
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

/**
 * The issues of a flag in place of a word: {"done": true} in place of the status. Which word it means is said
 * where there is one, and none is suggested against another one that the call gives.
 */
export function flagIssues(
  root: ObjectShape,
  path: string,
  key: string,
  siblings: Record<string, unknown>,
  args: Record<string, unknown>,
): Issue[] | undefined {
  const value = siblings[key];
  const place = typeof value === 'boolean' ? placeOfFlags(root) : undefined;
  if (!place) return undefined;
  const { object, name, flags } = place;
  const folded = fold(key);
  const word = wordOf(flags, folded);
  const several = Object.hasOwn(flags.several, folded) ? flags.several[folded] : undefined;
  if (word === undefined && several === undefined) return undefined;
  const keyPath = joinPath(path, key);
  const issue = (says: string): Issue => {
    const message = `${keyPath} is not known; ${says}.`;
    return { path: keyPath, code: 'unknown_key', message, received: render(key) };
  };
  if (value === true && several !== undefined)
    return [issue(`${key} is ${several}: send as ${name} the one that is meant`)];
  const holder = args[object];
  const given = isPlainObject(holder) ? holder[name] : undefined;
  const isClear =
    value === true && (given === undefined || given === word) && !hasOther(siblings, flags, word);
  if (word === undefined || !isClear) return [issue(flags.otherwise)];
  const means = `${object}.${name} is what ${key} asks for; send "${word}".`;
  return [
    issue(`leave it out and send ${name} "${word}"`),
    { path: `${object}.${name}`, code: 'implied', message: means, suggestion: word },
  ];
}

interface Place {
  readonly object: string;
  readonly name: string;
  readonly flags: Flags;
}

/** The word of an object in the arguments that other services have as flags. */
function placeOfFlags(root: ObjectShape): Place | undefined {
  for (const [object, shape] of root.members) {
    if (shape.kind !== 'object') continue;
    for (const [name, { schema }] of shape.members) {
      const { flags } = adviceOf(schema);
      if (flags) return { object, name, flags };
    }
  }
  return undefined;
}

function wordOf({ one }: Flags, folded: string): string | undefined {
  return invert(one).get(folded)?.[0];
}

/** Whether a flag beside it asks for another word. */
function hasOther(siblings: Record<string, unknown>, flags: Flags, word: string | undefined): boolean {
  return Object.keys(siblings).some((key) => {
    const other = wordOf(flags, fold(key));
    return siblings[key] === true && other !== undefined && other !== word;
  });
}

/** The values that came under unknown keys, by the path of the argument that they were meant for. */
type Misplaced = ReadonlyMap<string, unknown>;

/** The issue of a required argument that is missing; it shows the value that came by another name. */
export function missingIssue(shape: Shape, path: string, misplaced: Misplaced): Issue {
  const expected = wanted(shape);
  const suggestion = misplacedValue(shape, path, misplaced);
  const instead = suggestion === undefined ? expected : toCopy(suggestion);
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
