import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Issues } from '../../gate/issues.js';
import { type Issue, Refusal } from '../../refusals/refusal.js';
import { TOOLS } from '../../registry.js';
import { isOpen, resourcePath } from '../../routes/route.js';
import { ROUTES } from '../../routes/routes.js';
import { listNameIn } from '../../tasks/wording/meant.js';
import { joinPath, render } from '../../text/render.js';
import { badUrl } from '../answers/problems.js';
import { decoded, isDecodable, pathOf } from '../arguments/address.js';

/** Longer than any address that there is; a longer one is recognised by its beginning. */
const SHOWN_PATH_MAX_UNITS = 120;

/** The methods that an address takes, sorted; none where there is nothing. */
type MethodsOf = (url: string) => string[];

/** Judges the address once the caller is known: it can be read, there is something, it takes the method. */
export function registerAddresses(app: FastifyInstance): void {
  const methods = collectMethods(app);
  const methodsOf: MethodsOf = (url) => {
    const taken = [...methods].map((method) => ({ method, route: app.findRoute({ method, url }) }));
    const routed = taken.filter(({ route }) => route !== null && !endsUnnamed(url, route.params));
    return routed.map(({ method }) => method).sort();
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.originalUrl !== request.url) throw badUrl();
    const { is404, method, params, url } = request;
    const isUnrouted = is404 || method === 'OPTIONS' || endsUnnamed(url, params);
    if (isUnrouted) throw notRouted(methodsOf, request, reply);
    requireReadableQuery(request);
    done();
  });
}

/**
 * Every method that some route takes; filled as the routes are registered. OPTIONS is for browsers that ask
 * whether they may, and that have been answered.
 */
function collectMethods(app: FastifyInstance): ReadonlySet<string> {
  const methods = new Set<string>();
  app.addHook('onRoute', ({ method }) => {
    for (const name of [method].flat()) if (name !== 'OPTIONS') methods.add(name);
  });
  return methods;
}

/** The router also takes nothing for a name: `/tasks/` for `/tasks/:id`. That is a slash too many. */
function endsUnnamed(url: string, parameters: unknown): boolean {
  const values: Readonly<Record<string, unknown>> = Object(parameters);
  for (const name in values) if (values[name] === '') return pathOf(url).endsWith('/');
  return false;
}

/** @returns Refusal METHOD_NOT_ALLOWED where another method would be taken, else ROUTE_NOT_FOUND */
function notRouted(methodsOf: MethodsOf, { url, method }: FastifyRequest, reply: FastifyReply): Refusal {
  const allowed = methodsOf(url);
  const path = render(pathOf(url), SHOWN_PATH_MAX_UNITS);
  if (allowed.length === 0) return notFound(path, likelyAddress(pathOf(url), method, methodsOf));
  reply.header('allow', allowed.join(', '));
  const detail = `${path} takes ${allowed.join(', ')}, not ${method}.`;
  return new Refusal('METHOD_NOT_ALLOWED', detail, { hint: `Use ${allowed.join(' or ')}.` });
}

function notFound(path: string, likely: LikelyAddress | null): Refusal {
  if (likely === null) return new Refusal('ROUTE_NOT_FOUND', `There is nothing at ${path}.`);
  const { fault, hint } = likely;
  return new Refusal('ROUTE_NOT_FOUND', `There is nothing at ${path}${fault && `: ${fault}`}.`, { hint });
}

/**
 * Fastify's reader passes on undecoded what it cannot decode, which would then be taken at its word.
 * @throws Refusal INVALID_INPUT that names each member that is not percent-encoded UTF-8
 */
function requireReadableQuery({ url }: FastifyRequest): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  const faulty = url
    .slice(start + 1)
    .split('&')
    .filter((member) => !isDecodable(member));
  if (faulty.length > 0) throw Issues.ofEach(faulty, undecodable).toRefusal();
}

