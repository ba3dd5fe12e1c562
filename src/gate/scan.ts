import { ISSUES_MAX_COUNT } from '../domain/budget.js';
import { nameCodePoint } from '../domain/characters.js';
import type { Issue } from '../errors.js';
import { joinPath, render } from './render.js';
import type { ObjectShape, Shape } from './shape.js';

/**
 * Objects and arrays inside each other. No tool takes more than 3; it bounds every recursion over an input.
 */
export const DEPTH_MAX_LEVELS = 16;

/** The way from the root to a value. */
type Steps = (string | number)[];

/** What a scan found: the first issues, and how many more there are. */
interface Scan {
  readonly issues: Issue[];
  left: number;
}

/**
 * What no schema looks at: text that Postgres cannot keep (NUL, lone surrogates), in strings and in keys;
 * nesting; numbers that lost digits when they were read. Of a key that the `shape` does not know it judges no
 * more than the key and a plain value: what an object or array holds under a key that is refused makes no
 * difference.
 */
export function scanAll(value: unknown, shape?: ObjectShape): Readonly<Scan> {
  const found: Scan = { issues: [], left: 0 };
  visit(value, [], found, shape);
  return found;
}

/** The first issues of it. */
export function scan(value: unknown, shape?: ObjectShape): Issue[] {
  return scanAll(value, shape).issues;
}

function visit(value: unknown, steps: Steps, found: Scan, shape?: Shape): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) note(found, () => textIssue(pathOf(steps), 'text', value));
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    if (!isExact(value)) note(found, () => numberIssue(pathOf(steps), value));
  } else if (typeof value === 'object' && value !== null) {
    // All that an argument nests too deeply is one issue.
    if (steps.length >= DEPTH_MAX_LEVELS) noteDepth(found, pathOf(steps.slice(0, 1)));
    else if (Array.isArray(value)) visitItems(value, steps, found);
    else visitMembers(value, steps, found, shape?.kind === 'object' ? shape : undefined);
  }
}

function note(found: Scan, toIssue: () => Issue): void {
  if (found.issues.length < ISSUES_MAX_COUNT) found.issues.push(toIssue());
  else found.left += 1;
}

function noteDepth({ issues }: Scan, path: string): void {
  const isKnown = issues.some((issue) => issue.code === 'depth' && issue.path === path);
  if (!isKnown) issues.push(depthIssue(path));
}

function visitItems(items: readonly unknown[], steps: Steps, found: Scan): void {
  for (const [index, item] of items.entries()) {
    steps.push(index);
    visit(item, steps, found);
    steps.pop();
  }
}

function visitMembers(object: object, steps: Steps, found: Scan, shape?: ObjectShape): void {
  for (const [key, value] of Object.entries(object)) {
    const member = shape?.members.get(key);
    steps.push(key);
    if (!isStorable(key)) note(found, () => textIssue(pathOf(steps), 'key', key));
    else if (!shape || member || typeof value !== 'object') visit(value, steps, found, member);
    steps.pop();
  }
}

/** True for a text that Postgres can keep. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** False for every bigint: no JSON text holds one. */
function isExact(number: unknown): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

function pathOf(steps: readonly (string | number)[]): string {
  return steps.reduce<string>(joinPath, '');
}

function textIssue(path: string, what: 'text' | 'key', text: string): Issue {
  const { position, codePoint } = findUnstorable(text);
  const kind = codePoint === 'U+0000' ? 'NUL' : 'half of a surrogate pair';
  return {
    path,
    code: 'unicode',
    message: `The ${what} at ${path} holds ${codePoint} (${kind}) at position ${position}; send it without that character.`,
    expected: 'well-formed Unicode without NUL',
    received: render(text),
  };
}

/** `position` counts code points from 0. Call only with a text that is not storable. */
function findUnstorable(text: string): { position: number; codePoint: string } {
  let position = 0;
  for (const character of text) {
    if (!isStorable(character)) return { position, codePoint: nameCodePoint(character) };
    position += 1;
  }
  return { position, codePoint: 'U+0000' };
}

function numberIssue(path: string, number: number | bigint): Issue {
  return {
    path,
    code: 'number',
    message: `${path || 'The number'} lies beyond what a JSON number can carry exactly; send a smaller one.`,
    expected: `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
    received: render(number),
  };
}

/** Of the argument that holds the nesting: a whole path would be as long as the nesting is deep. */
export function depthIssue(path: string): Issue {
  return {
    path,
    code: 'depth',
    message: `${path || 'The input'} is nested deeper than ${DEPTH_MAX_LEVELS} levels; send it flat.`,
    expected: `at most ${DEPTH_MAX_LEVELS} objects and arrays inside each other`,
  };
}
