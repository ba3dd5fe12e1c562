import { isPlainObject } from '../json/values.js';
import { LABELS_ARE_WHOLE, TO_EMPTY } from './advice.js';
import type { ObjectShape } from './shape.js';

/** What sets a field, in a JSON Patch (RFC 6902). */
const SETTING: ReadonlySet<unknown> = new Set(['replace', 'add']);
const OPERATIONS: ReadonlySet<unknown> = new Set(['replace', 'add', 'remove', 'test', 'move', 'copy']);
/** A pointer to a field of the object itself. */
const POINTER = /^\/(\w+)$/;
/** More than an object of a tool has fields. */
const OPERATIONS_MAX_COUNT = 20;

/** What operations on an object come to. */
export interface Operations {
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
export function readOperations(
  shape: ObjectShape,
  value: unknown,
  canEmpty: CanEmpty,
): Operations | undefined {
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
  else if (name === undefined || (op === 'add' && kind === 'array')) says.push(...wayOf(String(path)));
  else if (takesAway && canEmpty(name)) emptied.push(name);
  else if (takesAway) says.push(TO_EMPTY);
  else if (op !== undefined && !SETTING.has(op)) says.push('send each field with its new value');
  else if (value === undefined) says.push('send each field with its new value');
  else fields.push([name, value]);
}

/** Of an operation on what is inside a field. */
function wayOf(path: string): string[] {
  if (path.startsWith('/labels')) return [LABELS_ARE_WHOLE];
  if (/block|depend/i.test(path)) return ['addBlockedBy adds, removeBlockedBy takes away'];
  return ['send each field with its new value'];
}
