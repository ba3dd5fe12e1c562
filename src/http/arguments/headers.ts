import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { integerIn } from '../../gate/hints/suggest.js';
import type { Caller } from '../../log/caller.js';
import { VERSION_MAX } from '../../log/marked_version.js';
import { type Issue, invalidInput } from '../../refusals/refusal.js';
import { bareName, ownerFault } from '../../tasks/wording/values.js';
import { render } from '../../text/render.js';
import { LOST_SAYS, withPlainQuotes } from '../../text/words.js';
import type { Tool } from '../../tools/tool.js';

/** A version in quotes, as ETag shows it, of JSON or of text, or bare; short enough to be exact. */
const VERSION_TAG = /^("?)(0|[1-9][0-9]{0,14})(?:-text)?\1$/;
/** What stands behind the version in the ETag of a text, before a proxy adds what it does to the answer. */
const TEXT_FORM = /^((?:W\/)?"?[0-9]{1,15})-text(?=[";:+_.-]|$)/i;
/** What the ETag of a list shows, in which the number is no version of a task. */
const LIST_TAG = /^(?:W\/)?"?[0-9]{1,15}-[0-9a-f]{8}(?!\w)/;
/** A string of RFC 9651, in which only the quote and the backslash are escaped. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
/** A key whose quote is not closed. */
const OPEN_QUOTED = /^"([!#-[\]-~]{1,200})$/;
/** A key in the quotes of a word processor. */
const TYPESET_QUOTED = /^[\u00ab\u2018-\u201f]([!#-~]{1,200})[\u00bb\u2018-\u201f]$/;
/** What goes into a log line and an audit row as it is. */
const PRINTABLE = /^[ -~]{1,100}$/;

const PRINTABLE_EXPECTED = '1 to 100 printable ASCII characters';

/** What is read of a request, by lower-case name. */
const FIELDS: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'content-encoding',
  'content-type',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'origin',
  'tasklatch-agent',
  'tasklatch-session',
]);

/** Whether a header of this name means something to the service. */
export function isFieldOfOurs(name: string): boolean {
  return FIELDS.has(name.toLowerCase());
}

/** A header as it was read; undefined where it is not given, or is not what it must be. */
export interface HeaderReading<Value> {
  readonly value: Value | undefined;
  readonly issues: readonly Issue[];
}

const NOT_GIVEN = { value: undefined, issues: [] } as const;

/** The version that a write was decided on; `*` names none. Its range is for the gate to judge. */
export function readIfMatch(request: IncomingMessage): HeaderReading<number> {
  const { value, issues } = readOnce(request, 'If-Match', 'expectedVersion');
  if (value === undefined || value === '*') return { ...NOT_GIVEN, issues };
  const digits = VERSION_TAG.exec(value)?.[2];
  return digits === undefined ? refused(noVersion(value)) : { value: Number(digits), issues };
}

function noVersion(raw: string): Issue {
  const value = withPlainQuotes(asWritten(raw));
  const version = integerIn(value.replace(TEXT_FORM, '$1')) ?? 0;
  const isClear = version >= 1 && version <= VERSION_MAX;
  const received = render(asWritten(raw));
  const right = `If-Match: "${isClear ? version : 'VERSION'}"`;
  const where = LIST_TAG.test(value) ? ' with the version of the task, not of the list' : '';
  const message = `If-Match must be one version as ETag shows it, not ${received}; send ${right}${where}.`;
  const issue: Issue = { path: 'expectedVersion', code: 'type', message, expected: right, received };
  return isClear ? { ...issue, suggestion: version } : issue;
}

const IS_LATIN_1 = /^[\0-\u00ff]*$/;
const NOT_ASCII = /[\u0080-\u00ff]/;
/** The quotes of Windows-1252, which Latin-1 does not have. */
const WINDOWS_QUOTES = /[\u0084\u0091-\u0094]/g;

