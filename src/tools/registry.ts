import { closest, distance } from 'fastest-levenshtein';
import { Refusal } from '../errors.js';
import { taskCreate } from './task_create.js';
import { taskDelete } from './task_delete.js';
import { taskGet } from './task_get.js';
import { taskHistory } from './task_history.js';
import { taskList } from './task_list.js';
import { taskReopen } from './task_reopen.js';
import { taskRestore } from './task_restore.js';
import { taskUpdate } from './task_update.js';
import type { Tool } from './tool.js';

/** Every tool, in the order in which they are published. A new tool is a file beside these and a line here. */
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

/** A name further away than this is another word, not a slip. */
const NEAREST_MAX_DISTANCE = 4;

/** @throws Refusal UNKNOWN_TOOL that lists the tools and names the nearest */
export function requireTool(name: string): Tool {
  const tool = byName.get(name);
  if (tool) return tool;
  const tools = TOOLS.map((known) => known.name);
  const nearest = findNearest(name, tools);
  const shown = JSON.stringify(name.slice(0, 60).toWellFormed());
  throw new Refusal('UNKNOWN_TOOL', `There is no tool ${shown}.`, {
    tools,
    hint: nearest
      ? `Call ${nearest}; it is the nearest of the tools there are.`
      : 'Call one of the tools there are.',
  });
}

/** taskUpdate, task.update and UpdateTask mean task_update. */
function findNearest(name: string, tools: readonly string[]): string | null {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const candidates = [words.join('_'), [...words].reverse().join('_'), `task_${words.join('_')}`];
  for (const candidate of candidates) {
    const nearest = closest(candidate, [...tools]);
    if (distance(candidate, nearest) <= NEAREST_MAX_DISTANCE) return nearest;
  }
  return null;
}
