import { invert } from '../gate/synonyms.js';

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
export const TOOL_VERBS: ReadonlyMap<string, readonly string[]> = invert(VERBS);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** What this service calls a task. */
export const NOUNS = setOf('task todo item ticket');
export const PLURALS = setOf('tasks todos items tickets');
/** Words that a name can do without. */
export const FILLERS = setOf('a an the my this that one by id as to');
/** Parts of a task: who adds or removes one updates the task. */
export const FIELDS = setOf(
  `status state subject title name description note notes comment comments priority owner assignee
  label labels tag tags dependency dependencies blocker blockers`,
);
/** Of tasks in the plural these say which ones, as in "list_open_tasks". */
export const STATES = setOf('open closed done completed pending blocked ready active cancelled');
