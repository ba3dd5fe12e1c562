import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { accepts } from './accepts.js';
import { type Advice, cautionsOf } from './caution.js';
import { isPlainObject } from './embedded.js';
import { isHarmless } from './harmless.js';
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
  const value = siblings[key];
  const own = placeAt(path, shape, siblings);
  const places = [own, ...placesBeside(root, path, args)];
  const isChange = places.length > 1;
  const found = findPlace(key, value, places);
  const advice = cautionsOf(fold(key), value, found?.key, keysOf(places), isChange);
  const rival = found !== undefined && isRival(found, value);
  const isNone = advice.isAgainst || (rival && isHarmless(key, value, isChange));
  const meant = found && !isNone ? { found, name: pathOf(found, path) } : undefined;
  const suggestion = rival ? undefined : meant?.name;
  const keys = keysOf([own]).join(', ');
  const clauses = [
    meant ? faultOf(meant, path, rival) : faultWithout(key, value, isChange, advice),
    ...advice.says,
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

/** What no call may be sent without, unless its sender looks at it again. */
const ONLY_IF_MEANT = 'send the call without it only if that is still meant';

/** Of a key for which there is no other: it is left out only where that is known to change nothing. */
function faultWithout(key: string, value: unknown, isChange: boolean, advice: Advice): string {
  const isSet = SET_BY_CONNECTION.has(fold(key));
  const what = isSet ? 'is set by the connection and no argument' : 'is not known';
  if (advice.isHarmless || isHarmless(key, value, isChange)) return `${what}; leave it out`;
  if (advice.says.length > 0) return what;
  return isSet ? `${what}; ${ONLY_IF_MEANT}` : `${what}, and nothing here stands for it; ${ONLY_IF_MEANT}`;
}

interface Meant {
  readonly found: Found;
  readonly name: string;
}

function faultOf({ found, name }: Meant, path: string, isRival: boolean): string {
  if (isRival) return `is not known, and ${name} is given with another value; send what is meant as ${name}`;
  if (givenAt(found) !== undefined) return `is not known; leave it out, since ${name} is given too`;
  return found.place.path === path ? `is not known; use ${name}` : `does not belong here; send it as ${name}`;
}

/** What came under the right key; undefined for nothing. */
function givenAt({ place, key }: Found): unknown {
  const given = isPlainObject(place.given) && Object.hasOwn(place.given, key) ? place.given[key] : undefined;
  return given ?? undefined;
}

/** Whether the right key is given too, and says something else. */
function isRival(found: Found, value: unknown): boolean {
  const given = givenAt(found);
  if (given === undefined) return false;
  const shape = found.place.members.get(found.key);
  const meant = (one: unknown) => (shape && suggest(shape, one)) ?? one;
  return !isDeepStrictEqual(meant(given), meant(value));
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