/** The text whose bytes Node read as Latin-1; some clients have done the same before they sent them. */
function asWritten(value: string): string {
  if (!NOT_ASCII.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  if (!isUtf8(bytes)) return value.replace(WINDOWS_QUOTES, '"');
  const text = bytes.toString();
  return IS_LATIN_1.test(text) ? asWritten(text) : text;
}

/** The key, out of its quotes where it has them. What it may hold is for the gate to judge. */
export function readIdempotencyKey(request: IncomingMessage): HeaderReading<string> {
  const { value, issues } = readOnce(request, 'Idempotency-Key', 'idempotencyKey');
  if (value === undefined) return { value, issues };
  const inside = TYPESET_QUOTED.exec(asWritten(value))?.[1];
  if (inside !== undefined) {
    const message = `Idempotency-Key stands in typeset quotes; send the key bare: ${inside}.`;
    return refused({ path: 'idempotencyKey', code: 'pattern', message, received: render(asWritten(value)) });
  }
  if (!value.startsWith('"')) return { value, issues };
  const quoted = QUOTED.exec(value)?.[1];
  if (quoted !== undefined) return { value: quoted.replace(/\\(["\\])/g, '$1'), issues };
  const bare = OPEN_QUOTED.exec(value)?.[1];
  const instead = bare === undefined ? 'the key bare' : `the key bare: ${bare}`;
  const message = `Idempotency-Key begins with a quote and is no quoted string; send ${instead}.`;
  return refused({ path: 'idempotencyKey', code: 'pattern', message, received: render(value) });
}

/** What the headers claim of the caller, and each claim that is not printable or came in two ways. */
export function readClaims(
  request: IncomingMessage,
): Pick<Caller, 'agent' | 'session'> & { readonly issues: readonly Issue[] } {
  const agent = bareAgent(readClaim(request, AGENT));
  const session = readClaim(request, 'Tasklatch-Session');
  const issues = [...agent.issues, ...session.issues];
  return { agent: agent.value ?? null, session: session.value ?? null, issues };
}

const AGENT = 'Tasklatch-Agent';

/** The name of an agent is one that a task can have for its owner: the texts print both alike. */
function bareAgent(reading: HeaderReading<string>): HeaderReading<string> {
  const { value } = reading;
  const fault = value === undefined ? undefined : ownerFault(value);
  if (value === undefined || fault === undefined) return reading;
  const issue = { path: AGENT, code: 'owner', received: render(value) };
  if (fault === 'nobody') {
    const message = `${AGENT} is a word for nobody and no name; leave the header out where there is none.`;
    return refused({ ...issue, message, suggestion: null });
  }
  if (fault === 'lost') {
    const message = `${AGENT} ${LOST_SAYS}, or leave the header out where there is none.`;
    return refused({ ...issue, code: 'lost', message });
  }
  if (fault === 'self') {
    const message = `${AGENT} is a word for whoever calls and no name; send the name by which others know the agent.`;
    return refused({ ...issue, message });
  }
  const suggestion = bareName(value).trim();
  const message = `${AGENT} has "@" or quotes around it, which texts put around a name; send ${render(suggestion)}.`;
  return refused({ ...issue, message, suggestion });
}

function readClaim(request: IncomingMessage, name: string): HeaderReading<string> {
  const reading = readOnce(request, name, name);
  const { value } = reading;
  if (value === undefined || PRINTABLE.test(value)) return reading;
  const message = `${name} must be ${PRINTABLE_EXPECTED}.`;
  const received = render(value);
  return refused({ path: name, code: 'characters', message, expected: PRINTABLE_EXPECTED, received });
}

/** A header that came more than once, which Node would join, must have come with one value. */
function readOnce(request: IncomingMessage, name: string, path: string): HeaderReading<string> {
  const joined = request.headers[name.toLowerCase()];
  if (joined === undefined) return NOT_GIVEN;
  // Only Set-Cookie is an array, which no request has.
  if (!joined.includes(', ')) return { value: String(joined), issues: [] };
  const values = valuesOf(request, name);
  const issue = repetition(name, path, values);
  return issue ? refused(issue) : { value: values[0], issues: [] };
}

function refused(issue: Issue): HeaderReading<never> {
  return { value: undefined, issues: [issue] };
}

/** Headers that mean one thing, of which Node keeps the first and drops the others without a word. */
const KEPT_FIRST = ['Authorization', 'Content-Type'] as const;

/**
 * RFC 9112 section 3.2 for Host; the others because which of two values was meant cannot be known.
 * @throws Refusal INVALID_INPUT that names each header that came more than once
 */
export function refuseRepeatedHeaders(request: IncomingMessage): void {
  const { rawHeaders, headers } = request;
  if (rawHeaders.length === 2 * Object.keys(headers).length) return; // each name came once
  const issues = KEPT_FIRST.flatMap((name) => repetition(name, name, valuesOf(request, name)) ?? []);
  const hosts = valuesOf(request, 'Host');
  if (hosts.length > 1) issues.unshift(issueOf('Host', 'Host', hosts.length));
  if (issues.length > 0) throw invalidInput(issues);
}

/** What a header came with, one value for each time that it came. Node joins or drops all but the first. */
export function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted);
}

/** The issue of a header that came with different values; undefined where all are the same. */
export function repetition(name: string, path: string, values: readonly string[]): Issue | undefined {
  return new Set(values).size > 1 ? issueOf(name, path, values.length) : undefined;
}

function issueOf(name: string, path: string, count: number): Issue {
  const message = `${name} came ${count} times in one request; send it once.`;
  return { path, code: 'conflict', message, expected: `${name} once` };
}

/** Preconditions of RFC 9110 section 13.1 that no write judges. */
const NOT_OF_WRITES = ['If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'] as const;
/** What holds a write back, or its repetition. */
const OF_WRITES = ['If-Match', 'Idempotency-Key'] as const;

/** An issue for each header that is to hold a call back and that the call of this tool does not judge. */
export function unjudgedConditions(headers: IncomingHttpHeaders, tool: Tool): Issue[] {
  if (tool.kind === 'read') return conditionsOfRead(headers, `${tool.name} only reads`);
  const { name, versioned } = tool;
  if (!versioned) {
    const why = `${name} is decided on no version, and nothing holds it back`;
    const issues = given(headers, ['If-Match', ...NOT_OF_WRITES]).map((header) => untaken(header, why));
    return issues.map((issue) => (issue.path === 'If-Match' ? { ...issue, path: 'expectedVersion' } : issue));
  }
  const why = `${name} is decided on the version that If-Match names, and nothing else holds it back`;
  return given(headers, NOT_OF_WRITES).map((header) => untaken(header, why));
}

/** Routes that are no tools are all reads but those of MCP, which judge their own. */
export function refuseConditionsOfReads(app: FastifyInstance): void {
  app.addHook('preValidation', ({ method, raw, routeOptions }, _reply, done) => {
    if ((method === 'GET' || method === 'HEAD') && routeOptions.config.tool === undefined) {
      const issues = conditionsOfRead(raw.headers, 'it is only read');
      if (issues.length > 0) throw invalidInput(issues);
    }
    done();
  });
}

function conditionsOfRead(headers: IncomingHttpHeaders, why: string): Issue[] {
  return given(headers, OF_WRITES).map((header) => untaken(header, `${why}, and nothing holds it back`));
}

function given<Name extends string>(headers: IncomingHttpHeaders, names: readonly Name[]): Name[] {
  return names.filter((name) => headers[name.toLowerCase()] !== undefined);
}

function untaken(path: string, why: string): Issue {
  const message = `This address takes no ${path}: ${why}; send it without only if it is meant as it stands.`;
  return { path, code: 'unknown_key', message };
}
