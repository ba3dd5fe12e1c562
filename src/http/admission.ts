import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from '../errors.js';
import { render } from '../gate/render.js';
import { requireReadableQuery } from './readable_query.js';
import { refuseRepeatedHeaders } from './repeated_headers.js';

/** Longer than any address that there is; a longer one is recognised by its beginning. */
const SHOWN_PATH_MAX_UNITS = 120;

/** What every request must be before its route sees it. */
export function registerAdmission(app: FastifyInstance): void {
  const methods = collectMethods(app);
  app.addHook('onRequest', (request, reply, done) => {
    requireHost(request);
    refuseRepeatedHeaders(request.raw);
    if (request.is404) throw notRouted(app, methods, request, reply);
    requireReadableQuery(request);
    done();
  });
}

/** Every method that some route takes; filled as the routes are registered. */
function collectMethods(app: FastifyInstance): ReadonlySet<string> {
  const methods = new Set<string>();
  app.addHook('onRoute', ({ method }) => {
    for (const name of [method].flat()) methods.add(name);
  });
  return methods;
}

/** RFC 9112 section 3.2. Node would answer by itself, with an empty body. */
function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return;
  throw invalidInput([{ path: 'Host', code: 'required', message: 'The header Host is missing; send it.' }]);
}

/** @returns Refusal METHOD_NOT_ALLOWED where another method would be taken, else ROUTE_NOT_FOUND */
function notRouted(
  app: FastifyInstance,
  methods: ReadonlySet<string>,
  { url, method }: FastifyRequest,
  reply: FastifyReply,
): Refusal {
  const allowed = [...methods].filter((other) => app.findRoute({ method: other, url }) !== null).sort();
  const path = render(url.split('?', 1)[0], SHOWN_PATH_MAX_UNITS);
  if (allowed.length === 0) return new Refusal('ROUTE_NOT_FOUND', `There is nothing at ${path}.`);
  reply.header('allow', allowed.join(', '));
  const detail = `${path} takes ${allowed.join(', ')}, not ${method}.`;
  return new Refusal('METHOD_NOT_ALLOWED', detail, { hint: `Use ${allowed.join(' or ')}.` });
}