function undecodable(member: string): Issue {
  const name = member.split('=', 1)[0] ?? '';
  const path = joinPath('', isDecodable(name) ? decodeURIComponent(name) : name);
  const message = `${path} holds a % that is not followed by the bytes of a UTF-8 character; encode it anew.`;
  return { path, code: 'url', message, expected: 'percent-encoded UTF-8', received: render(member) };
}

/** The address that was meant, and what is wrong with the one that came. */
interface LikelyAddress {
  /** A phrase about the slashes; empty where they are right. */
  readonly fault: string;
  readonly hint: string;
}

/** Longer than any address with a name and an id; what is longer was not meant for this service. */
const PATH_MAX_UNITS = 400;

/** Every address below /v1 but those of MCP, in its parts. */
const ADDRESSES = [
  ...ROUTES.filter((route) => !isOpen(route)).map(({ path }) => path),
  ...[...TOOLS.map(resourcePath), '/v1/lists/:list/tools/:tool'],
].map((path) => path.split('/').slice(1));

/** The words of addresses, by how they are also written. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...ADDRESSES.flat().flatMap((word) => [[word.replace(/s$/, ''), word] as const, [word, word] as const]),
  ...['todo', 'todos'].map((word) => [word, 'tasks'] as const),
  ...['mcp', 'core'].map((word) => [word, word] as const),
]);
/** The two addresses of the MCP transport that came before this one, and what else stands for it. */
const OTHER_MCP: ReadonlySet<string> = new Set(['sse', 'messages', 'message', 'stream', 'streamable']);
/** Addresses beside the doors that other services have under these names. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  ROUTES.flatMap(({ path, elsewhere = [] }) => elsewhere.map((name) => [name, path] as const)),
);

const TOOL_NAMES: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));
/** What a list has below it. */
const BELOW_LIST: ReadonlySet<string> = new Set(['mcp', ...ADDRESSES.flatMap(([, , , word]) => word ?? [])]);
/** What stands beside the lists. */
const BESIDE_LISTS: ReadonlySet<string> = new Set(ADDRESSES.flatMap(([, word]) => word ?? []));
/** What is named behind a word of the addresses. */
const NAMED: ReadonlyMap<string, 'list' | 'id'> = new Map([
  ['lists', 'list'],
  ['tasks', 'id'],
]);
/** Stands in an address for a name that only the caller knows. */
const LIST = '{list}';

/** Null where it is not certain what was meant by a path that leads nowhere. */
function likelyAddress(path: string, method: string, methodsOf: MethodsOf): LikelyAddress | null {
  if (path.length > PATH_MAX_UNITS) return null;
  const isRouted = (url: string) => methodsOf(url).length > 0;
  const missing = missingName(path, method, methodsOf);
  if (missing !== null) return missing;
  const segments = path.split('/').flatMap((segment) => decoded(segment).split(/[/\\]/));
  const words = segments.filter((segment) => segment !== '');
  const plain = toPath(words);
  const fault = slashFault(path, segments);
  if (fault !== '' && isRouted(plain) && !hasDots(words)) return { fault, hint: `Use ${plain}.` };
  const meant = meantAddress(words);
  if (meant === null || !isRouted(meant)) return null;
  return { fault, hint: meant.includes(LIST) ? `Use ${meant} with the name of a list.` : `Use ${meant}.` };
}

/** A segment that a client would have resolved leads elsewhere than it seems to. */
function hasDots(words: readonly string[]): boolean {
  return words.includes('.') || words.includes('..');
}

function toPath(words: readonly string[]): string {
  return `/${words.map((word) => (word === LIST ? word : encodeURIComponent(word))).join('/')}`;
}

/**
 * Nothing stands where a name belongs: it was left empty. Without one of the slashes the address would be
 * another one that exists. A slash at the end is only too many where the method is taken without it.
 */
