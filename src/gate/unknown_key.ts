import type { Issue } from '../errors.js';
import { accepts } from './accepts.js';
import { cautionsOf } from './caution.js';
import { isPlainObject } from './embedded.js';
import { joinPath, render } from './render.js';
import type { ObjectShape, Shape } from './shape.js';
import { suggest } from './suggest.js';
import { fold, MATCHES } from './words.js';

/** What the connection sets, so that a model cannot get it wrong; no tool takes it as an argument. */
const SET_BY_CONNECTION: ReadonlySet<string> = new Set(
  'list listid listname session sessionid agent agentid agentname caller principal'.split(' '),
);

/** Where a key may belong: an object of the schema, by the path that leads to it. */
interface Place {
  readonly path: string;
  readonly members: ReadonlyMap<string, Shape>;
  readonly required: ReadonlySet<string>;
  /** What came there. */
  readonly given: unknown;
}

interface Found {
  readonly place: Place;
  readonly key: string;
}

/**
 * The issue of a key that its object does not take: names the likeliest right one, also in another object.
 * `args` are all arguments, `siblings` the object in which the key came.
 */
export function unknownKeyIssue(
  root: ObjectShape,
  shape: ObjectShape,
  path: string,
  key: string,
  siblings: Record<string, unknown>,
  args: Record<string, unknown>,
): Issue {
  const own = placeAt(path, shape, siblings);
  const places = [own, ...placesBeside(root, path, args)];
  const found = findPlace(key, siblings[key], places);
  const caution = cautionsOf(fold(key), siblings[key], found?.key, keysOf(places), places.length > 1);
  const suggestion = found && !caution.isAgainst ? pathOf(found, path) : undefined;
  const keys = keysOf([own]).join(', ');
  const clauses = [
    suggestion === undefined ? faultWithout(key, caution.isAgainst) : fault(suggestion, found, path),
    ...caution.says,
    path === '' ? `the arguments are ${keys}` : `${path} takes ${keys}`,
  ];
  const keyPath = joinPath(path, key);
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

function placeAt(path: string, { members, required }: ObjectShape, given: unknown): Place {
  return { path, members, required, given };
}

function keysOf(places: readonly Place[]): string[] {
  return places.flatMap(({ members }) => [...members.keys()]);
}

function pathOf({ place, key }: Found, path: string): string {
  return place.path === path ? key : joinPath(place.path, key);
}

function faultWithout(key: string, isMeant: boolean): string {
  if (isMeant) return 'is not known';
  const isSet = SET_BY_CONNECTION.has(fold(key));
  return isSet ? 'is set by the connection and no argument; leave it out' : 'is not known; leave it out';
}

function fault(suggestion: string, found: Found | undefined, path: string): string {
  const given = found && isPlainObject(found.place.given) ? found.place.given : {};
  const isGiven = found !== undefined && Object.hasOwn(given, found.key) && given[found.key] !== null;
  if (isGiven) return `is not known; leave it out, since ${suggestion} is given too`;
  return found?.place.path === path
    ? `is not known; use ${suggestion}`
    : `does not belong here; send it as ${suggestion}`;
}

/** The surest kind of match wins; among equals the object that the key came in. */
function findPlace(key: string, value: unknown, places: readonly Place[]): Found | undefined {
  const folded = fold(key);
  if (folded === '' || SET_BY_CONNECTION.has(folded)) return undefined;
  const whole = placeOfPath(folded, places);
  if (whole) return whole;
  for (const match of MATCHES) {
    for (const place of places) {
      const keys = [...place.members.keys()];
      const found = match(folded, keys) && bestOf(place, keys, value, (known) => match(folded, known));
      if (found !== undefined) return { place, key: found };
    }
  }
  return undefined;
}

/** Of keys that a name may mean: one that must be given and is not, then one that can take the value. */
function bestOf(
  { members, required, given }: Place,
  keys: readonly string[],
  value: unknown,
  match: (keys: readonly string[]) => string | undefined,
): string | undefined {
  const fitting = keys.filter((key) => fits(members.get(key), value));
  const lacking = fitting.filter(
    (key) => required.has(key) && !(isPlainObject(given) && Object.hasOwn(given, key)),
  );
  return match(lacking) ?? match(fitting) ?? match(keys);
}

/** For a key that is written as a whole path: "patch.status". */
function placeOfPath(folded: string, places: readonly Place[]): Found | undefined {
  for (const place of places) {
    const key = [...place.members.keys()].find((known) => fold(place.path + known) === folded);
    if (place.path !== '' && key !== undefined) return { place, key };
  }
  return undefined;
}

function fits(shape: Shape | undefined, value: unknown): boolean {
  if (shape === undefined || isPlainObject(value)) return shape?.kind === 'object';
  return accepts(shape, value) || suggest(shape, value) !== undefined;
}

/** From the root its objects, from one of them the root. */
function placesBeside(root: ObjectShape, path: string, args: Record<string, unknown>): Place[] {
  if (path !== '') return [placeAt('', root, args)];
  const places: Place[] = [];
  for (const [key, member] of root.members) {
    const given = Object.hasOwn(args, key) ? args[key] : undefined;
    if (member.kind === 'object') places.push(placeAt(key, member, given));
  }
  return places;
}
