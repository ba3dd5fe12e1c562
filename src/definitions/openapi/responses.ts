import { CATALOG, type ErrorCode } from '../../refusals/catalog.js';
import { exampleProblem } from '../examples.js';
import { CODES } from '../refusals.js';
import { type HeaderName, headerRefs } from './headers.js';
import { type Part, pascalCase, refer } from './part.js';

/** What an operation can be refused with beyond the status that the catalog gives a code. */
export interface RefusalForm {
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
