// Which tool calls would make a second truth beside Tasklatch, and what to call instead.
import { isProgressFile, readAllowed } from './files.mjs';
import { patchedFiles, writtenFiles } from './shell.mjs';

const CREATE = 'task_create with a subject';
const UPDATE = 'task_update with id, expectedVersion (the version you saw last) and patch';
const LIST = 'task_list';

/** The built-in tools for todos and tasks, and what does their job. */
const BUILT_IN = new Map([
  // https://code.claude.com/docs/en/tools-reference
  ['TodoWrite', [CREATE, UPDATE]],
  ['TaskCreate', [CREATE]],
  ['TaskUpdate', [UPDATE]],
  ['TaskList', [LIST]],
  ['TaskGet', ['task_get with the id']],
  // Codex; update_goal passes, since a goal that a person set would never end without it
  ['update_plan', [CREATE, UPDATE]],
  ['create_goal', [CREATE]],
  // Gemini CLI: https://geminicli.com/docs/reference/tools
  ['write_todos', [CREATE, UPDATE]],
  ['tracker_create_task', [CREATE]],
  ['tracker_update_task', [UPDATE]],
  ['tracker_add_dependency', [`${UPDATE} {"addBlockedBy": […]}`]],
  ['tracker_get_task', ['task_get with the id']],
  ['tracker_list_tasks', [LIST]],
  ['tracker_visualize', [LIST]],
]);
const EDITORS = new Set(['Write', 'Edit', 'MultiEdit', 'StrReplace', 'write_file', 'replace']);
const SHELLS = new Set(['Bash', 'PowerShell', 'Shell', 'run_shell_command']);
/** Codex patches by its shell too: apply_patch <<'EOF' */
const PATCH_COMMAND = /^\s*apply_patch\s/m;
/** Longer paths are shown by their end, which names the file. */
const SHOWN_PATH_MAX_UNITS = 120;

/**
 * Why the call is refused, in sentences that name the right tool; null when it is not. The prefix is what the
 * runtime puts before the name of a tool of the MCP server tasklatch.
 */
export function refusalOf(tool, input, prefix) {
  const instead = BUILT_IN.get(tool)?.map((call) => prefix + call);
  if (instead) {
    return `Tasks are kept in Tasklatch, not in ${tool}: nothing was stored. Call ${instead.join(', or ')}.`;
  }
  const allowed = readAllowed();
  const file = writtenBy(tool, input ?? {}).find((path) => isProgressFile(path, allowed));
  return file === undefined ? null : refuseFile(file, prefix);
}

function writtenBy(tool, { file_path, path, command }) {
  if (EDITORS.has(tool)) return [file_path ?? path];
  if (typeof command !== 'string') return [];
  if (tool === 'apply_patch') return patchedFiles(command);
  if (!SHELLS.has(tool)) return [];
  return [...writtenFiles(command), ...(PATCH_COMMAND.test(command) ? patchedFiles(command) : [])];
}

function refuseFile(path, prefix) {
  const shown = JSON.stringify(path.slice(-SHOWN_PATH_MAX_UNITS));
  return [
    `Progress is kept in Tasklatch, not in files: ${shown} would be a second truth, so nothing was written.`,
    `Call ${prefix}${CREATE}, ${prefix}${UPDATE} to record progress, or ${prefix}${LIST} to see where the work stands.`,
    'If the file is no progress file but part of the work, ask your user to name it in TASKLATCH_ALLOWED_FILES.',
  ].join(' ');
}
