/**
 * Objects and arrays inside each other. No tool takes more than 3; it bounds every recursion over an input.
 */
export const DEPTH_MAX_LEVELS = 16;

/**
 * True for a value that can be kept and repeated exactly, with all that it holds. Ends at the first part
 * that cannot. `level` counts the objects and arrays around it.
 */
export function isSound(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number' || typeof value === 'bigint') return isExact(value);
  if (typeof value !== 'object' || value === null) return true;
  if (level >= DEPTH_MAX_LEVELS) return false;
  if (Array.isArray(value)) return value.every((item) => isSound(item, level + 1));
  return Object.entries(value).every(([key, member]) => isStorable(key) && isSound(member, level + 1));
}

/** True for a value with more objects and arrays inside each other than any tool takes. */
export function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level >= DEPTH_MAX_LEVELS || Object.values(value).some((member) => isTooDeep(member, level + 1));
}

/** True for a text that Postgres can keep. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** False for every bigint: no JSON text holds one. */
export function isExact(number: unknown): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
