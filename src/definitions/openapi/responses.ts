import { MARK_HEX_DIGITS } from '../../log/marked_version.js';
import { CATALOG, type ErrorCode } from '../../refusals/catalog.js';
import type { Kept } from '../../routes/route.js';
import { exampleProblem } from '../examples.js';
import { CODES } from '../published.js';
import { type Part, pascalCase, refer } from './components.js';

/** What answers have in common: their headers, the 304, and the problems. */

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

/** Of answers that a client may keep, by what tells whether they are still the same. */
export const KEPT_HEADERS: Readonly<Record<Kept['by'], readonly HeaderName[]>> = {
  'list version': ['ListETag', 'PrivateRevalidate'],
  bytes: ['TextETag', 'Revalidate'],
};

/** The answer to If-None-Match, with the headers that the 200 has of those that a cache needs. */
export function notModified({ by, what }: Kept): Part {
  const description =
    by === 'list version'
      ? 'The list is still at the version that If-None-Match names.'
      : `The ${what} are still those that If-None-Match names.`;
  return { description, headers: headerRefs(KEPT_HEADERS[by]) };
}

/** What an operation can be refused with beyond the status that the catalog gives a code. */
interface RefusalForm {
  /** If-Match gives a stale version a status of its own: 412 beside 409. */
  readonly hasIfMatch?: boolean;
  /** A refused media type names the ones that a PATCH takes. */
  readonly isPatch?: boolean;
}

const PRECONDITION_FAILED = 412;

/**
 * The problem responses of the operations: a component for each status with a set of codes, so that an
 * operation names exactly the codes that it can give and the document says each combination once.
 */
export class ProblemResponses {
  readonly #components = new Map<string, Part>();

  /** References to the responses for these codes, by status. */
  refs(codes: readonly ErrorCode[], { hasIfMatch = false, isPatch = false }: RefusalForm = {}): Part {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of CODES) {
      if (!codes.includes(code)) continue;
      const { status } = CATALOG[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    if (hasIfMatch) byStatus.set(PRECONDITION_FAILED, ['STALE_VERSION']);
    const refs = [...byStatus].map(([status, among]) => [status, this.#refer(status, among, isPatch)]);
    return Object.fromEntries(refs);
  }

  /** Every component that was referred to, by name. */
  components(): Part {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #refer(status: number, codes: readonly ErrorCode[], isPatch: boolean): Part {
    const headers = headersOf(status, isPatch);
    const suffix = headers.includes('AcceptPatch') ? 'OfPatch' : '';
    const name =
      status === PRECONDITION_FAILED ? 'PreconditionFailed' : codes.map(pascalCase).join('Or') + suffix;
    if (!this.#components.has(name)) this.#components.set(name, toResponse(status, codes, headers));
    return refer('responses', name);
  }
}

function headersOf(status: number, isPatch: boolean): HeaderName[] {
  if (status === 401) return ['Authenticate'];
  if (status === 429 || status === 503) return ['RetryAfter'];
  if (status === 415 && isPatch) return ['AcceptPatch'];
  return [];
}

function toResponse(status: number, codes: readonly ErrorCode[], headers: readonly HeaderName[]): Part {
  const examples = codes.map((code) => [
    code,
    { summary: CATALOG[code].title, value: exampleProblem(code, status) },
  ]);
  return {
    description: codes.map((code) => `${code}: ${CATALOG[code].title}.`).join(' '),
    headers: headerRefs(headers),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            refer('schemas', 'Problem'),
            {
              type: 'object',
              properties: {
                status: { type: 'integer', enum: [status] },
                code: { type: 'string', enum: codes },
              },
              required: ['status', 'code'],
            },
          ],
        },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
