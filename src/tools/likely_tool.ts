import type { Issue, RefusalExtras } from '../refusals/refusal.js';
import { countSlips, invert, nearest } from '../text/words.js';

/** What models and other services call the tools, by the verb that a name has beside "task". */
const VERBS: Readonly<Record<string, string>> = {
  task_create: 'create add new make insert write',
  task_get: 'get read show view fetch describe retrieve detail details',
  task_list: 'list lists search find query filter browse all next count',
  task_update: `update edit modify patch change set mark complete finish close done resolve start cancel block
    unblock assign reassign unassign delegate claim rename promote demote prioritize`,
  task_reopen:
    'reopen open uncomplete unfinish unclose uncancel unresolve undone uncompleted unclosed uncancelled',
  task_delete: 'delete remove destroy drop trash discard erase del rm',
  task_restore: 'restore undelete unremove undestroy undrop untrash undiscard recover revive',
  task_history: 'history log logs event events audit changes changelog timeline activity',
};

export const TOOL_NAMES: readonly string[] = Object.keys(VERBS);

/** From each verb to the tools that it may mean, the likeliest first. */
const TOOL_VERBS: ReadonlyMap<string, readonly string[]> = invert(VERBS);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** English words that are one or two letters away from a verb or the noun, and no slips of the pen. */
const UNLIKE = setOf(
  `crate crease cremate last lest lift lilt lint lisp lit lost lust deplete rescore
  tack talk tank tsk tusk`,
);
const NO_MEANINGS: ReadonlyMap<string, readonly string[]> = new Map();

/** What this service calls a task. */
const NOUNS = setOf('task todo item ticket');
const PLURALS = setOf('tasks todos items tickets');
/** Words that a name can do without. */
const FILLERS = setOf('a an the my this that one by id as to');
/** Parts of a task: who adds or removes one updates the task. */
const FIELDS = setOf(
  `status state subject title name description note notes comment comments priority owner assignee
  label labels tag tags dependency dependencies blocker blockers`,
);
/** Of tasks in the plural these say which ones, as in "list_open_tasks". */
const STATES = setOf('open closed done completed pending blocked ready active cancelled');

/** Longer than any sensible name of a tool. */
const NAME_MAX_UNITS = 64;
/** What a runtime puts before the name of a tool: "mcp__tasklatch__task_get", "functions.task_get". */
const NAME_SPACE = /^.*(?:__|[./:])/;
/** With its name space. */
const WHOLE_NAME_MAX_UNITS = 128;

/** Where a name asks for several of these, the first says the most: "get_task_history", "get_all_tasks". */
const READING = ['task_history', 'task_list', 'task_get'];
/** On a part of a task these mean a change of the task: "add_label". */
const CHANGING = ['task_create', 'task_update', 'task_delete'];

/** A runtime that has one list of things to do reads the whole of it by this name. */
const READ_ALL = 'todo_read';

/**
 * The tool that is most likely meant by a name that no tool has: another spelling ("taskUpdate",
 * "update_task", "update"), another verb ("task_edit") or a slip of the pen. undefined where a word of the
 * name is not understood, so that no tool is named for what it does not do.
 */
export function likelyTool(name: string, tools: readonly string[]): string | undefined {
  const bare = name.length > WHOLE_NAME_MAX_UNITS ? '' : name.replace(NAME_SPACE, '');
  if (tools.includes(bare)) return bare;
  const words = wordsOf(name);
  const found = words.join('_') === READ_ALL ? 'task_list' : toolOf(words, tools);
  return found !== undefined && tools.includes(found) ? found : undefined;
}

/** Of all tools the one that a name means, with or without what a runtime puts before it. */
export function toolMeantBy(name: string): string | undefined {
  return likelyTool(name, TOOL_NAMES) ?? likelyTool(name.replace(NAME_SPACE, ''), TOOL_NAMES);
}

/** The words in lower case: of "createTask" and of "createtask" create and task. */
function wordsOf(name: string): string[] {
  if (name.length > NAME_MAX_UNITS) return [];
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(?:task|todo)(?:s(?![a-z]))?/g, '_$&_')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));
}

function toolOf(words: readonly string[], tools: readonly string[]): string | undefined {
  const isPlural = isOfMany(words);
  const verbs = words.filter((word) => !isNoun(word) && !FIELDS.has(word));
  const isReading = isPlural || verbs.some((word) => READING.includes(TOOL_VERBS.get(word)?.[0] ?? ''));
  const telling = verbs.filter((word) => !isReading || !STATES.has(word));
  const meant = new Set(telling.map((word) => toolOfVerb(word, tools)));
  if (isReading && isOnly(meant, READING)) return readingTool(meant, isPlural);
  if (words.some((word) => FIELDS.has(word))) return changesPart(meant) ? 'task_update' : undefined;
  return meant.size === 1 ? [...meant][0] : undefined;
}

/** A plural in front of others is a name space, as in "tasks.get". */
function isOfMany(words: readonly string[]): boolean {
  return words.some((word, index) => PLURALS.has(word) && (index > 0 || words.length === 1));
}

function readingTool(meant: ReadonlySet<string | undefined>, isPlural: boolean): string | undefined {
  if (isPlural && !meant.has('task_history')) return 'task_list';
  return READING.find((tool) => meant.has(tool));
}

function changesPart(meant: ReadonlySet<string | undefined>): boolean {
  return meant.size > 0 && isOnly(meant, CHANGING);
}

function isNoun(word: string): boolean {
  return (
    NOUNS.has(word) || PLURALS.has(word) || (!UNLIKE.has(word) && countSlips(word, 'task') !== undefined)
  );
}

function isOnly(meant: ReadonlySet<string | undefined>, tools: readonly string[]): boolean {
  return [...meant].every((tool) => tool !== undefined && tools.includes(tool));
}

/** A slip of the pen is looked for among the tools' own verbs only. */
function toolOfVerb(word: string, tools: readonly string[]): string | undefined {
  const meant = TOOL_VERBS.get(word)?.[0];
  if (meant !== undefined) return meant;
  const verb = nearest(
    word,
    tools.map((tool) => tool.replace(/^task_/, '')),
    { meanings: NO_MEANINGS, unlike: UNLIKE },
  );
  return verb && `task_${verb}`;
}

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
