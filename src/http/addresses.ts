import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusals/refusal.js';
import { render } from '../text/render.js';
import { splitTarget } from './authority.js';
import { isDecodable, pathOf } from './doors.js';
import { badUrl } from './error_refusal.js';
import { type LikelyAddress, likelyAddress } from './likely_address.js';
import { requireReadableQuery } from './readable_query.js';

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
