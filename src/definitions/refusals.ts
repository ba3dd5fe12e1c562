import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import type { Tool } from '../tools/tool.js';

/**
 * Every code, in the order of the catalog. The cast holds because ErrorCode is the type of the catalog's
 * keys.
 */
export const CODES = Object.keys(CATALOG) as readonly ErrorCode[];

/**
 * What every address can refuse a request with: one that is not sound, that comes late, or while the service
 * closes.
 */
export const REQUEST_REFUSALS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'REQUEST_TIMEOUT',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'STORE_UNAVAILABLE',
];

/** What every address below /v1 can refuse. */
export const CALL_REFUSALS: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  ...REQUEST_REFUSALS,
];

/** In addition, what an address that takes a body can refuse. */
export const BODY_REFUSALS: readonly ErrorCode[] = [
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/**
 * What a call of the tool can be refused with through any door: by its rule, by its list and by the store.
 */
export function refusalsOf(tool: Tool): readonly ErrorCode[] {
  const contention: readonly ErrorCode[] = tool.kind === 'write' ? ['CONTENTION'] : [];
  return [...tool.refusals, ...CALL_REFUSALS, ...contention];
}
