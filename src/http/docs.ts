import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { toOpenApi, toOpenApiYaml } from '../definitions/openapi.js';

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

/** Whoever reads the document from the service calls it where it was read from, at whatever port it runs. */
const HERE = { url: '/', description: 'This service.' };

/** The files of the page are small and come whole; If-None-Match stays, for caches. */
const IGNORED_HEADERS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/**
 * Serves the OpenAPI document as JSON and YAML, and a page at `/docs` to read it and try it out, offline too.
 */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = toOpenApi(HERE);
  const json = JSON.stringify(document);
  // Written out when it is first asked for, because that takes a tenth of a second.
  let yaml: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return json;
  });
  app.get('/openapi.yaml', async (_request, reply) => {
    reply.type('application/yaml; charset=utf-8');
    yaml ??= toOpenApiYaml(HERE);
    return yaml;
  });
  await app.register((scope: FastifyInstance) => registerPage(scope, document));
}

async function registerPage(app: FastifyInstance, document: unknown): Promise<void> {
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
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, displayOperationId: true },
  });
}
