import { isPlainObject } from '../../gate/embedded.js';

/** Deeper than anything that the protocol reads; what lies below is the caller's own. */
const LEVELS_MAX_COUNT = 16;
/** What a client can do is an object, which comes as [] out of PHP where it is empty. */
const OBJECT_NAME = /apabilities$/;
const NOTIFICATION = /^notifications\//;

/**
 * A message as a language would write it that leaves out what is not given: null stands for absent in many,
 * on every parameter of the protocol. So does an empty cursor, which no page has. The id of a request stays,
 * since one that is null cannot be answered.
 */
export function withoutAbsent(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, ...rest } = message;
  const isNamed = id !== undefined && (id !== null || !NOTIFICATION.test(String(message.method)));
  return { ...given(rest, 1), ...(isNamed && { id }) };
}

function given(object: Readonly<Record<string, unknown>>, level: number): Record<string, unknown> {
  // Unlike an assignment, this keeps a key such as __proto__ a key.
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => value !== null && !(name === 'cursor' && value === ''))
      .map(([name, value]) => [name, isEmptyObject(name, value) ? {} : givenIn(value, level + 1)]),
  );
}

function isEmptyObject(name: string, value: unknown): boolean {
  return OBJECT_NAME.test(name) && Array.isArray(value) && value.length === 0;
}

function givenIn(value: unknown, level: number): unknown {
  if (level > LEVELS_MAX_COUNT) return value;
  if (Array.isArray(value)) return value.map((item) => givenIn(item, level + 1));
  return isPlainObject(value) ? given(value, level) : value;
}
