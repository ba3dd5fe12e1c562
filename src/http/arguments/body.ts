import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../../json/read.js';
import { invalidInput, Refusal } from '../../refusals/refusal.js';
import { JSON_TYPE, MERGE_PATCH_TYPE } from '../answers/negotiation.js';

/** A tool call is one small change; the largest, a description of 10,000 code points, stays far below it. */
export const BODY_MAX_BYTES = 1_048_576;

const NO_JSON = 'The Content-Type of the body is not JSON.';

const CHARSET = /;\s*charset\s*=\s*("?)([^\s";]*)\1/gi;
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8']);

type BodyReader = (request: FastifyRequest, bytes: Buffer) => unknown;

/** Bodies are JSON in UTF-8 and nothing else; the gate's parser reads them all. An empty one has no type. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addParser(app, JSON_TYPE, readBody);
  addParser(app, MERGE_PATCH_TYPE, (request, bytes) => {
    if (request.method !== 'PATCH') throw unsupported(`${MERGE_PATCH_TYPE} is for PATCH only.`);
    return readBody(request, bytes);
  });
  addParser(app, '*', () => {
    throw unsupported(NO_JSON);
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!hasBody(raw.headers)) delete raw.headers['content-type'];
    done();
  });
}

/** For a scope whose door reads JSON itself: request.body is the bytes, undefined where there are none. */
export function registerRawBodyParser(app: FastifyInstance): void {
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, ({ headers }, bytes: Buffer, done) => {
    requirePlainUtf8(headers);
    done(null, bytes);
  });
}

/** Every GET of the scope refuses a body, which Fastify would leave unread. */
export function refuseBodiesOfReads(app: FastifyInstance): void {
  app.addHook('preValidation', ({ method, raw }, _reply, done) => {
    if ((method === 'GET' || method === 'HEAD') && hasBody(raw.headers)) {
      const message = 'A GET takes no body; send in the query what this address takes.';
      throw invalidInput([{ path: '', code: 'body', message }]);
    }
    done();
  });
}

/** Also true for a body in chunks that may turn out to be empty. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The type of a body that has not been read. @throws Refusal UNSUPPORTED_MEDIA_TYPE */
export function requireReadableBody({ method, headers }: FastifyRequest): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE && (type !== MERGE_PATCH_TYPE || method !== 'PATCH')) throw unsupported(NO_JSON);
  requirePlainUtf8(headers);
}

function addParser(app: FastifyInstance, type: string, read: BodyReader): void {
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    done(null, bytes.length === 0 ? {} : read(request, bytes));
  });
}

function readBody({ headers }: FastifyRequest, bytes: Buffer): unknown {
  requirePlainUtf8(headers);
  return parseJson(bytes);
}

function requirePlainUtf8(headers: IncomingHttpHeaders): void {
  requireUtf8(headers['content-type'] ?? '');
  requireIdentity(headers['content-encoding']);
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
