import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { TObject } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CrossCheck, compileGate } from '../gate/gate.js';
import { isOpen, type Kept, type Route, type RouteAnswer, type RouteDeps } from '../routes/route.js';
import { askedHost, type Names, originOf } from './admission/origins.js';
import { isKnown, KEPT_BY_CALLER, prefersText, sendNotModified, sendText } from './answers/negotiation.js';
import { readQueryArguments, refuseQuery } from './arguments/read_arguments.js';

/** Serves the routes that are no tools. What they take passes the gate, as what the tools take does. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  deps: RouteDeps,
  http: Names,
): void {
  for (const route of routes) {
    const { handle } = route;
    if (!handle) continue;
    const readParameters = reader(route.parameters);
    const readQuery = reader(route.query, route.check);
    app.get(route.path, async (request, reply) => {
      const parameters = readParameters(request.params);
      if (!route.query && !isOpen(route)) refuseQuery(request, route.noQuery ?? 'nothing narrows its answer');
      const query = readQuery(request.query);
      const { reaches } = request;
      const address = () => publicAddress(request, http);
      const answer = await handle(deps, { parameters, query, reaches, address });
      return send(route, answer, request, reply);
    });
  }
}

/** Fastify's own validator would coerce, default and drop. */
function reader(schema: TObject | undefined, check?: CrossCheck<Record<string, unknown>>) {
  if (schema === undefined) return () => ({});
  const admit = compileGate(schema, check);
  // Fastify's readers make an object of strings and arrays of strings.
  return (given: unknown) => admit(readQueryArguments(schema, given as Record<string, string | string[]>));
}

const CACHE_CONTROL: Readonly<Record<Kept['by'], object>> = {
  'list version': KEPT_BY_CALLER,
  // A new version of the service may answer something else at once, so a cache asks before it answers.
  bytes: { 'cache-control': 'no-cache' },
};

function send(route: Route, answer: RouteAnswer, request: FastifyRequest, reply: FastifyReply): unknown {
  const { kept, answers } = route;
  const text = answer.text !== undefined && prefersText(request, reply) ? answer.text : null;
  const etags = text ? [text.etag] : (answer.etags ?? []);
  if (kept) {
    reply.headers({ etag: etags[0], ...CACHE_CONTROL[kept.by] });
    if (isKnown(request, ...etags)) return sendNotModified(reply);
  }
  if (text) return sendText(reply, text.bytes);
  if (typeof answer.body === 'string') reply.type(answer.type ?? `${answers.type}; charset=utf-8`);
  return reply.send(answer.body);
}

/**
 * The page brings everything along and may load nothing from elsewhere. Its own `style` attributes need
 * 'unsafe-inline'. Plain http is not upgraded, because the service itself speaks nothing else.
 */
const PAGE_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'", 'data:'],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
};

/** The files of the page are small and come whole; If-None-Match stays, for caches. */
const IGNORED_HEADERS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** Serves a page at `/docs` to read an OpenAPI document and try it out, offline too. */
export async function registerDocs(app: FastifyInstance, document: object, http: Names): Promise<void> {
  await app.register((scope: FastifyInstance) => registerPage(scope, document, http));
}

async function registerPage(app: FastifyInstance, document: object, http: Names): Promise<void> {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    for (const name of IGNORED_HEADERS) delete raw.headers[name];
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.removeHeader('accept-ranges');
    done(null, payload);
  });
  // The plugin's types end at OpenAPI 3.0; it hands the document on as it is.
  const specification = { document: document as swagger.StaticDocumentSpec['document'] };
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Tasklatch API' },
    transformSpecificationClone: false,
    transformSpecification: (described, request, reply) => {
      // The address is that of one request, so no cache may hand it to the next.
      reply.header('cache-control', 'no-store');
      return { ...described, servers: pageServers(request, http) };
    },
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, displayOperationId: true },
  });
}

/** The page may call where it came from only, which need not be where other callers go. */
function pageServers(
  request: FastifyRequest,
  http: Names,
): readonly { readonly url: string; readonly description: string }[] {
  const addresses = new Set([publicAddress(request, http), requestedAddress(request, http.allowedHosts)]);
  return [...addresses].map((url) => ({ url, description: 'This service.' }));
}

/** What a proxy that ends TLS says of the call that it hands on. */
const FORWARDED_SCHEME = 'x-forwarded-proto';

/**
 * Where the service is for whoever sent the request, without a slash at its end: what its operator says, else
 * where the request went. A name by which it does not go is not repeated; the answer then names this machine.
 */
function publicAddress(request: FastifyRequest, { publicUrl, allowedHosts }: Names): string {
  return publicUrl ?? requestedAddress(request, allowedHosts);
}

/** Where the request went, whatever the operator says. */
function requestedAddress({ raw }: FastifyRequest, allowedHosts: Names['allowedHosts']): string {
  const host = askedHost(raw) ?? '';
  const scheme = raw.headers[FORWARDED_SCHEME] === 'https' ? 'https' : 'http';
  const isOurs =
    allowedHosts === null || validateHostHeader(host, [...localhostAllowedHostnames(), ...allowedHosts]).ok;
  return (isOurs ? originOf(scheme, host) : null) ?? `http://127.0.0.1:${raw.socket.localPort}`;
}
