import type { Issue } from '../errors.js';
import { cautions } from './caution.js';
import { joinPath, render } from './render.js';
import type { ObjectShape } from './shape.js';
import { fold, MATCHES } from './words.js';

/** What the connection sets, so that a model cannot get it wrong; no tool takes it as an argument. */
const SET_BY_CONNECTION: ReadonlySet<string> = new Set(
  'list listid listname session sessionid agent agentid agentname caller principal'.split(' '),
);

/** Where a key may belong: an object of the schema, by the path that leads to it. */
interface Place {
  readonly path: string;
  readonly keys: readonly string[];
}

/**
 * The issue of a key that its object does not take: names the likeliest right one, also in another object.
 */
export function unknownKeyIssue(
  root: ObjectShape,
  shape: ObjectShape,
  path: string,
  key: string,
  siblings: Record<string, unknown>,
): Issue {
  const own = { path, keys: [...shape.members.keys()] };
  const places = [own, ...placesBeside(root, path)];
  const found = findPlace(key, places);
  const keyPath = joinPath(path, key);
  const suggestion = found && (found.path === path ? found.key : joinPath(found.path, found.key));
  const keys = own.keys.join(', ');
  const isGiven = found !== undefined && found.path === path && Object.hasOwn(siblings, found.key);
  const clauses = [
    fault(key, suggestion, isGiven, found?.path === path),
    ...cautions(
      fold(key),
      found?.key,
      places.flatMap((place) => place.keys),
    ),
    path === '' ? `the arguments are ${keys}` : `${path} takes ${keys}`,
  ];
  const message = `${keyPath} ${clauses.join('; ')}.`;
  const issue: Issue = {
    path: keyPath,
    code: 'unknown_key',
    message,
    expected: `one of ${keys}`,
    received: render(key),
  };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

function fault(key: string, suggestion: string | undefined, isGiven: boolean, isHere: boolean): string {
  if (suggestion === undefined) {
    const isSet = SET_BY_CONNECTION.has(fold(key));
    return isSet ? 'is set by the connection and no argument; leave it out' : 'is not known; leave it out';
  }
  if (isGiven) return `is not known; leave it out, since ${suggestion} is given too`;
  return isHere ? `is not known; use ${suggestion}` : `does not belong here; send it as ${suggestion}`;
}

/** The surest kind of match wins; among equals the object that the key came in. */
function findPlace(key: string, places: readonly Place[]): { path: string; key: string } | undefined {
  const folded = fold(key);
  if (folded === '' || SET_BY_CONNECTION.has(folded)) return undefined;
  for (const match of MATCHES) {
    for (const { path, keys } of places) {
      const found = match(folded, keys);
      if (found !== undefined) return { path, key: found };
    }
  }
  return undefined;
}

/** From the root its objects, from one of them the root. */
function placesBeside(root: ObjectShape, path: string): Place[] {
  if (path !== '') return [{ path: '', keys: [...root.members.keys()] }];
  const places: Place[] = [];
  for (const [key, member] of root.members) {
    if (member.kind === 'object') places.push({ path: key, keys: [...member.members.keys()] });
  }
  return places;
}
