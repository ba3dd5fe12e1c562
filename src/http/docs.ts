import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiServer, toOpenApi, toOpenApiYaml } from '../definitions/openapi.js';
import type { HttpConfig } from './deps.js';
import { publicAddress, requestedAddress } from './public_address.js';

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

const at = (url: string): ApiServer => ({ url, description: 'This service.' });
/** Stands where the address of each request goes, so that the document is written out once. */
const SOMEWHERE = 'http://somewhere.invalid';

/** The files of the page are small and come whole; If-None-Match stays, for caches. */
const IGNORED_HEADERS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/**
 * Serves the OpenAPI document as JSON and YAML, and a page at `/docs` to read it and try it out, offline too.
 */
export async function registerDocs(app: FastifyInstance, http: HttpConfig): Promise<void> {
  const document = toOpenApi(at(SOMEWHERE));
  const json = withAddress(JSON.stringify(document), JSON.stringify(SOMEWHERE));
  // Written out when it is first asked for, because that takes a tenth of a second.
  let yaml: ReturnType<typeof withAddress> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    neverStored(reply).type('application/json; charset=utf-8');
    return json(publicAddress(request, http));
  });
  app.get('/openapi.yaml', async (request, reply) => {
    neverStored(reply).type('application/yaml; charset=utf-8');
    yaml ??= withAddress(toOpenApiYaml(at(SOMEWHERE)), SOMEWHERE);
    return yaml(publicAddress(request, http));
  });
  await app.register((scope: FastifyInstance) => registerPage(scope, document, http));
}

/** The document for whoever reads it; a string of JSON is one of YAML as well. */
function withAddress(text: string, placeholder: string): (address: string) => string {
  const [before = '', after = ''] = text.split(placeholder, 2);
  return (address) => before + JSON.stringify(address) + after;
}

/** The address is that of one request, so no cache may hand it to the next. */
function neverStored(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

async function registerPage(app: FastifyInstance, document: object, http: HttpConfig): Promise<void> {
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
      neverStored(reply);
      return { ...described, servers: pageServers(request, http) };
    },
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, displayOperationId: true },
  });
}

/** The page may call where it came from only, which need not be where other callers go. */
function pageServers(request: FastifyRequest, http: HttpConfig): readonly ApiServer[] {
  const addresses = new Set([publicAddress(request, http), requestedAddress(request, http.allowedHosts)]);
  return [...addresses].map(at);
}
