import type { ErrorCode } from '../../errors.js';
import { type HeaderName, headerRefs } from './headers.js';
import type { Part } from './part.js';
import type { ProblemResponses } from './responses.js';

/** What a route that is no tool answers: one media type, one example. */
export interface GetSpec {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'tools' | 'lists' | 'service';
  readonly parameters?: readonly Part[];
  readonly answers: string;
  readonly type: string;
  readonly schema: Part;
  readonly example: unknown;
  readonly headers?: readonly HeaderName[];
  /** The 304 of a route that takes If-None-Match. */
  readonly notModified?: Part;
  readonly refusals: readonly ErrorCode[];
}

/** The path item of a route that only GET takes. The routes of the service itself need no key. */
export function getOperation(problems: ProblemResponses, spec: GetSpec): { readonly get: Part } {
  const { operationId, summary, description, tag, parameters, headers = [], notModified } = spec;
  return {
    get: {
      operationId,
      summary,
      ...(description !== undefined && { description }),
      tags: [tag],
      ...(tag === 'service' && { security: [] }),
      ...(parameters && { parameters }),
      responses: {
        200: {
          description: spec.answers,
          headers: headerRefs(['RequestId', ...headers]),
          content: { [spec.type]: { schema: spec.schema, example: spec.example } },
        },
        ...(notModified && { 304: notModified }),
        ...problems.refs(spec.refusals),
      },
    },
  };
}
