import type { Issue } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { fold } from '../text/words.js';
import { completesAlone, isHarmless, setByService } from './harmless.js';
import { type Found, givenAt, SET_BY_CONNECTION } from './place.js';
import type { Contest, Reading } from './readings.js';

/** The issue of a key that its object does not take: names the likeliest right one, wherever it stands. */
export function unknownKeyIssue(reading: Reading): Issue {
  const { holder, key, value, isRival, advice, contest } = reading;
  const { path } = holder;
  const found = reading.isIdle ? undefined : reading.meant;
  const meant = found && { found, name: pathOf(found, path) };
  const isOfTask = reading.isChange || holder.shape.members.has('subject');
  const set = meant || !isOfTask ? undefined : setByService(key, value);
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
  if (isChange && completesAlone(key, value, holder.siblings))
    return `${what}; to complete the task send status done`;
  if (advice.isHarmless || isHarmless(key, value, isChange, advice.says.length > 0))
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
