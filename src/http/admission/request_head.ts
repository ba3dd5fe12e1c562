import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Issue, invalidInput, Refusal } from '../../refusals/refusal.js';
import { render } from '../../text/render.js';
import { isFieldOfOurs, refuseRepeatedHeaders } from '../arguments/headers.js';
import type { TargetOrigin } from './origins.js';

/** As many as Node keeps by itself. More than any caller has; proxies add a dozen. */
const HEADER_FIELDS_MAX_COUNT = 1_000;

const VERSIONS: ReadonlySet<string> = new Set(['1.1', '1.0']);

/** A body is framed by chunks and nothing else: whatever else is named would have changed its bytes. */
const CHUNKED = /^chunked$/i;
/** Of an address that came whole. */
const SCHEME = /^https?$/i;
const CONTINUE = /^100-continue$/i;

/**
 * What the head of a request must be for its bytes to mean what they say. Node reads on where it should not:
 * it takes a compressed body as it is, any version, and any expectation.
 *
 * @throws Refusal
 */
function judgeHead(request: IncomingMessage): void {
  const { httpVersion, headers, rawHeaders } = request;
  if (!VERSIONS.has(httpVersion)) {
    const message = `HTTP/${httpVersion} is not spoken here; send the request as HTTP/1.1.`;
    throw invalidInput([{ path: '', code: 'http', message, expected: 'HTTP/1.1' }]);
  }
  if (request.targetOrigin !== undefined) judgeScheme(request.targetOrigin);
  const count = rawHeaders.length / 2;
  if (count > HEADER_FIELDS_MAX_COUNT) {
    const detail = `The request has ${count} header fields; ${HEADER_FIELDS_MAX_COUNT} are the most.`;
    const hint = `Send at most ${HEADER_FIELDS_MAX_COUNT} header fields. This call stored nothing.`;
    throw new Refusal('HEADERS_TOO_LARGE', detail, { hint });
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) judgeCoding(coding, httpVersion);
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) {
    throw new Refusal('EXPECTATION_FAILED', `The request expects ${render(headers.expect)}.`);
  }
}

function judgeScheme({ scheme }: TargetOrigin): void {
  if (SCHEME.test(scheme)) return;
  const begins = `The address begins with ${render(`${scheme}://`)}`;
  const message = `${begins}, which is not served here; send the path alone, or the address with http://.`;
  throw invalidInput([{ path: '', code: 'url', message, expected: 'http://' }]);
}

function judgeCoding(coding: string, httpVersion: string): void {
  const issue = { path: 'Transfer-Encoding', code: 'http', received: render(coding) };
  if (httpVersion !== '1.1') {
    const message = `HTTP/${httpVersion} has no Transfer-Encoding; send Content-Length.`;
    throw invalidInput([{ ...issue, message, expected: 'Content-Length' }]);
  }
  if (CHUNKED.test(coding)) return;
  const message = 'The body is sent in a coding that is not taken; send it as it is, in chunks or by length.';
  throw invalidInput([{ ...issue, message, expected: 'chunked' }]);
}

/** Refuses what would be passed over and means something: fields of another name, or behind the body. */
export function registerHeaderFields(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, query }, _reply, done) => {
    refuseMisnamedHeaders(raw.headers, raw.method);
    // Fastify's reader of queries makes nothing else.
    refuseOtherMethod(query as Readonly<Record<string, unknown>>, raw.method);
    done();
  });
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    refuseTrailers(raw);
    done();
  });
}

/**
 * Fields behind the body come too late to be read.
 *
 * @throws Refusal INVALID_INPUT that names each that means something as a header, or nearly does
 */
function refuseTrailers({ rawTrailers = [] }: Partial<IncomingMessage>): void {
  if (rawTrailers.length === 0) return;
  const names = rawTrailers.filter((_, index) => index % 2 === 0).filter(meansSomething);
  const issues = [...new Set(names)].map((name) => {
    const right = misnamed(name.toLowerCase())?.expected ?? name;
    const message = `${name} came behind the body, where it is not read; send ${right} before the body.`;
    return { path: name, code: 'http', message, expected: `${right} as a header` };
  });
  if (issues.length > 0) throw invalidInput(issues);
}

function meansSomething(name: string): boolean {
  return isFieldOfOurs(name) || misnamed(name.toLowerCase()) !== undefined;
}

/** What every request must be, wherever it goes. */
export function registerAdmission(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    judgeHead(request.raw);
    requireHost(request);
    refuseRepeatedHeaders(request.raw);
    done();
  });
}

