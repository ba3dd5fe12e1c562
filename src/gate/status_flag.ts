import { isPlainObject } from '../json/values.js';
import type { Issue } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { fold, invert } from '../text/words.js';
import type { ObjectShape } from './shape.js';

/** What other services have as a flag, and a task here as its status. */
const FLAGS = invert({
  done: 'done isdone completed iscompleted complete iscomplete finished isfinished',
  cancelled: 'cancelled iscancelled canceled iscanceled',
  in_progress: 'inprogress isinprogress started isstarted',
  blocked: 'blocked isblocked',
  pending: 'pending ispending',
});
/** Flags that several statuses answer to. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['open', 'pending, in_progress or blocked'],
  ['isopen', 'pending, in_progress or blocked'],
  ['closed', 'done or cancelled'],
  ['isclosed', 'done or cancelled'],
]);

/**
 * The issues of a flag in place of the status: {"done": true}. Which status it means is said where there is
 * one, and none is suggested against another one that the call gives.
 */
export function statusFlagIssues(
  root: ObjectShape,
  path: string,
  key: string,
  siblings: Record<string, unknown>,
  args: Record<string, unknown>,
): Issue[] | undefined {
  const value = siblings[key];
  const patch = root.members.get('patch');
  if (typeof value !== 'boolean' || patch?.kind !== 'object' || !patch.members.has('status'))
    return undefined;
  const name = fold(key);
  const status = FLAGS.get(name)?.[0];
  const group = GROUPS.get(name);
  if (status === undefined && group === undefined) return undefined;
  const keyPath = joinPath(path, key);
  const issue = (says: string): Issue => {
    const message = `${keyPath} is not known; ${says}.`;
    return { path: keyPath, code: 'unknown_key', message, received: render(key) };
  };
  if (value && group !== undefined)
    return [issue(`${key} is ${group}: send as status the one that is meant`)];
  const given = isPlainObject(args.patch) ? args.patch.status : undefined;
  const isClear = value && (given === undefined || given === status) && !hasOther(siblings, status);
  if (status === undefined || !isClear) return [issue(ONE_STATUS)];
  const means = `patch.status is what ${key} asks for; send "${status}".`;
  return [
    issue(`leave it out and send status "${status}"`),
    { path: 'patch.status', code: 'implied', message: means, suggestion: status },
  ];
}

const ONE_STATUS = 'a task has one status: send as status the one that is meant';

/** Whether a flag beside it asks for another status. */
function hasOther(siblings: Record<string, unknown>, status: string | undefined): boolean {
  return Object.keys(siblings).some((key) => {
    const other = FLAGS.get(fold(key))?.[0];
    return siblings[key] === true && other !== undefined && other !== status;
  });
}
