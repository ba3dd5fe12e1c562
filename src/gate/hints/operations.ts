import { isPlainObject, isSmall } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { adviceOf } from '../../schema/advice.js';
import { isClearable, type ObjectShape, wanted } from '../../schema/shape.js';
import { render, toCopy } from '../../text/render.js';
import { nearest } from '../../text/words.js';

/** Clauses that several issues say, and the code by which a door tells an issue that it words anew. */

/** In words that a merge patch, which has no clear, replaces by its own. */
export const TO_EMPTY = 'to empty it name it in clear';

/** Code of the issue of operations in place of fields. */
export const OPERATIONS_CODE = 'operations';

/** What sets a field, in a JSON Patch (RFC 6902). */
const SETTING: ReadonlySet<unknown> = new Set(['replace', 'add']);
const OPERATIONS: ReadonlySet<unknown> = new Set(['replace', 'add', 'remove', 'test', 'move', 'copy']);
/** A pointer to a field of the object itself. */
const POINTER = /^\/(\w+)$/;
/** More than an object of a tool has fields. */
const OPERATIONS_MAX_COUNT = 20;

/** What operations on an object come to. */
interface Operations {
  readonly fields: [string, unknown][];
  /** Fields that are taken away. */
  readonly emptied: string[];
  /** What they ask for that fields cannot say. */
  readonly says: string[];
}

/** The fields that such operations set; undefined where one does something else. */
export function fieldsIn(shape: ObjectShape, value: unknown): Record<string, unknown> | undefined {
  const read = readOperations(shape, value, () => false);
  return read && read.says.length === 0 ? Object.fromEntries(read.fields) : undefined;
}

/** True for a value that holds operations, whatever they do. */
export function isOperations(value: unknown): boolean {
  const operations = Array.isArray(value) ? value : [value];
  return operations.length > 0 && operations.length <= OPERATIONS_MAX_COUNT && operations.every(isOperation);
}

function isOperation(operation: unknown): boolean {
  if (!isPlainObject(operation)) return false;
  const { op, path, field, value, ...others } = operation;
  if (OPERATIONS.has(op) && typeof path === 'string') return true;
  const isOne = typeof field === 'string' && value !== undefined && Object.keys(others).length === 0;
  return isOne && op === undefined && path === undefined;
}

/** Whether a field can be named as one to be emptied. */
type CanEmpty = (field: string) => boolean;

/** What the operations come to; undefined for a value that holds none. */
function readOperations(shape: ObjectShape, value: unknown, canEmpty: CanEmpty): Operations | undefined {
  if (!isOperations(value)) return undefined;
  const read: Operations = { fields: [], emptied: [], says: [] };
  for (const operation of [value].flat())
    if (isPlainObject(operation)) readOne(shape, operation, canEmpty, read);
  return read;
}

function readOne(
  shape: ObjectShape,
  { op, path, field, value }: Record<string, unknown>,
  canEmpty: CanEmpty,
  { fields, emptied, says }: Operations,
): void {
  const name = typeof field === 'string' ? field : POINTER.exec(String(path))?.[1];
  const kind = name === undefined ? undefined : shape.members.get(name)?.kind;
  const takesAway = op === 'remove' || value === null;
  if (op === 'test') says.push('in place of a test send expectedVersion, the version that you saw');
  else if (name === undefined || (op === 'add' && kind === 'array')) says.push(wayOf(shape, String(path)));
  else if (takesAway && canEmpty(name)) emptied.push(name);
  else if (takesAway) says.push(TO_EMPTY);
  else if (op !== undefined && !SETTING.has(op)) says.push('send each field with its new value');
  else if (value === undefined) says.push('send each field with its new value');
  else fields.push([name, value]);
}

/** Of an operation on what is inside a field. */
function wayOf({ members, vocabulary }: ObjectShape, path: string): string {
  const name = nearest(INSIDE.exec(path)?.[1] ?? '', [...members.keys()], vocabulary);
  const member = name === undefined ? undefined : members.get(name);
  return (member && adviceOf(member.schema).inside) ?? 'send each field with its new value';
}
/** The field at the head of a pointer. */
const INSIDE = /^\/(\w+)/;

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
  const message = `${path} must hold the fields themselves: send ${toCopy(suggestion)}`;
  if (emptied.length === 0) return [{ ...base, message: `${message}.`, suggestion }];
  const clear = [...new Set([args.clear ?? [], emptied].flat())];
  const means = `clear ${render(clear)} empties what the operations take away; send it.`;
  return [
    { ...base, message: `${message} and clear: ${render(clear)}.`, suggestion },
    { path: 'clear', code: 'implied', message: means, suggestion: clear },
  ];
}
