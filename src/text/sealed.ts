import { createHash } from 'node:crypto';

/** Bytes that are made once, and the entity tag that stands for them. */
export interface Sealed {
  readonly bytes: string;
  readonly etag: string;
}

export function seal(bytes: string): Sealed {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
}
