import { invert } from '../../gate/synonyms.js';
import type { Issue, RefusalExtras } from '../../refusals/refusal.js';
import { NOUNS, wordsOf } from '../../tools/likely_tool.js';

/** The status that a name of a tool asks for by its verb: "complete_task". */
const STATUS_WORDS = invert({
  done: 'complete completed finish finished close done resolve',
  in_progress: 'start begin',
  cancelled: 'cancel',
});
/** Words that can stand beside such a verb without another meaning: "mark_task_as_done". */
const NEUTRAL: ReadonlySet<string> = new Set(['mark', 'set', 'update', 'status']);

/** Beside UNKNOWN_TOOL: what the name asked of the task, as what to send to the `likely` tool. */
export function impliedIssues(name: string, likely: string): Pick<RefusalExtras, 'issues'> {
  const status = likely === 'task_update' ? impliedStatus(name) : undefined;
  if (status === undefined) return {};
  const path = 'patch.status';
  const message = `${path} is what this name asks for; send "${status}".`;
  const issue: Issue = { path, code: 'implied', message, suggestion: status };
  return { issues: [issue] };
}

/** undefined where the name says anything else too. */
function impliedStatus(name: string): string | undefined {
  const words = wordsOf(name).filter((word) => !NOUNS.has(word) && !NEUTRAL.has(word));
  const [word = '', ...others] = words;
  return others.length === 0 ? STATUS_WORDS.get(word)?.[0] : undefined;
}
