import type { Issue } from '../refusals/refusal.js';
import { joinPath } from '../text/render.js';
import { accepts } from './accepts.js';
import { holdsRunOn } from './call_syntax.js';
import { quote } from './fault.js';
import type { ObjectShape, Shape } from './shape.js';
import { suggest } from './suggest.js';
import { wanted } from './wanted.js';

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
