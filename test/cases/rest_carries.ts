import { publishedInput } from '../../src/definitions/published.js';
import { requireTool } from '../../src/registry.js';
import { taskUpdate } from '../../src/tasks/tools/task_update.js';
import { fold } from '../../src/text/words.js';
import type { Arguments } from '../support/doors.js';

/** What stands in front of a merge patch, beside the fields of the patch itself. */
const BESIDE_A_PATCH: ReadonlySet<string> = new Set(Object.keys(taskUpdate.input.properties));

/** What repeats the address, or comes from a runtime, stands there too, whatever object of a tool it came in. */
const REPEATED = /^(?:(?:list|tool)(?:id|name)?|toolcallid|session(?:id|key)|chatinput|randomstring|action)$/;

const CLEARABLE: ReadonlySet<unknown> = new Set(['description', 'owner', 'labels']);

/**
 * Whether a resource route can carry these arguments with the meaning that they have for a tool: an address and
 * a query hold text only, and in a merge patch null empties a field.
 */
export function restCarries(name: string, args: Arguments): boolean {
  const { http } = requireTool(name);
  const isOfTask = http.path.includes(':id');
  if (isOfTask && !isInAddress(args.id)) return false;
  if (http.body === 'none') {
    const inQuery = Object.entries(args).filter(([key]) => !isOfTask || key !== 'id');
    return inQuery.every(([key, value]) => isInQuery(name, key, value));
  }
  return http.body === 'merge-patch' ? isMergePatch(args) : true;
}

function isInAddress(id: unknown): boolean {
  return typeof id === 'string' && id.isWellFormed() && id !== '' && !id.includes('\0');
}

/** A text of a query is read as the number or the truth value that its argument takes. */
function isInQuery(tool: string, key: string, value: unknown): boolean {
  if (!key.isWellFormed()) return false;
  const { properties } = publishedInput(requireTool(tool));
  const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (value === null) return known !== undefined;
  // A name alone, such as ?mine, asks for what it names.
  if (value === '' && known === undefined) return false;
  const type = [known?.type ?? 'string'].flat()[0];
  if (type === 'string') return typeof value === 'string' && value.isWellFormed();
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

/** One that names no field is refused in words of its own, and one that clears a field twice cannot be written. */
function isMergePatch({ patch, clear, ...others }: Arguments): boolean {
  if (!isObject(patch) || Object.values(patch).includes(null)) return false;
  if (Object.keys(others).some((key) => !BESIDE_A_PATCH.has(key))) return false;
  const fields = [...Object.keys(patch), ...[clear ?? []].flat()];
  if (fields.length === 0 || new Set(fields).size < fields.length) return false;
  if (fields.some((field) => BESIDE_A_PATCH.has(String(field)) || REPEATED.test(fold(String(field)))))
    return false;
  const isArray = clear === undefined || clear === null || Array.isArray(clear);
  return isArray && [clear ?? []].flat().every((field) => CLEARABLE.has(field));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
