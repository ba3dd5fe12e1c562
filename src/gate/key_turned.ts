import type { Issue } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { fold } from '../text/words.js';
import { NO_EXCLUSION } from './advice.js';
import { isClearable } from './nothing.js';
import type { ObjectShape } from './shape.js';

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

/** Keys by which callers mean all blockers of a task, and not some more. */
const ALL_BLOCKERS: ReadonlySet<string> = new Set(
  'blockedby setblockedby updateblockedby replaceblockedby setblockers setdependencies'.split(' '),
);

/**
 * The issues in place of `issue`, which suggests a key, where to rename the key would do another thing: null
 * for a field says to empty it and nothing by the right key; all blockers are no more of them.
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
  if (field === 'addBlockedBy' && (ALL_BLOCKERS.has(fold(key)) || isNone(value))) {
    return [as(isNone(value) && isAsRead(siblings) ? '; leave it out to keep what there is' : '')];
  }
  if (value !== null) return [issue];
  if (field === 'owner' && root.members.has('unowned')) {
    return [as('; to list the tasks without an owner send unowned: true, and for all of them no owner')];
  }
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

/** Of a whole task that comes back, which has what nobody sets. */
function isAsRead(siblings: Record<string, unknown>): boolean {
  return Object.hasOwn(siblings, 'openBlockers') && Object.hasOwn(siblings, 'createdAt');
}

function isNone(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
