import type { ErrorCode } from '../../refusals/catalog.js';
import { type HeaderName, headerRefs } from './headers.js';
import type { Part } from './part.js';
import type { ProblemResponses } from './responses.js';

/** What a route that is no tool answers: one media type with its examples, and text where it is asked for. */
export interface GetSpec {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'tools' | 'lists' | 'service';
  readonly parameters?: readonly Part[];
  readonly answers: string;
  readonly type: string;
  readonly schema: Part;
  /** Either this or `examples`. */
  readonly example?: unknown;
  /** By name, as the document writes them. */
  readonly examples?: Part;
  /** An example of what Accept: text/plain answers, where the route heeds it. */
  readonly text?: string;
  readonly headers?: readonly HeaderName[];
  /** The 304 of a route that takes If-None-Match. */
  readonly notModified?: Part;
  readonly refusals: readonly ErrorCode[];
}

/** The path item of a route that only GET takes. The routes of the service itself need no key. */
export function getOperation(problems: ProblemResponses, spec: GetSpec): { readonly get: Part } {
  const { operationId, summary, description, tag, parameters, headers = [], notModified } = spec;
  const shown = spec.examples ? { examples: spec.examples } : { example: spec.example };
  const text = spec.text !== undefined && { schema: { type: 'string' }, example: spec.text };
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
          headers: headerRefs(headers),
          content: {
            [spec.type]: { schema: spec.schema, ...shown },
            ...(text && { 'text/plain': text }),
          },
        },
        ...(notModified && { 304: notModified }),
        ...problems.refs(spec.refusals),
      },
    },
  };
}
