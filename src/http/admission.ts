import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from '../errors.js';
import { render } from '../gate/render.js';
import { requireReadableQuery } from './readable_query.js';
import { refuseRepeatedHeaders } from './repeated_headers.js';

/** Longer than any address that there is; a longer one is recognised by its beginning. */
const SHOWN_PATH_MAX_UNITS = 120;
/** A restart takes about as long. */
const CLOSING_RETRY_AFTER_SECONDS = 2;

/** What every request must be before its route sees it, and the headers that every answer carries. */
export function registerAdmission(app: FastifyInstance): void {
  const methods = collectMethods(app);
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (closing) throw closingRefusal();
    requireHost(request);
    refuseRepeatedHeaders(request.raw);
    if (request.is404) throw notRouted(app, methods, request, reply);
    requireReadableQuery(request);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
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

function closingRefusal(): Refusal {
  return new Refusal('STORE_UNAVAILABLE', 'The service is closing and takes no new calls.', {
    retryAfterSeconds: CLOSING_RETRY_AFTER_SECONDS,
    hint: 'Send the same call again after the seconds that Retry-After gives, on a new connection.',
  });
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
