import { Refusal } from './refusals/refusal.js';
import { taskCreate } from './tasks/tools/task_create.js';
import { taskDelete } from './tasks/tools/task_delete.js';
import { taskGet } from './tasks/tools/task_get.js';
import { taskHistory } from './tasks/tools/task_history.js';
import { taskList } from './tasks/tools/task_list.js';
import { taskReopen } from './tasks/tools/task_reopen.js';
import { taskRestore } from './tasks/tools/task_restore.js';
import { taskUpdate } from './tasks/tools/task_update.js';
import { render } from './text/render.js';
import { impliedIssues, likelyTool } from './tools/likely_tool.js';
import type { Tool } from './tools/tool.js';

/** The version of what they make together, the API; a test holds it to the version of the package. */
export const API_VERSION = '0.1.0';

/**
 * Every tool, in the order in which they are published. A new tool is a file beside these and a line here.
 */
export const TOOLS: readonly Tool[] = [
  taskCreate,
  taskGet,
  taskList,
  taskUpdate,
  taskReopen,
  taskDelete,
  taskRestore,
  taskHistory,
];

const byName: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** @throws Refusal UNKNOWN_TOOL that lists the tools that are `served` and names the nearest of them */
export function requireTool(name: string, served = TOOLS): Tool {
  const tool = byName.get(name);
  if (tool && served.includes(tool)) return tool;
  const tools = served.map((known) => known.name);
  const likely = likelyTool(name, tools);
  throw new Refusal('UNKNOWN_TOOL', `There is no tool ${render(name)}.`, {
    tools,
    hint: likely
      ? `Call ${likely}; it is the nearest of the tools there are.`
      : 'Call one of the tools there are.',
    ...(likely && impliedIssues(name, likely)),
  });
}
