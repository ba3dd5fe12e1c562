import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.js';
import { parseJson } from '../gate/json.js';

/** A tool call is one small change; the largest, a description of 10,000 code points, stays far below it. */
export const BODY_MAX_BYTES = 1_048_576;

const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';
/** What Accept-Patch names. */
export const PATCH_TYPES = [MERGE_PATCH_TYPE, JSON_TYPE];

const CHARSET = /;\s*charset\s*=\s*("?)([^\s";]*)\1/gi;
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8']);

/** Bodies are JSON in UTF-8 and nothing else; the gate's parser reads them all. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const raw = { parseAs: 'buffer' } as const;
  app.addContentTypeParser(JSON_TYPE, raw, (request, bytes: Buffer, done) => {
    done(null, readBody(request, bytes));
  });
  app.addContentTypeParser(MERGE_PATCH_TYPE, raw, (request, bytes: Buffer, done) => {
    if (request.method !== 'PATCH') throw unsupported(`${MERGE_PATCH_TYPE} is for PATCH only.`);
    done(null, readBody(request, bytes));
  });
}

function readBody({ headers }: FastifyRequest, bytes: Buffer): unknown {
  requireUtf8(headers['content-type'] ?? '');
  requireIdentity(headers['content-encoding']);
  return parseJson(bytes);
}

function requireUtf8(contentType: string): void {
  if (contentType === JSON_TYPE) return;
  for (const [, , charset = ''] of contentType.matchAll(CHARSET)) {
    if (!UTF_8.has(charset.toLowerCase())) throw unsupported('The charset of the body is not UTF-8.');
  }
}

function requireIdentity(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw unsupported('The body is compressed; send it without Content-Encoding.');
}

function unsupported(detail: string): Refusal {
  return new Refusal('UNSUPPORTED_MEDIA_TYPE', detail);
}
