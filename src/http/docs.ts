import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiServer, toOpenApi } from '../definitions/openapi/document.js';
import { type Names, publicAddress, requestedAddress } from './admission/target.js';

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

/** Serves a page at `/docs` to read the OpenAPI document and try it out, offline too. */
export async function registerDocs(app: FastifyInstance, http: Names): Promise<void> {
  await app.register((scope: FastifyInstance) => registerPage(scope, http));
}

async function registerPage(app: FastifyInstance, http: Names): Promise<void> {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    for (const name of IGNORED_HEADERS) delete raw.headers[name];
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.removeHeader('accept-ranges');
    done(null, payload);
  });
  // The plugin's types end at OpenAPI 3.0; it hands the document on as it is.
  const document: object = toOpenApi();
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
function pageServers(request: FastifyRequest, http: Names): readonly ApiServer[] {
  const addresses = new Set([publicAddress(request, http), requestedAddress(request, http.allowedHosts)]);
  return [...addresses].map((url) => ({ url, description: 'This service.' }));
}
