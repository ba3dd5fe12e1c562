import { isPlainObject } from '../../json/loss.js';
import { adviceOf, type Caution } from '../../schema/advice.js';
import type { ObjectShape } from '../../schema/shape.js';
import { joinPath } from '../../text/render.js';
import { fold } from '../../text/words.js';
import { isAddedByRuntime, isHarmless, saysNothing } from './no_argument.js';
import {
  type Advice,
  type Found,
  findPlace,
  givenAt,
  type Holder,
  type Place,
  placeAt,
  placesOf,
  type Reading,
  saysSame,
} from './place.js';

/** By the object that they came in, then by their names. */
export type Readings = ReadonlyMap<Record<string, unknown>, ReadonlyMap<string, Reading>>;

/** Reads the unknown keys of the arguments and of the objects in them together, since two may mean one. */
export function readUnknown(root: ObjectShape, args: Record<string, unknown>): Readings {
  const first = holdersOf(root, args).flatMap((holder) =>
    unknownIn(holder).map((key) => read(root, args, holder, key)),
  );
  const settled = first.map((reading) => elsewhere(root, args, reading, first) ?? reading);
  const readings = new Map<Record<string, unknown>, Map<string, Reading>>();
  for (const reading of settled) {
    const { siblings } = reading.holder;
    const ofHolder = readings.get(siblings) ?? new Map<string, Reading>();
    readings.set(siblings, ofHolder.set(reading.key, withOthers(reading, settled)));
  }
  return readings;
}

function holdersOf(root: ObjectShape, args: Record<string, unknown>): Holder[] {
  const holders: Holder[] = [{ shape: root, path: '', siblings: args }];
  for (const [key, shape] of root.members) {
    const siblings = Object.hasOwn(args, key) ? args[key] : undefined;
    if (shape.kind === 'object' && isPlainObject(siblings)) holders.push({ shape, path: key, siblings });
  }
  return holders;
}

function unknownIn({ shape, path, siblings }: Holder): string[] {
  return Object.keys(siblings).filter(
    (key) => !shape.members.has(key) && !(path === '' && isAddedByRuntime(key, siblings[key])),
  );
}

function read(
  root: ObjectShape,
  args: Record<string, unknown>,
  holder: Holder,
  key: string,
  taken?: string,
): Reading {
  const value = holder.siblings[key];
  const places = placesOf(root, holder, args);
  const isChange = places.length > 1;
  const found = findPlace(key, value, places, taken);
  const shown = isChange ? adviceOf(holder.shape.schema).kept?.shown : undefined;
  const advice = cautionsOf(fold(key), value, found?.key, places, isChange);
  const given = found && givenAt(found);
  const isRival = found !== undefined && given !== undefined && !saysSame(found, given, value);
  const isNone = advice.isAgainst || (isRival && isHarmless(key, value, shown));
  return { holder, key, value, places, advice, isChange, meant: isNone ? undefined : found, isRival };
}

/** "content" beside "title" is no second subject. */
function elsewhere(
  root: ObjectShape,
  args: Record<string, unknown>,
  reading: Reading,
  all: readonly Reading[],
): Reading | undefined {
  const path = targetOf(reading);
  const others = path === undefined ? [] : all.filter((one) => one !== reading && targetOf(one) === path);
  if (others.length === 0) return undefined;
  const again = (one: Reading) => read(root, args, one.holder, one.key, path);
  const other = again(reading);
  const isOther = other.meant !== undefined && targetOf(other) !== path;
  return isOther && others.some((one) => targetOf(again(one)) === path) ? other : undefined;
}

/** The path of the argument that is meant, where it did not come by its own name. */
function targetOf({ meant }: Reading): string | undefined {
  if (!meant || givenAt(meant) !== undefined) return undefined;
  return joinPath(meant.place.path, meant.key);
}

function withOthers(reading: Reading, all: readonly Reading[]): Reading {
  for (const path of claimsOf(reading).keys()) {
    const keys = all.filter((one) => claimsOf(one).has(path));
    const telling = keys.filter((one) => !saysNothing(one.value));
    if (telling.length > 0 && !telling.includes(reading)) return { ...reading, isIdle: true };
    const [first, ...rest] = telling.map((one) => claimsOf(one).get(path));
    const { meant } = reading;
    const isSame = rest.every((value) => meant && saysSame(foundAt(meant, path), first, value));
    if (!isSame) return { ...reading, contest: { path, keys: keys.map(pathOfKey) } };
  }
  return reading;
}

/** The values that a key gives, by the paths of what they are for: an argument, or fields of an object. */
function claimsOf(reading: Reading): ReadonlyMap<string, unknown> {
  const claims = new Map<string, unknown>();
  const target = targetOf(reading);
  if (target === undefined) return claims;
  claims.set(target, reading.value);
  const shape = reading.meant?.place.members.get(reading.meant.key);
  if (shape?.kind !== 'object' || !isPlainObject(reading.value)) return claims;
  for (const key of shape.members.keys()) {
    if (Object.hasOwn(reading.value, key)) claims.set(joinPath(target, key), reading.value[key]);
  }
  return claims;
}

/** A field of the object that is meant, where the path leads there. */
function foundAt(meant: Found, path: string): Found {
  const { place, key } = meant;
  const own = joinPath(place.path, key);
  const shape = place.members.get(key);
  if (path === own || shape?.kind !== 'object') return meant;
  return { place: placeAt(own, shape, undefined), key: path.slice(own.length + 1) };
}

function pathOfKey({ holder, key }: Reading): string {
  return joinPath(holder.path, key);
}

/**
 * What a caller must know beside the right key, so that renaming the key is not all that is done. Where no
 * key was `found`, the name may still speak of one that there is, as "removeLabels" does. `isChange` where
 * the key would change something that there is.
 */
function cautionsOf(
  folded: string,
  value: unknown,
  found: string | undefined,
  places: readonly Place[],
  isChange: boolean,
): Advice {
  const apt = [...cautionsFor(found, places)].filter(({ names }) => names.test(folded));
  return {
    says: apt.map(({ says }) => says),
    isAgainst: apt.some((caution) => caution.isAgainst(value, isChange)),
    isHarmless: apt.some((caution) => caution.isHarmless?.(value)),
  };
}

/** Several arguments may have one for the same. */
function cautionsFor(found: string | undefined, places: readonly Place[]): ReadonlySet<Caution> {
  const all = places.flatMap(({ members }) =>
    [...members].flatMap(([key, { schema }]) => {
      const { notFor = [] } = adviceOf(schema);
      return found === undefined || found === key ? notFor : notFor.filter(({ isOfAny }) => isOfAny);
    }),
  );
  return new Set(all);
}
