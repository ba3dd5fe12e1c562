import type { FastifyReply, FastifyRequest } from 'fastify';

export const JSON_TYPE = 'application/json';
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

const ANSWER_TYPES = [JSON_TYPE, 'text/plain'];
/** What the page of another origin gets differs too. */
const VARY = 'Origin, Accept';
const NAMES_TEXT = /text\/(?:plain|\*)/i;
/** A parameter of a media range other than its weight. */
const PARAMETER = /;(?!\s*q=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi;

/** True when the caller would rather have text for a model than JSON for a program. Says so to caches. */
export function prefersText(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('vary', VARY);
  const { headers } = request.raw;
  const { accept } = headers;
  // Most callers name no type of text; they need no look at every weight.
  if (accept === undefined || !NAMES_TEXT.test(accept)) return false;
  // text/plain; charset=utf-8 asks for text like text/plain. The negotiator would want it to the letter.
  headers.accept = accept.replace(PARAMETER, '');
  return request.accepts().type(ANSWER_TYPES) === 'text/plain';
}

/** True when the caller takes a stream of events and no plain JSON. */
export function prefersEventStream({ headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  return /text\/event-stream/i.test(accept) && !/application\/(?:json|\*)|\*\/\*/i.test(accept);
}

export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(text);
}

export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Ends the tag of an answer in text, where JSON has the bare version. If-Match takes both. */
export const TEXT_MARK = '-text';

/** The entity tag of a task version, or of a marked list version. */
export function toEtag(version: number | string): string {
  return `"${version}"`;
}

/** The caller may keep the answer, and no shared cache; whether it still holds has to be asked each time. */
export const KEPT_BY_CALLER = { 'cache-control': 'private, no-cache' } as const;

/**
 * Whether the caller has this version, under one of its tags, by If-None-Match, which compares weakly (RFC
 * 9110 section 13.1.2).
 */
export function isKnown({ headers }: FastifyRequest, ...etags: readonly string[]): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '');
    return etags.includes(bare) || bare === '*';
  });
}

export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}
