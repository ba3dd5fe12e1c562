import { isPlainObject } from '../../json/values.js';
import type { Issue } from '../../refusals/refusal.js';
import { adviceOf, type Flags } from '../../schema/advice.js';
import type { ObjectShape } from '../../schema/shape.js';
import { joinPath, render } from '../../text/render.js';
import { fold, invert } from '../../text/words.js';

/**
 * The issues of a flag in place of a word: {"done": true} in place of the status. Which word it means is said
 * where there is one, and none is suggested against another one that the call gives.
 */
export function flagIssues(
  root: ObjectShape,
  path: string,
  key: string,
  siblings: Record<string, unknown>,
  args: Record<string, unknown>,
): Issue[] | undefined {
  const value = siblings[key];
  const place = typeof value === 'boolean' ? placeOfFlags(root) : undefined;
  if (!place) return undefined;
  const { object, name, flags } = place;
  const folded = fold(key);
  const word = wordOf(flags, folded);
  const several = Object.hasOwn(flags.several, folded) ? flags.several[folded] : undefined;
  if (word === undefined && several === undefined) return undefined;
  const keyPath = joinPath(path, key);
  const issue = (says: string): Issue => {
    const message = `${keyPath} is not known; ${says}.`;
    return { path: keyPath, code: 'unknown_key', message, received: render(key) };
  };
  if (value === true && several !== undefined)
    return [issue(`${key} is ${several}: send as ${name} the one that is meant`)];
  const holder = args[object];
  const given = isPlainObject(holder) ? holder[name] : undefined;
  const isClear =
    value === true && (given === undefined || given === word) && !hasOther(siblings, flags, word);
  if (word === undefined || !isClear) return [issue(flags.otherwise)];
  const means = `${object}.${name} is what ${key} asks for; send "${word}".`;
  return [
    issue(`leave it out and send ${name} "${word}"`),
    { path: `${object}.${name}`, code: 'implied', message: means, suggestion: word },
  ];
}

interface Place {
  readonly object: string;
  readonly name: string;
  readonly flags: Flags;
}

/** The word of an object in the arguments that other services have as flags. */
function placeOfFlags(root: ObjectShape): Place | undefined {
  for (const [object, shape] of root.members) {
    if (shape.kind !== 'object') continue;
    for (const [name, { schema }] of shape.members) {
      const { flags } = adviceOf(schema);
      if (flags) return { object, name, flags };
    }
  }
  return undefined;
}

function wordOf({ one }: Flags, folded: string): string | undefined {
  return invert(one).get(folded)?.[0];
}

/** Whether a flag beside it asks for another word. */
function hasOther(siblings: Record<string, unknown>, flags: Flags, word: string | undefined): boolean {
  return Object.keys(siblings).some((key) => {
    const other = wordOf(flags, fold(key));
    return siblings[key] === true && other !== undefined && other !== word;
  });
}