/** What no host has and a reader of URLs passes over: RFC 3986 section 3.2.2. */
const NO_HOST = /[\t/?#\\@]/;

/**
 * RFC 9112 section 3.2. Node would answer by itself, with an empty body, and takes any value. Where the
 * address came whole, the judge of names compares both.
 */
function requireHost({ raw }: FastifyRequest): void {
  const { host } = raw.headers;
  if (host !== undefined && raw.targetOrigin === undefined && NO_HOST.test(host)) {
    const message = `Host is ${render(host)}, which is more than a name and a port; send these alone.`;
    throw invalidInput([{ path: 'Host', code: 'http', message, expected: 'a name and a port' }]);
  }
  if (host !== undefined || raw.httpVersion !== '1.1') return;
  throw invalidInput([{ path: 'Host', code: 'required', message: 'The header Host is missing; send it.' }]);
}

const READ_NAMES = ['Idempotency-Key', 'If-Match', 'If-None-Match', 'Tasklatch-Agent', 'Tasklatch-Session'];
/** By what they are called without what sets words apart. */
const READ_BY_LETTERS: ReadonlyMap<string, string> = new Map(
  READ_NAMES.map((name) => [lettersOf(name), name]),
);
const READ_FIELDS: ReadonlySet<string> = new Set(READ_NAMES.map((name) => name.toLowerCase()));

/** What begins a name that is nearly one of these, or that asks for what is not done. Few others do. */
const ODD_STARTS: ReadonlySet<number> = new Set([...'dimtx-_'].map((start) => start.charCodeAt(0)));
const IDEMPOTENT = 'idempoten';
const PRODUCT = 'tasklatch';
const DRY_RUN = 'dryrun';
/** Without an X before them. */
const METHOD_NAMES: ReadonlySet<string> = new Set(['httpmethodoverride', 'httpmethod', 'methodoverride']);
const METHOD_IN_QUERY = '_method';
/** Longer than each of them; the rest could be any number of dashes. */
const METHOD_NAME_MAX_UNITS = 40;
const PREFERS_DRY_RUN = /\bdry[-_]?run\b/i;

/**
 * A header that is nearly one of ours would be passed over: with Idempotency_Key or X-Idempotency-Key a
 * second call would make a second task. So would one that is to hold a write back.
 *
 * @throws Refusal INVALID_INPUT that names each with the header that is read
 */
function refuseMisnamedHeaders(headers: IncomingHttpHeaders, method: string | undefined): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const issues: Issue[] = [];
  for (const name in headers) {
    if (!isOdd(name)) continue;
    const issue =
      misnamed(name) ?? (isRead ? undefined : dryRun(name)) ?? otherMethod(name, headers[name], method);
    if (issue !== undefined) issues.push(issue);
  }
  if (!isRead && headers.prefer !== undefined && PREFERS_DRY_RUN.test(String(headers.prefer))) {
    issues.push(noDryRun('prefer'));
  }
  if (issues.length > 0) throw invalidInput(issues);
}

/** The issue of a name, in lower case, that is none of ours and nearly one; undefined for any other. */
function misnamed(name: string): Issue | undefined {
  if (READ_FIELDS.has(name)) return undefined;
  const letters = lettersOf(name);
  if (letters.includes(IDEMPOTENT)) return notRead(name, 'Idempotency-Key');
  const bare = letters.startsWith('x') ? letters.slice(1) : letters;
  const isOfProduct = bare.startsWith(PRODUCT);
  const meant = READ_BY_LETTERS.get(bare) ?? (isOfProduct ? meantOfProduct(bare) : undefined);
  if (meant !== undefined) return notRead(name, meant);
  if (!isOfProduct) return undefined;
  const message = `${name} is not read; of its own this service reads Tasklatch-Agent and Tasklatch-Session.`;
  return { path: name, code: 'unknown_key', message };
}

function meantOfProduct(letters: string): string | undefined {
  if (letters.startsWith(`${PRODUCT}agent`)) return 'Tasklatch-Agent';
  if (letters.startsWith(`${PRODUCT}session`)) return 'Tasklatch-Session';
  return READ_BY_LETTERS.get(letters.slice(PRODUCT.length));
}

function notRead(name: string, meant: string): Issue {
  return { path: name, code: 'unknown_key', message: `${name} is not read; send ${meant}.`, expected: meant };
}

function dryRun(name: string): Issue | undefined {
  return lettersOf(name).includes(DRY_RUN) ? noDryRun(name) : undefined;
}

function noDryRun(name: string): Issue {
  const message = `${name} asks for a dry run, which there is none of here; send it without only if the call is meant.`;
  return { path: name, code: 'unknown_key', message };
}

/** The same in a query, of which MCP leaves most to the client. @throws Refusal INVALID_INPUT */
function refuseOtherMethod(query: Readonly<Record<string, unknown>>, method: string | undefined): void {
  const issues: Issue[] = [];
  for (const name in query) {
    const issue = otherMethod(name, query[name], method);
    if (issue !== undefined) issues.push(issue);
  }
  if (issues.length > 0) throw invalidInput(issues);
}

/** A header, or what stands for it in a query, by which clients name another method. */
function otherMethod(name: string, value: unknown, method = ''): Issue | undefined {
  if (name !== METHOD_IN_QUERY && !namesMethod(name)) return undefined;
  const asked = String(value).trim();
  if (asked === '' || asked.toUpperCase() === method) return undefined;
  const message = `${name} asks for ${render(asked)} in a ${method}; send the request with the method that is meant.`;
  return { path: name, code: 'unknown_key', message };
}

function namesMethod(name: string): boolean {
  return name.length <= METHOD_NAME_MAX_UNITS && METHOD_NAMES.has(lettersOf(name).replace(/^x/, ''));
}

/** A first look, since every header of every request is asked for. */
function isOdd(name: string): boolean {
  return ODD_STARTS.has(name.charCodeAt(0)) || name.includes(IDEMPOTENT) || name.startsWith('http');
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '').replaceAll('_', '');
}
