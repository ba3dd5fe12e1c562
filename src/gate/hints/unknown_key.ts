import type { Issue } from '../../refusals/refusal.js';
import { type Advice, adviceOf } from '../../schema/advice.js';
import type { ObjectShape } from '../../schema/shape.js';
import { isClearable } from '../../schema/shape.js';
import { joinPath, render } from '../../text/render.js';
import { fold } from '../../text/words.js';
import { changeInstead, isAsRead, isHarmless, SET_BY_CONNECTION, setByService } from './no_argument.js';
import { type Contest, type Found, givenAt, type Reading } from './place.js';

/** The issue of a key that its object does not take: names the likeliest right one, wherever it stands. */
export function unknownKeyIssue(reading: Reading): Issue {
  const { holder, key, value, isRival, advice, contest } = reading;
  const { path } = holder;
  const found = reading.isIdle ? undefined : reading.meant;
  const meant = found && { found, name: pathOf(found, path) };
  const set = meant ? undefined : setByService(adviceOf(holder.shape.schema).kept, key, value);
  const keys = [...holder.shape.members.keys()].join(', ');
  const clauses = [
    meant ? faultOf(meant, path, isRival, contest) : faultWithout(reading, set),
    ...(set === undefined ? [] : [set]),
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
  return meant === undefined || isRival || contest ? issue : { ...issue, suggestion: meant.name };
}

function pathOf({ place, key }: Found, path: string): string {
  return place.path === path ? key : joinPath(place.path, key);
}

/** What no call may be sent without, unless its sender looks at it again. */
const ONLY_IF_MEANT = 'send the call without it only if that is still meant';

/** Of a key for which there is no other: it is left out only where that is known to change nothing. */
function faultWithout({ key, value, isChange, advice, holder }: Reading, set: string | undefined): string {
  const isSet = SET_BY_CONNECTION.has(fold(key));
  const what = isSet ? 'is set by the connection and no argument' : 'is not known';
  const instead = isChange ? changeInstead(holder.shape, key, value, holder.siblings) : undefined;
  if (instead !== undefined) return `${what}; ${instead}`;
  const shown = isChange ? adviceOf(holder.shape.schema).kept?.shown : undefined;
  if (advice.isHarmless || isHarmless(key, value, shown, advice.says.length > 0))
    return `${what}; leave it out`;
  if (advice.says.length > 0) return what;
  if (isSet || set !== undefined) return `${what}; ${ONLY_IF_MEANT}`;
  return `${what}, and nothing here stands for it; ${ONLY_IF_MEANT}`;
}

/** Of the keys that stand for one argument, how many are named. */
const CONTESTING_MAX_COUNT = 4;

interface Meant {
  readonly found: Found;
  readonly name: string;
}

function faultOf({ found, name }: Meant, path: string, isRival: boolean, contest?: Contest): string {
  if (contest) {
    const keys = contest.keys.slice(0, CONTESTING_MAX_COUNT).join(', ');
    return `is not known; ${keys} stand for ${contest.path} and differ: send what is meant as ${contest.path}`;
  }
  if (isRival) return `is not known, and ${name} is given with another value; send what is meant as ${name}`;
  if (givenAt(found) !== undefined) return `is not known; leave it out, since ${name} is given too`;
  return found.place.path === path ? `is not known; use ${name}` : `does not belong here; send it as ${name}`;
}

/** What callers ask filters for and none does. */
const NO_EXCLUSION = 'there is no filter that excludes or compares';
/** What turns the name of a key round, or compares: "status!", "owner_ne". */
const SIGN = /[!¬~^<>≠-]\s{0,9}$|!=|<>|≠|^\s{0,9}[!¬~^<>≠-]/;
const TURNING: ReadonlySet<string> = new Set(
  'ne neq not nin notin isnot exclude except without lt lte gt gte'.split(' '),
);

/** Of a key whose name says what the value must not be; undefined for any other. */
export function turnedKeyIssue(
  root: ObjectShape,
  shape: ObjectShape,
  path: string,
  key: string,
): Issue | undefined {
  if (!isTurned(key, shape)) return undefined;
  const keys = [...shape.members.keys()].join(', ');
  const keyPath = joinPath(path, key);
  const clauses = [
    'is not known',
    root.members.has('limit') ? NO_EXCLUSION : 'no argument has such a sign',
    path === '' ? `the arguments are ${keys}` : `${path} takes ${keys}`,
  ];
  const message = `${keyPath} ${clauses.join('; ')}.`;
  return { path: keyPath, code: 'unknown_key', message, expected: `one of ${keys}`, received: render(key) };
}

function isTurned(key: string, { members }: ObjectShape): boolean {
  if (key.length > TURNED_MAX_UNITS) return false;
  const folded = fold(key.replace(/\W/g, ''));
  if (SIGN.test(key)) return /\w/.test(key) && !key.trim().startsWith('--');
  return [...members.keys()].some((known) => {
    const name = fold(known);
    return folded.startsWith(name) && TURNING.has(folded.slice(name.length));
  });
}

/** Longer than any argument with what may stand around it. */
const TURNED_MAX_UNITS = 64;

/**
 * The issues in place of `issue`, which suggests a key, where to rename the key would do another thing: null
 * for a field says to empty it and nothing by the right key; a whole set is no more of its items.
 */
export function renamedIssues(
  root: ObjectShape,
  issue: Issue,
  key: string,
  siblings: Record<string, unknown>,
  args: Record<string, unknown>,
): Issue[] {
  const { suggestion, ...rest } = issue;
  const value = siblings[key];
  if (typeof suggestion !== 'string') return [issue];
  const field = suggestion.replace(/^.*\./, '');
  const as = (clause: string): Issue => ({ ...rest, message: rest.message.replace(RENAMING, clause) });
  const { kept } = adviceOf(root.schema);
  const { whole, ifNull, inside } = adviceAt(root, issue.path, suggestion);
  // Null for a set that can only be added to would be read as nothing to add.
  const isEmpty = value === null || isNone(value);
  if (isNone(value)) {
    // Such a set may be a filler, and to send it by its name would take all away that is in it.
    const keep = `; leave it out to keep the ${field} there are, or send it as ${suggestion} to take all away`;
    if (isClearable(root, field)) return [as(keep)];
    if (inside !== undefined && fold(key) === fold(field)) return [as('; leave it out')];
  }
  if (whole !== undefined && (whole.split(' ').includes(fold(key)) || isEmpty)) {
    return [as(isEmpty && kept && isAsRead(kept, siblings) ? '; leave it out to keep what there is' : '')];
  }
  if (value !== null) return [issue];
  if (ifNull !== undefined) return [as(`; ${ifNull}`)];
  if (!isClearable(root, field)) return [issue];
  const clear = [...new Set([args.clear ?? [], field].flat())];
  const means = `clear ${render(clear)} empties it; send it.`;
  return [
    as(`; to empty ${field} leave it out and send clear: ${render(clear)}`),
    { path: 'clear', code: 'implied', message: means, suggestion: clear },
  ];
}

/** How an issue says which key is meant. */
const RENAMING = /; (?:use|send it as) [\w.]+/;

function isNone(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Of the argument that is suggested for a key: beside it by its name, elsewhere by its path. */
function adviceAt(root: ObjectShape, keyPath: string, suggestion: string): Advice {
  const holder = root.members.get(keyPath.replace(/[.[].*/s, ''));
  const [key = '', inner] = suggestion.split('.');
  const beside = keyPath.includes('.') && holder?.kind === 'object' ? holder.members.get(key) : undefined;
  const member = beside ?? root.members.get(key);
  const shape = inner !== undefined && member?.kind === 'object' ? member.members.get(inner) : member;
  return shape ? adviceOf(shape.schema) : {};
}
