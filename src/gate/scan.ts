import { DEPTH_MAX_LEVELS, isExact, isStorable } from '../json/loss.js';
import type { Issue } from '../refusals/refusal.js';
import type { ArrayShape, ObjectShape, Shape } from '../schema/shape.js';
import { ISSUES_MAX_COUNT } from '../text/budget.js';
import { nameCodePoint } from '../text/characters.js';
import { joinPath, render } from '../text/render.js';

/** The way from the root to a value. */
type Steps = (string | number)[];

/** What a scan found: the first issues, and how many more there are at paths that no schema speaks of. */
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
export function scan(value: unknown, shape?: ObjectShape): Readonly<Scan> {
  const found: Scan = { issues: [], left: 0 };
  visit(value, [], found, shape);
  return found;
}

/** `isSpokenOf` where the schema has a word of its own for the path, by which it is counted. */
function visit(
  value: unknown,
  steps: Steps,
  found: Scan,
  shape?: Shape,
  isSpokenOf = shape !== undefined,
): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) note(found, isSpokenOf, () => textIssue(pathOf(steps), 'text', value));
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    if (!isExact(value)) note(found, isSpokenOf, () => numberIssue(pathOf(steps), value));
  } else if (typeof value === 'object' && value !== null) {
    // All that an argument nests too deeply is one issue.
    if (steps.length >= DEPTH_MAX_LEVELS) noteDepth(found, pathOf(steps.slice(0, 1)));
    else if (Array.isArray(value))
      visitItems(value, steps, found, shape?.kind === 'array' ? shape : undefined);
    else visitMembers(value, steps, found, shape?.kind === 'object' ? shape : undefined);
  }
}

function note(found: Scan, isSpokenOf: boolean, toIssue: () => Issue): void {
  if (found.issues.length < ISSUES_MAX_COUNT) found.issues.push(toIssue());
  else if (!isSpokenOf) found.left += 1;
}

function noteDepth({ issues }: Scan, path: string): void {
  const isKnown = issues.some((issue) => issue.code === 'depth' && issue.path === path);
  if (!isKnown) issues.push(depthIssue(path));
}

function visitItems(items: readonly unknown[], steps: Steps, found: Scan, shape?: ArrayShape): void {
  for (const [index, item] of items.entries()) {
    steps.push(index);
    visit(item, steps, found, shape?.items);
    steps.pop();
  }
}

function visitMembers(object: object, steps: Steps, found: Scan, shape?: ObjectShape): void {
  for (const [key, value] of Object.entries(object)) {
    const member = shape?.members.get(key);
    steps.push(key);
    if (!isStorable(key)) note(found, shape !== undefined, () => textIssue(pathOf(steps), 'key', key));
    else if (!shape || member || typeof value !== 'object') {
      visit(value, steps, found, member, shape !== undefined);
    }
    steps.pop();
  }
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
