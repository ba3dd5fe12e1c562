import { type Issue, Refusal } from '../refusals/refusal.js';

/** Takes a byte order mark away, as RFC 8259 allows, and throws on bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. @throws Refusal MALFORMED_BODY when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new Refusal('MALFORMED_BODY', 'The body is not UTF-8.', { issues: [encodingIssue(bytes)], cause });
  }
}

/** Names the first byte that is wrong. */
function encodingIssue(bytes: Buffer): Issue {
  const offset = findInvalidByte(bytes);
  const byte = bytes[offset];
  const hex = byte === undefined ? 'the end' : `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const message = `The body is not valid UTF-8 at byte ${offset} (${hex}); encode it as UTF-8.`;
  return { path: '', code: 'unicode', message, expected: 'UTF-8' };
}

/**
 * The start of the first sequence that is not UTF-8, by bisection: a prefix is valid up to it and never
 * after.
 */
function findInvalidByte(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isPrefixOfUtf8(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isPrefixOfUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
