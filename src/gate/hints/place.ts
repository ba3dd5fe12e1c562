import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../json/loss.js';
import type { ObjectShape, Shape } from '../../schema/shape.js';
import { joinPath } from '../../text/render.js';
import { fold, MATCHES, type Vocabulary } from '../../text/words.js';
import { SET_BY_CONNECTION } from './no_argument.js';
import { accepts, suggest } from './suggest.js';

/** Where a key may belong: an object of the schema, by the path that leads to it. */
export interface Place {
  readonly path: string;
  readonly members: ReadonlyMap<string, Shape>;
  readonly required: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
  /** What came there. */
  readonly given: unknown;
}

export interface Found {
  readonly place: Place;
  readonly key: string;
}

/** An object of the arguments, by its schema, its path and what came in it. */
export interface Holder {
  readonly shape: ObjectShape;
  readonly path: string;
  readonly siblings: Record<string, unknown>;
}

/** What a key that its object does not take stands for. */
export interface Reading {
  readonly holder: Holder;
  readonly key: string;
  readonly value: unknown;
  readonly places: readonly [Place, ...Place[]];
  readonly advice: Advice;
  readonly isChange: boolean;
  /** The argument that is meant; undefined for none. */
  readonly meant: Found | undefined;
  /** True where that argument is given too, and says something else. */
  readonly isRival: boolean;
  /** What stands for the same argument, or for a field of it, and says something else. */
  readonly contest?: Contest;
  /** True where another key stands for the same argument, and this one says nothing. */
  readonly isIdle?: boolean;
}

export interface Contest {
  /** Of the argument. */
  readonly path: string;
  /** The paths of all keys that stand for it. */
  readonly keys: readonly string[];
}

/** What a caller must know beside the right key. */
export interface Advice {
  /** A clause each; few names have more than one. */
  readonly says: readonly string[];
  /** True where to rename the key would do another thing than was meant. */
  readonly isAgainst: boolean;
  /** True where the call does what was meant also without the key. */
  readonly isHarmless: boolean;
}

/**
 * Where a key belongs: the surest kind of match wins; among equals the object that the key came in. `taken`
 * is the path of an argument that another key stands for.
 */
export function findPlace(
  key: string,
  value: unknown,
  places: readonly Place[],
  taken?: string,
): Found | undefined {
  const folded = fold(key);
  if (folded === '' || SET_BY_CONNECTION.has(folded)) return undefined;
  const whole = placeOfPath(folded, places);
  if (whole) return whole;
  for (const match of MATCHES) {
    for (const place of places) {
      const keys = [...place.members.keys()];
      const matched = (known: readonly string[]) => match(folded, known, place.vocabulary);
      const found = matched(keys) && bestOf(place, keys, value, taken, matched);
      if (found !== undefined) return { place, key: found };
    }
  }
  return undefined;
}

/** Of keys that a name may mean: one that must be given and is not, then one that can take the value. */
function bestOf(
  { path, members, required, given }: Place,
  keys: readonly string[],
  value: unknown,
  taken: string | undefined,
  match: (keys: readonly string[]) => string | undefined,
): string | undefined {
  const fitting = keys.filter((key) => fits(members.get(key), value));
  const lacking = fitting.filter(
    (key) =>
      required.has(key) &&
      !(isPlainObject(given) && Object.hasOwn(given, key)) &&
      joinPath(path, key) !== taken,
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

/** The object that a key came in, then from the root its objects, from one of them the root. */
export function placesOf(
  root: ObjectShape,
  { shape, path, siblings }: Holder,
  args: Record<string, unknown>,
): readonly [Place, ...Place[]] {
  return [placeAt(path, shape, siblings), ...placesBeside(root, path, args)];
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

export function placeAt(path: string, shape: ObjectShape, given: unknown): Place {
  const { members, required, vocabulary } = shape;
  return { path, members, required, vocabulary, given };
}

/** What came under the right key; undefined for nothing. */
export function givenAt({ place, key }: Found): unknown {
  const given = isPlainObject(place.given) && Object.hasOwn(place.given, key) ? place.given[key] : undefined;
  return given ?? undefined;
}

/** Whether two values say the same under a key. */
export function saysSame({ place, key }: Found, one: unknown, other: unknown): boolean {
  const shape = place.members.get(key);
  const meant = (value: unknown) => (shape && suggest(shape, value)) ?? value;
  return isDeepStrictEqual(meant(one), meant(other));
}

/**
 * True for the name of a field beside the object that it belongs to, where that gives something or `clear`
 * empties something: null there says what it says in the object, that the field is not given. Where nothing
 * else is given, null may be all that the call asks for.
 */
export function isFiller(root: ObjectShape, raw: Record<string, unknown>, key: string): boolean {
  for (const [name, shape] of root.members) {
    if (shape.kind !== 'object' || !shape.members.has(key) || shape.required.has(key)) continue;
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const clears = Array.isArray(raw.clear) && raw.clear.length > 0;
    return clears || (isPlainObject(given) && Object.values(given).some((value) => value !== null));
  }
  return false;
}

/** The arguments without such nulls. */
export function withoutFillers(root: ObjectShape, raw: Record<string, unknown>): Record<string, unknown> {
  const isLeftOut = (key: string) => raw[key] === null && !root.members.has(key) && isFiller(root, raw, key);
  const keys = Object.keys(raw);
  if (!keys.some(isLeftOut)) return raw;
  return Object.fromEntries(keys.filter((key) => !isLeftOut(key)).map((key) => [key, raw[key]]));
}
