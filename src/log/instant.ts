/**
 * "2026-11-30 08:15:30.12" or with a T, as Postgres prints a timestamp, as RFC 3339 in UTC with milliseconds.
 */
export function toInstant(timestamp: string): string {
  const fraction = timestamp.slice(20).padEnd(3, '0');
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction}Z`;
}
