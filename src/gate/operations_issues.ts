import { isSmall } from '../json/values.js';
import type { Issue } from '../refusals/refusal.js';
import { render } from '../text/render.js';
import { OPERATIONS_CODE } from './advice.js';
import { quote } from './fault.js';
import { isClearable } from './nothing.js';
import { readOperations } from './operations.js';
import type { ObjectShape } from './shape.js';
import { wanted } from './wanted.js';

/**
 * The issues of operations in place of the object's fields: {"op": "replace", "path": "/status", "value":
 * "done"}, an array of such, or {"field": "status", "value": "done"}. undefined for anything else. What takes
 * a value away is the argument that empties its field; what adds to a value or tests it is said, not guessed.
 */
export function operationsIssues(
  root: ObjectShape,
  shape: ObjectShape,
  path: string,
  value: unknown,
  args: Record<string, unknown>,
): Issue[] | undefined {
  const read = readOperations(shape, value, (field) => isClearable(root, field));
  if (!read) return undefined;
  const { fields, emptied, says } = read;
  const suggestion = Object.fromEntries(fields);
  const base = { path, code: OPERATIONS_CODE, expected: wanted(shape), received: render(value) };
  if (says.length > 0 || !isSmall(suggestion)) {
    const clauses = [`${path} must hold the fields themselves, not operations`, ...new Set(says)];
    return [{ ...base, message: `${clauses.join('; ')}.` }];
  }
  const message = `${path} must hold the fields themselves: send ${quote(suggestion)}`;
  if (emptied.length === 0) return [{ ...base, message: `${message}.`, suggestion }];
  const clear = [...new Set([args.clear ?? [], emptied].flat())];
  const means = `clear ${render(clear)} empties what the operations take away; send it.`;
  return [
    { ...base, message: `${message} and clear: ${render(clear)}.`, suggestion },
    { path: 'clear', code: 'implied', message: means, suggestion: clear },
  ];
}
