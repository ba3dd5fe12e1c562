import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAddedByRuntime } from '../../gate/hints/no_argument.js';
import type { Issue } from '../../refusals/refusal.js';
import { TOOLS } from '../../registry.js';
import { fold } from '../../text/words.js';
import type { Tool } from '../../tools/tool.js';
import { readClaims } from './headers.js';
import type { Settled, Settling } from './raw_arguments.js';

/** Callers call what is below these; the rest is for operators and for readers of the documents. */
const DOORS = /^[/\\]*(?:v1|mcp)(?:[/\\]|$)/i;
const QUERY_OR_FRAGMENT = /[?#]/;
/** Scheme and host of an address that came whole, which a request line may hold. */
const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Whether a request is for an address below /v1 or /mcp, also for one where there is nothing. */
export function isAtDoor({ routeOptions, url }: FastifyRequest): boolean {
  const pattern = routeOptions.url;
  // The pattern of the preflights stands for every address.
  const isRouted = pattern !== undefined && pattern !== '*';
  return DOORS.test(isRouted ? pattern : decoded(pathOf(url)));
}

/** The path of an address as it came, without its query. */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '');
  const end = path.search(QUERY_OR_FRAGMENT);
  return end === -1 ? path : path.slice(0, end);
}

/** The text as it is where it cannot be decoded. */
export function decoded(text: string): string {
  return isDecodable(text) ? decodeURIComponent(text) : text;
}

/** Whether every % of a text is followed by the bytes of a UTF-8 character. */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A parameter of the route, decoded; undefined where the route has none of that name. */
export function parameterOf(request: FastifyRequest, name: string): string | undefined {
  // The router makes an object of strings, or none where no route was found.
  const parameters = request.params as Readonly<Record<string, string>> | null;
  return parameters?.[name];
}

/** The list that a request is about: the one in its path, or the one that its route stands for. */
export function listOf(request: FastifyRequest): string {
  return parameterOf(request, 'list') ?? request.routeOptions.config.list ?? '';
}

/** Takes out of every query what only repeats a parameter of the path, under its name and with its value. */
export function dropRepeatedParameters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // Fastify's reader of queries makes nothing else.
    const query = request.query as Record<string, string | string[]>;
    for (const name of Object.keys(query)) if (query[name] === parameterOf(request, name)) delete query[name];
    done();
  });
}

type Reading = (request: FastifyRequest, tool: Tool) => Settled | undefined;

const list: Reading = (request) => ({
  value: listOf(request),
  place: 'the address',
  otherwise: ', else send the call to the address of the other list',
});
const tool: Reading = (_request, { name }) => ({
  value: name,
  place: 'the call',
  otherwise: ', else call the other tool',
});
const agent: Reading = ({ raw }) => claimed('Tasklatch-Agent', readClaims(raw).agent);
const session: Reading = ({ raw }) => claimed('Tasklatch-Session', readClaims(raw).session);

/** By the folded names under which it is repeated. */
const READINGS: ReadonlyMap<string, Reading> = new Map([
  ...['list', 'listid', 'listname'].map((name) => [name, list] as const),
  ...['tool', 'toolname'].map((name) => [name, tool] as const),
  ...['agent', 'agentid', 'agentname'].map((name) => [name, agent] as const),
  ...['session', 'sessionid'].map((name) => [name, session] as const),
]);

/** A header that is not given settles nothing. */
function claimed(place: string, value: string | null): Settled | undefined {
  return value === null ? undefined : { value, place, otherwise: '' };
}

/** What this request settles: the list and the tool of its address, and the caller of its headers. */
export function settledBy(request: FastifyRequest, called: Tool): Settling {
  return (name, value) => {
    if (Object.hasOwn(called.input.properties, name)) return undefined;
    const settled = READINGS.get(fold(name))?.(request, called);
    // What a runtime adds under such a name speaks of something of its own, unless it is a tool of ours.
    const isOther = value !== settled?.value && isAddedByRuntime(name, value) && !isToolName(value);
    return isOther ? undefined : settled;
  };
}

function isToolName(value: unknown): boolean {
  return TOOLS.some(({ name }) => name === value);
}

/** Whether an issue says that the arguments name another tool than the one called. */
export function isOtherTool({ path, code }: Issue): boolean {
  return code === 'conflict' && READINGS.get(fold(path)) === tool;
}
