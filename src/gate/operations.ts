import { isPlainObject } from './embedded.js';

/** What sets a field, in a JSON Patch (RFC 6902). */
const SETTING: ReadonlySet<unknown> = new Set(['replace', 'add']);
/** A pointer to a field of the object itself. */
const POINTER = /^\/(\w+)$/;
/** More than an object of a tool has fields. */
const OPERATIONS_MAX_COUNT = 20;

/**
 * The fields that operations on an object set: {"op": "replace", "path": "/status", "value": "done"}, an
 * array of such, or {"field": "status", "value": "done"}. undefined where one does something else.
 */
export function fieldsIn(value: unknown): Record<string, unknown> | undefined {
  const operations = Array.isArray(value) ? value : [value];
  if (operations.length === 0 || operations.length > OPERATIONS_MAX_COUNT) return undefined;
  const fields: [string, unknown][] = [];
  for (const operation of operations) {
    const field = isPlainObject(operation) ? fieldOf(operation) : undefined;
    if (field === undefined || !isPlainObject(operation)) return undefined;
    fields.push([field, operation.value]);
  }
  return Object.fromEntries(fields);
}

function fieldOf({ op, path, field, value, ...others }: Record<string, unknown>): string | undefined {
  if (value === undefined || Object.keys(others).length > 0) return undefined;
  if (op === undefined && path === undefined) return typeof field === 'string' ? field : undefined;
  if (field !== undefined || !SETTING.has(op) || typeof path !== 'string') return undefined;
  return POINTER.exec(path)?.[1];
}
