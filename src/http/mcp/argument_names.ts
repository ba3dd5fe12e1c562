import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, objectIn } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { TOOLS } from '../../registry.js';
import { adviceOf } from '../../schema/advice.js';
import { type ObjectShape, objectShape, type Shape } from '../../schema/shape.js';
import { joinPath } from '../../text/render.js';
import { fold } from '../../text/words.js';
import type { Tool } from '../../tools/tool.js';

/** The argument that a name means. */
export interface NamedArgument {
  /** In the input of the tool, such as patch.status. */
  readonly path: string;
  /** True for its own name, in any spelling. */
  readonly isOwn: boolean;
  /** False where who sends the value by the right name may ask for another thing, which the gate tells. */
  readonly isSame: boolean;
}

/** Of one tool, by folded names. */
type Names = ReadonlyMap<string, NamedArgument>;

/** Words that callers use for an argument, and clients and runtimes for anything. */
const COMMON: ReadonlySet<string> = new Set(
  [
    'task title name data key user requestid nonce clienttoken number message text content body',
    'size count max first top take set next after column',
  ]
    .join(' ')
    .split(' '),
);
/** How a word that is made of several is written. Few others note such a one. */
const SEVERAL_WORDS = /[a-z\d][A-Z]|[a-z\d][_-][a-z\d]/;
/** Everybody has ids and requests of their own, and no call changes a task without its id. */
const EVERYBODYS: ReadonlySet<string> = new Set(['id', 'idempotencyKey']);
/** What a version is that a task can have, also as an ETag; others have numbers such as 2.0. */
const VERSION = /^(?:W\/)?"?\d{1,16}"?$/;

/**
 * The argument of a tool that is meant by a name, at any level of its input; undefined for none. `isCrowded`
 * where members of everybody else stand too, so that a word counts only where it is hardly theirs.
 */
export function namedArgument(
  tool: Tool,
  name: string,
  value: unknown,
  isCrowded: boolean,
): NamedArgument | undefined {
  const folded = fold(name);
  const found = NAMES.get(tool.name)?.get(folded);
  if (found === undefined || found.isOwn) return found;
  if (COMMON.has(folded)) return undefined;
  if (isCrowded && (!SEVERAL_WORDS.test(name) || EVERYBODYS.has(found.path))) return undefined;
  return found.path === 'expectedVersion' && !VERSION.test(String(value)) ? undefined : found;
}

/** Whether some tool has an argument that a folded name may mean. */
export function isNamedAnywhere(folded: string): boolean {
  return [...NAMES.values()].some((names) => names.has(folded));
}

/** The argument of some write by which it changes what there is, by its folded name; else undefined. */
export function changeNamed(folded: string): string | undefined {
  return CHANGES.get(folded);
}

function namesOf({ input }: Tool): Names {
  const names = new Map<string, NamedArgument>();
  const levels = levelsOf(objectShape(input));
  const add = (word: string, argument: NamedArgument) => {
    if (!names.has(word)) names.set(word, argument);
  };
  for (const { path, shape } of levels) {
    for (const key of shape.members.keys())
      add(fold(key), { path: joinPath(path, key), isOwn: true, isSame: true });
  }
  for (const { path, shape } of levels) {
    for (const key of shape.members.keys())
      add(fold(path + key), { path: joinPath(path, key), isOwn: true, isSame: true });
    for (const [word, [key = '']] of shape.vocabulary.meanings) {
      add(word, { path: joinPath(path, key), isOwn: false, isSame: isSame(word, shape.members.get(key)) });
    }
  }
  return names;
}

interface Level {
  readonly path: string;
  readonly shape: ObjectShape;
}

/** The arguments, and the objects among them. */
function levelsOf(root: ObjectShape): Level[] {
  const inner = [...root.members].flatMap(([path, shape]) =>
    shape.kind === 'object' ? [{ path, shape }] : [],
  );
  return [{ path: '', shape: root }, ...inner];
}

