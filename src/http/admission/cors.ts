import cors, { type FastifyCorsOptions, type FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { OriginJudge } from './origins.js';

/** How long a browser may go without asking again; an operator who changes ALLOWED_HOSTS waits no longer. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;
/** What a page may read of an answer besides the few headers that every page may. */
const EXPOSED_HEADERS = [
  'Accept-Patch',
  'Allow',
  'Content-Location',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** Whatever header a page asks for is allowed: the page has been judged, and so is each header. */
const PAGE_OF_OURS: FastifyCorsOptions = {
  origin: true,
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: PREFLIGHT_MAX_AGE_SECONDS,
};
const PREFLIGHTED: FastifyCorsOptions = { ...PAGE_OF_OURS, preflight: false };
const NO_PAGE_OF_OURS: FastifyCorsOptions = { origin: false };

/** The same for an answer on a bare socket, to a page that has been judged. */
export function pageHeaders(origin = ''): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}

/**
 * Lets the pages read answers that may call the service, and no other page. Their preflights are answered
 * here, before a key is asked for, since a browser sends none with them.
 */
export async function registerCors(app: FastifyInstance, judge: OriginJudge): Promise<void> {
  const isPageOfOurs = ({ raw }: FastifyRequest) => raw.headers.origin !== undefined && judge(raw) === null;
  // Chromium asks so before a page of another network reaches this machine.
  app.addHook('onRequest', (request, reply, done) => {
    const asks = isPreflight(request) && 'access-control-request-private-network' in request.headers;
    if (asks && isPageOfOurs(request)) reply.header('access-control-allow-private-network', 'true');
    done();
  });
  const delegator: FastifyCorsOptionsDelegateCallback = (request, done) => {
    if (!isPageOfOurs(request)) done(null, NO_PAGE_OF_OURS);
    else done(null, isPreflight(request) ? PAGE_OF_OURS : PREFLIGHTED);
  };
  await new Promise<void>((resolve, reject) => {
    cors(forPages(app), { delegator }, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * The app as the plugin is to see it: its hook settles the options anew for each request, so that those
 * without Origin, of programs that are no browsers, do not pass through it.
 */
function forPages(app: FastifyInstance): FastifyInstance {
  const addHook = (name: 'onRequest', hook: onRequestHookHandler) =>
    app.addHook(name, function judgePage(request, reply, done) {
      if (request.headers.origin !== undefined) return hook.call(this, request, reply, done);
      reply.header('vary', 'Origin');
      done();
    });
  return Object.create(app, { addHook: { value: addHook } });
}

/** An OPTIONS with which no browser asks is a method that no address takes. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
