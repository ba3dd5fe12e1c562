import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Issues } from '../../gate/issues.js';
import { type Issue, Refusal } from '../../refusals/refusal.js';
import { joinPath, render } from '../../text/render.js';
import { badUrl } from '../answers/error_refusal.js';
import { isDecodable, pathOf } from '../arguments/address.js';
import { splitTarget } from './authority.js';
import { type LikelyAddress, likelyAddress } from './likely_address.js';

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

/** The address that the router looks for. The name in front of it is kept for the judge of names. */
export function rewriteAddress(request: IncomingMessage): string {
  const { path, origin } = splitTarget(request.url ?? '/');
  if (origin !== undefined) request.targetOrigin = origin;
  // Fastify has put it there as it came.
  Object.assign(request, { originalUrl: path });
  return rewriteUnreadable(path);
}

/**
 * Fastify answers an address that it cannot decode by itself, past every hook. This one it can decode, and it
 * differs from what came.
 */
function rewriteUnreadable(url: string): string {
  return isDecodable(pathOf(url)) ? url : url.replaceAll('%', '%25');
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
export function requireReadableQuery({ url }: FastifyRequest): void {
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