function isSame(word: string, shape: Shape | undefined): boolean {
  const { notFor = [], whole } = shape ? adviceOf(shape.schema) : {};
  return whole === undefined && !notFor.some(({ names }) => names.test(word));
}

const NAMES: ReadonlyMap<string, Names> = new Map(TOOLS.map((tool) => [tool.name, namesOf(tool)]));

/** What says which task is meant and why, or more than others would note; it changes nothing by itself. */
const NO_CHANGES: ReadonlySet<string> = new Set(['id', 'reason', 'description']);

const CHANGES: ReadonlyMap<string, string> = new Map(
  TOOLS.filter(({ kind }) => kind === 'write').flatMap(({ input }) =>
    levelsOf(objectShape(input)).flatMap(({ shape }) =>
      [...shape.members.keys()]
        .filter((key) => !NO_CHANGES.has(key))
        .map((key): [string, string] => [fold(key), key]),
    ),
  ),
);

/** What the arguments of a call are called elsewhere, folded. */
const ARGUMENTS_NAME = /^(?:tool|action|function)?(?:args?|arguments?|inputs?|kwargs|param(?:eter)?s?)$/;
/** What else may hold them; each is also what others call something of their own. */
const HOLDERS: ReadonlySet<string> = new Set(
  'body options data payload json request call toolcall function item task todo fields changes update updates'.split(
    ' ',
  ),
);
/** What others call something of their own in such an object. */
const COMMON_INSIDE: ReadonlySet<string> = new Set(['id', 'limit', 'cursor', 'description']);

/** Whether a folded name is one that arguments come by elsewhere. */
export function isArgumentsName(folded: string): boolean {
  return ARGUMENTS_NAME.test(folded) || HOLDERS.has(folded);
}

/** Where members stand outside the arguments. */
interface Place {
  readonly path: string;
  readonly isCrowded: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The issue of each member that holds arguments of the tool under another name: of a call that has none, by
 * the name alone; of any other, where it holds one that the arguments which came as `raw` do not have.
 */
export function argumentsByOtherName(place: Place, members: Members, raw: unknown, tool: Tool): Issue[] {
  const names = Object.keys(members).filter((name) => {
    const folded = fold(name);
    return isArgumentsName(folded) && holdsArguments(place, name, members[name], raw, tool);
  });
  return names.map((name) => {
    const namePath = joinPath(place.path, name);
    const message = isEmpty(raw)
      ? `${namePath} is not read; send what it holds as arguments, in params.`
      : `${namePath} is not read; send what it holds among the arguments, in params.`;
    return { path: namePath, code: 'unknown_key', message, expected: 'arguments' };
  });
}

function holdsArguments(
  { isCrowded }: Place,
  name: string,
  value: unknown,
  raw: unknown,
  tool: Tool,
): boolean {
  const isTheirs = ARGUMENTS_NAME.test(fold(name));
  if (isTheirs && !isCrowded && isEmpty(raw) && isPlainObject(value)) return !isEmpty(value);
  // An argument of the tool by this name is named as such.
  if (namedArgument(tool, name, value, isCrowded)) return false;
  const held = isPlainObject(value) ? value : objectIn(value);
  const given: Members = isPlainObject(raw) ? raw : {};
  return Object.keys(held ?? {}).some((key) => {
    const member = held?.[key];
    // A call that was put in whole holds them one level deeper.
    if (ARGUMENTS_NAME.test(fold(key)) && isPlainObject(member)) {
      return holdsArguments({ path: '', isCrowded }, key, member, raw, tool);
    }
    if (member === null || (!isTheirs && COMMON_INSIDE.has(key))) return false;
    const isNamed = namedArgument(tool, key, member, isCrowded || !isTheirs) !== undefined;
    return isNamed && !isDeepStrictEqual(member, given[key]);
  });
}

function isEmpty(raw: unknown): boolean {
  return raw === undefined || (isPlainObject(raw) && Object.keys(raw).length === 0);
}
