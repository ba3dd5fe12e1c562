import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../domain/caller.js';
import { type Issue, invalidInput } from '../errors.js';
import { render } from '../gate/render.js';

/** A version in quotes, as ETag shows it, or bare; short enough to be exact. */
const VERSION_TAG = /^("?)(0|[1-9][0-9]{0,14})\1$/;
/** A string of RFC 9651, in which only the quote and the backslash are escaped. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
/** What goes into a log line and an audit row as it is. */
const PRINTABLE = /^[ -~]{1,100}$/;

const PRINTABLE_EXPECTED = '1 to 100 printable ASCII characters';

/**
 * The version that a write was decided on. `*` names none. Weak tags, lists and whatever else is no version
 * stay strings, so that the gate refuses them.
 */
export function readIfMatch(headers: IncomingHttpHeaders): number | string | undefined {
  const value = headers['if-match'];
  if (value === undefined || value === '*') return undefined;
  const digits = VERSION_TAG.exec(value)?.[2];
  return digits === undefined ? value : Number(digits);
}

/** The key, out of its quotes where it has them. @throws Refusal INVALID_INPUT when a quote is not closed */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const value = textOf(headers, 'idempotency-key');
  if (value === undefined || !value.startsWith('"')) return value;
  const quoted = QUOTED.exec(value)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, '$1');
  const message =
    'Idempotency-Key begins with a quote and is no quoted string; send the key bare or as "key".';
  throw invalidInput([{ path: 'Idempotency-Key', code: 'pattern', message, received: render(value) }]);
}

/** What the headers claim of the caller. @throws Refusal INVALID_INPUT for each one that is not printable */
export function readClaims(headers: IncomingHttpHeaders): Pick<Caller, 'agent' | 'session'> {
  const agent = textOf(headers, 'tasklatch-agent') ?? null;
  const session = textOf(headers, 'tasklatch-session') ?? null;
  const issues = [...claimIssues('Tasklatch-Agent', agent), ...claimIssues('Tasklatch-Session', session)];
  if (issues.length > 0) throw invalidInput(issues);
  return { agent, session };
}

function claimIssues(path: string, value: string | null): Issue[] {
  if (value === null || PRINTABLE.test(value)) return [];
  const message = `${path} must be ${PRINTABLE_EXPECTED}.`;
  return [{ path, code: 'characters', message, expected: PRINTABLE_EXPECTED, received: render(value) }];
}

/** Node joins a header that came more than once; types allow for an array that only Set-Cookie has. */
function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
