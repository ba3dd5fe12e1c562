import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from '../../refusals/refusal.js';
import { render } from '../../text/render.js';
import { isFieldOfOurs, refuseRepeatedHeaders } from '../arguments/headers.js';
import { misnamed, refuseMisnamedHeaders } from './header_names.js';

/** As many as Node keeps by itself. More than any caller has; proxies add a dozen. */
export const HEADER_FIELDS_MAX_COUNT = 1_000;

const VERSIONS: ReadonlySet<string> = new Set(['1.1', '1.0']);

/** A body is framed by chunks and nothing else: whatever else is named would have changed its bytes. */
const CHUNKED = /^chunked$/i;
const CONTINUE = /^100-continue$/i;

/**
 * What the head of a request must be for its bytes to mean what they say. Node reads on where it should not:
 * it takes a compressed body as it is, any version, and any expectation.
 *
 * @throws Refusal
 */
export function judgeHead(request: IncomingMessage): void {
  const { httpVersion, headers, rawHeaders } = request;
  if (!VERSIONS.has(httpVersion)) {
    const message = `HTTP/${httpVersion} is not spoken here; send the request as HTTP/1.1.`;
    throw invalidInput([{ path: '', code: 'http', message, expected: 'HTTP/1.1' }]);
  }
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
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    refuseMisnamedHeaders(raw.headers, raw.method);
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

/** RFC 9112 section 3.2. Node would answer by itself, with an empty body. */
function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return;
  throw invalidInput([{ path: 'Host', code: 'required', message: 'The header Host is missing; send it.' }]);
}
