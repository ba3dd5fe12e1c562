/** What JSON of Postgres has, but for a time whose milliseconds end with 0. */
const WHOLE_LENGTH = '2026-11-30T08:15:30.125'.length;

/**
 * "2026-11-30 08:15:30.12" or with a T, as Postgres prints a timestamp, as RFC 3339 in UTC with milliseconds.
 */
export function toInstant(timestamp: string): string {
  if (timestamp.length === WHOLE_LENGTH && timestamp[10] === 'T') return `${timestamp}Z`;
  const fraction = timestamp.slice(20).padEnd(3, '0');
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction}Z`;
}
