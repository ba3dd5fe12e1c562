/**
 * Why the embedded Postgres cannot serve: one sentence for the operator that names the thing and the
 * way out.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** It cannot serve until somebody makes room. */
export class DiskFullError extends EmbeddedPostgresError {}

export const DISK_FULL = 'its disk is full, or its quota is used up. Make room there';

/** What Postgres and the system say of a disk that takes no more. */
const NO_ROOM = /No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b/;

export function saysDiskFull(text: string): boolean {
  return NO_ROOM.test(text);
}

/** The code of a system error ("ENOENT"), or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What an error says, on one line, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

/** The output of a program as part of a sentence. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