function missingName(path: string, method: string, methodsOf: MethodsOf): LikelyAddress | null {
  const segments = path.split('/');
  const last = segments.length - 1;
  const index = segments.findIndex((segment, at) => {
    if (segment !== '' || !NAMED.has(segments[at - 1] ?? '')) return false;
    if (methodsOf(segments.with(at, '1').join('/')).length === 0) return false;
    return at < last || !methodsOf(path.slice(0, -1)).includes(method);
  });
  const name = NAMED.get(segments[index - 1] ?? '');
  if (index < 0 || name === undefined) return null;
  const whole = segments.with(index, `{${name}}`).join('/');
  const what = name === 'list' ? 'the name of a list' : 'the id of a task';
  const where = index < last ? 'between two slashes' : 'at its end';
  return { fault: `${what} is missing ${where}`, hint: `Use ${whole} with ${what}.` };
}

function slashFault(path: string, segments: readonly string[]): string {
  const faults: string[] = [];
  if (/^\/{2,}/.test(path)) faults.push('it begins with a slash too many');
  if (/[^/]\/{2,}[^/]/.test(path)) faults.push('it has a slash too many in the middle');
  if (/[^/]\/+$/.test(path)) faults.push('it ends with a slash too many');
  if (segments.length > path.split('/').length) faults.push('a slash in it is encoded or a backslash');
  return faults.join(', and ');
}

/** The address in the service's own words; null for one that has nothing to do with any of them. */
function meantAddress(all: readonly string[]): string | null {
  if (hasDots(all)) return null;
  const words = all[0]?.toLowerCase() === 'api' ? all.slice(1) : all;
  const [first = ''] = words;
  const elsewhere = ELSEWHERE.get(first.toLowerCase());
  if (words.length === 1 && elsewhere !== undefined) return elsewhere;
  const [second = '', ...others] = words.map(toWord);
  const rest = second === 'v1' ? others : [second, ...others];
  const [head = '', ...tail] = rest;
  if (isMcp(rest)) return toPath(mcpWords(rest));
  if (head === '') return null;
  const isBeside = head !== 'lists' && BESIDE_LISTS.has(head);
  if (isBeside && (tail.length === 0 || !BELOW_LIST.has(head))) return `/v1/${head}`;
  return listAddress(rest);
}

/** What stands below /v1/lists, with {list} where the list is not named. */
function listAddress(words: readonly string[]): string | null {
  const [head = '', ...tail] = words;
  if (BELOW_LIST.has(head) || TOOL_NAMES.has(head)) return belowList(LIST, words);
  const [name, ...below] = head === 'lists' ? tail : words;
  if (head === 'lists' && name === undefined) return '/v1/lists';
  const list = name === undefined ? undefined : listNameIn(name);
  if (list === undefined) return null;
  if (head === 'lists' && BELOW_LIST.has(list) && below.length === 0) return null;
  return head === 'lists' || below.length > 0 ? belowList(list, below) : null;
}

function belowList(list: string, words: readonly string[]): string | null {
  const [head = ''] = words;
  if (TOOL_NAMES.has(head)) return toPath(['v1', 'lists', list, 'tools', head]);
  if (isMcp(words)) return toPath(['v1', 'lists', list, ...mcpWords(words)]);
  if (head !== '' && !BELOW_LIST.has(head)) return null;
  return toPath(['v1', 'lists', list, ...words]);
}

function isMcp(words: readonly string[]): boolean {
  const [head = '', ...tail] = words;
  const others = head === 'mcp' ? tail : words;
  return head !== '' && others.every((word) => OTHER_MCP.has(word) || (word === 'core' && head === 'mcp'));
}

/** One address takes everything of MCP, whatever it is called elsewhere. */
function mcpWords(words: readonly string[]): string[] {
  return words.includes('core') ? ['mcp', 'core'] : ['mcp'];
}

/** A word of the addresses in its right form; names and ids as they are. */
function toWord(word: string): string {
  const lower = word.toLowerCase();
  if (TOOL_NAMES.has(lower) || OTHER_MCP.has(lower)) return lower;
  return WORDS.get(lower) ?? word;
}
