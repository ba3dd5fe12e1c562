import type { FieldChange } from '../../log/definition.js';
import { EFFECTS_MAX_COUNT } from '../../text/budget.js';
import { enumerateIds } from '../../text/quoting.js';
import type { Task } from '../task.js';
import { describeChanges, taskLine } from './line.js';

/** Where the tasks that a write unblocked are looked up, those that are not named too. */
const WHERE_UNBLOCKED = ' (task_list with ready true shows what can start)';

/** What a write did beyond the state that its task is in now. */
export interface Effects {
  readonly changes?: readonly FieldChange[];
  /** The first of the tasks that wait for no open task any more, and how many there are. */
  readonly unblocked?: readonly string[];
  readonly unblockedCount?: number;
  /** The first of the tasks that wait for this one again, and how many there are. */
  readonly blockedAgain?: readonly string[];
  readonly blockedAgainCount?: number;
}

/** `Updated #3 v2 [in_progress] Write tests: status pending → in_progress; unblocked #4`: one line. */
export function receipt(verb: string, task: Task, effects: Effects = {}): string {
  const { changes = [], unblocked = [], blockedAgain = [] } = effects;
  let text = `${verb} ${taskLine(task)}`;
  if (changes.length > 0) text += `: ${describeChanges(changes)}`;
  if (unblocked.length > 0) {
    const isCut = (effects.unblockedCount ?? 0) > unblocked.length;
    text += `; unblocked ${enumerateIds(unblocked, EFFECTS_MAX_COUNT, effects.unblockedCount)}`;
    if (isCut) text += WHERE_UNBLOCKED;
  }
  if (blockedAgain.length > 0) {
    text += `; blocked again ${enumerateIds(blockedAgain, EFFECTS_MAX_COUNT, effects.blockedAgainCount)}`;
  }
  return text;
}

/** The receipt of a write that asked for what is already there. */
export function nothingChanged(task: Task): string {
  return `${taskLine(task)}: nothing changed`;
}

/**
 * The receipt of a stored answer that is given again, with the version that its task is at now where it has
 * moved on; `versionNow` is null where the task is not at hand.
 */
export function replay(
  text: string,
  about: Pick<Task, 'id' | 'version'> | null,
  versionNow: number | null,
): string {
  const answer = `Replay of a call that was stored before: ${text}`;
  if (about === null || versionNow === null || versionNow === about.version) return answer;
  return `${answer}. Task #${about.id} is now at version ${versionNow}.`;
}
