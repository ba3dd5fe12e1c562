import { isDeepStrictEqual } from 'node:util';
import { EMBEDDED_MAX_UNITS, isPlainObject, itemsIn, objectIn } from '../json/loss.js';
import type { Issue } from '../refusals/refusal.js';
import type { ObjectShape, Shape } from '../schema/shape.js';
import { joinPath, render } from '../text/render.js';
import { fold } from '../text/words.js';

// Arguments that stand in an object, or in its JSON, under one key: named after the thing, or a text.

type Members = Readonly<Record<string, unknown>>;

/** Where a caller sends several calls in one. */
export const ONE_CALL_EACH = 'one call is for one task: make one call for each';

/** What models call the thing that the arguments describe. */
const THINGS: ReadonlySet<string> = new Set('task tasks todo todos item data body payload json'.split(' '));
/** The same in more words, folded. */
const THING =
  /^(?:new|my|the|this)?(?:task|todo|item|ticket|issue|payload)s?(?:data|info|object|json|input|body)?$/;
const FIRST_MEMBER = /^\s{0,20}\{\s{0,20}"(\w{1,40})"\s{0,20}:/;
/** Keys that are no arguments, of which one holds them and others come from a runtime. */
const STRAYS_MAX_COUNT = 5;
/** Of an array of calls, as many are looked at. */
const CALLS_MAX_COUNT = 20;

/** The key of arguments of which some stand in such an object, and none says other than one beside it. */
export function thingKey(root: ObjectShape, raw: Members): string | undefined {
  return candidates(root, raw).find((key) => isThing(root, raw, key));
}

/** All arguments of a call with such a key; undefined where they differ, or are too large to be repeated. */
export function argumentsOfThing(raw: Members, key: string): Record<string, unknown> | undefined {
  const inner = objectIn(raw[key]);
  const { [key]: _, ...rest } = raw;
  const isClear = Object.entries(rest).every(
    ([name, value]) => !Object.hasOwn(inner ?? {}, name) || isDeepStrictEqual(inner?.[name], value),
  );
  return inner && isClear ? { ...inner, ...rest } : undefined;
}

/** The issue of a key that holds the arguments of several calls; undefined for any other call. */
export function severalIssue(root: ObjectShape, raw: Members): Issue | undefined {
  const key = candidates(root, raw).find((one) => holdsSeveral(root, one, raw[one]));
  if (key === undefined) return undefined;
  const path = joinPath('', key);
  const keys = [...root.members.keys()].join(', ');
  const message = `${path} holds several tasks; ${ONE_CALL_EACH}; the arguments are ${keys}.`;
  const code = root.members.has(key) ? 'type' : 'unknown_key';
  return { path, code, message, expected: `one of ${keys}`, received: render(raw[key]) };
}

/** The keys that are no arguments, or the only key; of more keys than that none holds the others. */
function candidates({ members }: ObjectShape, raw: Members): string[] {
  const keys = Object.keys(raw);
  if (keys.length === 1) return keys;
  const unknown = keys.length > members.size + STRAYS_MAX_COUNT ? [] : keys;
  return unknown.filter((key) => !members.has(key));
}

function isThing(root: ObjectShape, raw: Members, key: string): boolean {
  const inner = objectIn(raw[key]) ?? beginningOf(raw[key]);
  if (inner === undefined) return false;
  const isText = typeof raw[key] === 'string';
  const own = root.members.get(key);
  if (own && (isPattern(own) || (own.kind === 'object' && !isText))) return false;
  const isSure = !isText && !own && THINGS.has(key);
  if (!isSure && !(mayHoldThing(root, key) && holdsArguments(root, inner, isLoose(root, key)))) return false;
  const others = Object.keys(raw).filter((other) => other !== key);
  // It may be the object that the schema has, if it holds nothing of what stands beside that.
  const isObject = [...root.members.values()].some(({ kind }) => kind === 'object');
  if (isObject && (others.length > 0 || !isSure) && !holdsOwn(root, inner)) return false;
  return isText || others.every((other) => root.members.has(other) && !Object.hasOwn(inner, other));
}

/** Of the JSON of an object that is too large to be read here: its first member, without the value. */
function beginningOf(value: unknown): Members | undefined {
  if (typeof value !== 'string' || value.length <= EMBEDDED_MAX_UNITS || !value.endsWith('}'))
    return undefined;
  const [, name] = FIRST_MEMBER.exec(value) ?? [];
  return name === undefined ? undefined : { [name]: '' };
}

function holdsSeveral(root: ObjectShape, key: string, value: unknown): boolean {
  const isList = Array.isArray(value) || typeof value === 'string';
  const items = isList && mayHoldThing(root, key) ? itemsIn(value, () => []) : undefined;
  if (items === undefined || items.length < 2) return false;
  const isObject = [...root.members.values()].some(({ kind }) => kind === 'object');
  return items.slice(0, CALLS_MAX_COUNT).every((item) => {
    if (!isPlainObject(item)) return false;
    return isObject ? holdsOwn(root, item) : holdsArguments(root, item, isThingName(key));
  });
}

function isThingName(key: string): boolean {
  return THINGS.has(key) || THING.test(fold(key));
}

/** Whether a key names the thing, or is or stands for a text or an object of the arguments. */
function mayHoldThing(root: ObjectShape, key: string): boolean {
  if (isThingName(key)) return true;
  const shape = root.members.get(key) ?? meantBy(root, key);
  return shape?.kind === 'object' || (shape?.kind === 'text' && !isPattern(shape));
}

function isPattern(shape: Shape): boolean {
  return shape.kind === 'text' && shape.form === 'pattern';
}

/** Whether other words for arguments count inside: not where they may as well be parts of a text. */
function isLoose(root: ObjectShape, key: string): boolean {
  if (root.members.has(key)) return false;
  if (isThingName(key)) return true;
  const names = root.vocabulary.meanings.get(fold(key)) ?? [];
  return names.some((name) => root.required.has(name));
}

/** The first that is meant by a name, at any level. */
function meantBy(shape: ObjectShape, key: string): Shape | undefined {
  const [name] = shape.vocabulary.meanings.get(fold(key)) ?? [];
  if (name !== undefined) return shape.members.get(name);
  for (const member of shape.members.values()) {
    const found = member.kind === 'object' ? (member.members.get(key) ?? meantBy(member, key)) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Whether an object has arguments of the tool, of any level; `isLoose` by other words too. */
function holdsArguments(root: ObjectShape, inner: Members, isLoose: boolean): boolean {
  return Object.keys(inner).some((key) => isArgument(root, fold(key), isLoose));
}

function isArgument({ members, vocabulary }: ObjectShape, folded: string, isLoose: boolean): boolean {
  if (isLoose && vocabulary.meanings.has(folded)) return true;
  return [...members].some(
    ([key, member]) =>
      fold(key) === folded || (member.kind === 'object' && isArgument(member, folded, isLoose)),
  );
}

/** Whether an object has what stands at the top level alone, in any words that name nothing else. */
function holdsOwn(root: ObjectShape, inner: Members): boolean {
  const names = new Set([...root.members.keys()].map(fold));
  return Object.keys(inner).some((key) => {
    const folded = fold(key);
    const meanings = root.vocabulary.meanings.get(folded) ?? [];
    return names.has(folded) || (meanings.length === 1 && root.required.has(meanings[0] ?? ''));
  });
}
