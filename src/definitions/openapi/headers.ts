import { MARK_HEX_DIGITS } from '../../log/marked_version.js';
import { type Part, refer } from './part.js';

interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: Part;
  readonly example: string;
}

const text = { type: 'string' };

/** The response headers by the name of their component. */
const HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'Names the request in problems, in the log and in the history.',
    schema: text,
    example: '00000000-0000-4000-8000-000000000001',
  },
  TaskETag: {
    name: 'ETag',
    description:
      'The task version, quoted, with -text behind it on an answer in text: what If-Match of the next write names, in either form.',
    schema: { type: 'string', pattern: '^"[1-9][0-9]*(-text)?"$' },
    example: '"3"',
  },
  ListETag: {
    name: 'ETag',
    description:
      'The list version with a mark of its history, quoted, with -text behind it on an answer in text: what If-None-Match of the next read names.',
    schema: { type: 'string', pattern: `^"(0|[1-9][0-9]*-[0-9a-f]{${MARK_HEX_DIGITS}})(-text)?"$` },
    example: '"6-9f3a1c2e"',
  },
  TextETag: {
    name: 'ETag',
    description: 'Stands for the bytes of the answer: what If-None-Match of the next read names.',
    schema: { type: 'string', pattern: '^"[0-9a-f]{64}"$' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  Location: {
    name: 'Location',
    description: 'The address of the new task.',
    schema: text,
    example: '/v1/lists/home/tasks/1',
  },
  Replayed: {
    name: 'Idempotency-Replayed',
    description:
      'true when this is the stored answer of an earlier call with the same key; absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Vary: {
    name: 'Vary',
    description:
      'Names Origin, since only some pages may read the answer, and Accept where an address answers JSON or text.',
    schema: text,
    example: 'Origin',
  },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds after which the same call is worth a retry.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1',
  },
  AcceptPatch: {
    name: 'Accept-Patch',
    description: 'The types of patches that this address takes.',
    schema: text,
    example: 'application/merge-patch+json, application/json',
  },
  CacheControl: {
    name: 'Cache-Control',
    description: 'no-store: what is true now may not be true when it is asked for again.',
    schema: { type: 'string', enum: ['no-store'] },
    example: 'no-store',
  },
  Revalidate: {
    name: 'Cache-Control',
    description: 'no-cache: what is kept may be used once If-None-Match has answered 304.',
    schema: { type: 'string', enum: ['no-cache'] },
    example: 'no-cache',
  },
  PrivateRevalidate: {
    name: 'Cache-Control',
    description:
      'private, no-cache: what the caller itself keeps may be used once If-None-Match has answered 304.',
    schema: { type: 'string', enum: ['private, no-cache'] },
    example: 'private, no-cache',
  },
  ContentTypeOptions: {
    name: 'X-Content-Type-Options',
    description: 'nosniff: the answer is what its type says, whatever text stands in it.',
    schema: { type: 'string', enum: ['nosniff'] },
    example: 'nosniff',
  },
  ContentSecurityPolicy: {
    name: 'Content-Security-Policy',
    description: 'Keeps the page to what this service serves.',
    schema: text,
    example: "default-src 'none'; script-src 'self'",
  },
  Authenticate: {
    name: 'WWW-Authenticate',
    description: 'How to name a key.',
    schema: text,
    example: 'Bearer',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** What every answer has, whatever else it has. */
const ALWAYS: readonly HeaderName[] = ['RequestId', 'Vary', 'ContentTypeOptions', 'CacheControl'];

/** References to header components under their names on the wire; of two with one name, the later holds. */
export function headerRefs(own: readonly HeaderName[]): Part {
  const names = [...new Set([...ALWAYS, ...own])];
  return Object.fromEntries(names.map((name) => [HEADERS[name].name, refer('headers', name)]));
}

/** A response has every header that it names, but Idempotency-Replayed, which only a replay has. */
export function headerComponents(): Part {
  const components = Object.entries(HEADERS).map(([key, { name: _, ...header }]) => [
    key,
    { ...header, required: key !== 'Replayed' },
  ]);
  return Object.fromEntries(components);
}
