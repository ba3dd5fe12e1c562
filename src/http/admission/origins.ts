import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import cors, { type FastifyCorsOptions, type FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Refusal } from '../../refusals/refusal.js';
import { render } from '../../text/render.js';
import { isAtDoor, isDecodable, pathOf } from '../arguments/address.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** Scheme and authority of a target that came whole, as it came; absent where the target is a path. */
    targetOrigin?: TargetOrigin;
  }
}

export interface TargetOrigin {
  readonly scheme: string;
  readonly authority: string;
}

/** By what name a request asks for the service. */
export type Named = Pick<IncomingMessage, 'headers' | 'targetOrigin'>;

/** An address that came whole, as proxies are asked: RFC 9112 section 3.2.2. Its scheme is for admission. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;
/** A name or an address, and a port: nothing that leads elsewhere where a URL starts with it. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

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

/** Takes the target apart: the path that the router looks for, and the origin where the target names one. */
function splitTarget(target: string): { readonly path: string; readonly origin?: TargetOrigin } {
  const match = ABSOLUTE.exec(target);
  if (match === null) return { path: target };
  const [whole, scheme = '', authority = ''] = match;
  const rest = target.slice(whole.length);
  return { path: rest.startsWith('/') ? rest : `/${rest}`, origin: { scheme, authority } };
}

/** The name that holds by RFC 9112 section 3.2.2: the authority of the target before Host. */
export function askedHost({ headers, targetOrigin }: Named): string | undefined {
  return targetOrigin?.authority ?? headers.host;
}

/** Whether the target and Host name one place; true where only one of them names any. */
function isOneHost({ headers: { host }, targetOrigin }: Named): boolean {
  if (targetOrigin === undefined || host === undefined) return true;
  const { scheme, authority } = targetOrigin;
  const origin = originOf(scheme, authority);
  return origin !== null && origin === originOf(scheme, host);
}

/** The origin of a scheme and a host, in the one form that it has; null where the host is none. */
export function originOf(scheme: string, host: string): string | null {
  const asked = `${scheme}://${host}`;
  return HOST.test(host) && URL.canParse(asked) ? new URL(asked).origin : null;
}

/** By what names the service is called. */
export interface Names {
  /** Besides the local ones; null: any. */
  readonly allowedHosts: readonly string[] | null;
  /** The address under which callers reach it; null: where each of them called. */
  readonly publicUrl: string | null;
}

/** Whether a request comes from where requests may come from: null where it does. */
export type OriginJudge = (request: Named) => Refusal | null;

/** A name and a port; a longer one is recognised by its beginning. */
const SHOWN_NAME_MAX_UNITS = 120;

/** RFC 6454 section 6.1: a scheme and a host, and nothing behind them. Browsers send no other but "null". */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i;

const HINT =
  'Call the service by a name of its own, such as 127.0.0.1, or have its operator add the name to ALLOWED_HOSTS.';
const TWO_NAMES_HINT = 'Send the name of the address in Host too, or the path alone as the address.';

/**
 * A browser lets the page of any site call a service on its own machine: under the site's own name for the
 * address (DNS rebinding), which the target or Host shows, or across origins, which Origin shows. Programs
 * that are no browsers send no Origin. `allowed` are host names besides the local ones; null is any Host,
 * but a page still needs an Origin of this machine.
 */
export function createOriginJudge(allowed: Names['allowedHosts']): OriginJudge {
  const names = [...localhostAllowedHostnames(), ...(allowed ?? [])];
  const judge: OriginJudge = (request) => {
    const host = askedHost(request);
    const { origin } = request.headers;
    const isOurs = allowed === null || host === undefined || validateHostHeader(host, names).ok;
    if (!isOurs) return refusal(`does not go by the name ${shown(host)}`);
    if (!isOneHost(request)) return twoNames(host, request.headers.host);
    const isOrigin = origin === undefined || ORIGIN.test(origin);
    if (!isOrigin || !validateOriginHeader(origin, names).ok)
      return refusal(`is not called from ${shown(origin)}`);
    return null;
  };
  // Nearly every call comes from where the one before it came from.
  let last: Pick<IncomingHttpHeaders, 'host' | 'origin'> | null = null;
  return (request) => {
    if (request.targetOrigin !== undefined) return judge(request);
    const { host, origin } = request.headers;
    if (last !== null && last.host === host && last.origin === origin) return null;
    const refused = judge(request);
    if (refused === null) last = { host, origin };
    return refused;
  };
}

/** The same for every address below /v1 and /mcp, whatever it takes and whether there is anything. */
export function registerOriginCheck(app: FastifyInstance, judge: OriginJudge): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const refused = isAtDoor(request) ? judge(request.raw) : null;
    if (refused) throw refused;
    done();
  });
}

function refusal(what: string, hint = HINT): Refusal {
  return new Refusal('FORBIDDEN', `This service ${what}.`, { hint });
}

/** What stands between a client and the service might have judged the other one. */
function twoNames(target: string | undefined, host: string | undefined): Refusal {
  const what = `is asked for as ${shown(target)} by the address and as ${shown(host)} by Host`;
  return refusal(what, TWO_NAMES_HINT);
}

function shown(name: string | undefined): string {
  return render(name, SHOWN_NAME_MAX_UNITS);
}

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
  const delegator: FastifyCorsOptionsDelegateCallback = (request, done) => {
    if (judge(request.raw) !== null) done(null, NO_PAGE_OF_OURS);
    else done(null, isPreflight(request) ? PAGE_OF_OURS : PREFLIGHTED);
  };
  await new Promise<void>((resolve, reject) => {
    cors(forPages(app, judge), { delegator }, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * The app as the plugin is to see it: its hook settles the options anew for each request, so that those
 * without Origin, of programs that are no browsers, do not pass through it.
 */
function forPages(app: FastifyInstance, judge: OriginJudge): FastifyInstance {
  const addHook = (name: 'onRequest', hook: onRequestHookHandler) =>
    app.addHook(name, function judgePage(request, reply, done) {
      if (request.headers.origin === undefined) {
        reply.header('vary', 'Origin');
        return done();
      }
      if (asksForNetwork(request) && judge(request.raw) === null) {
        reply.header('access-control-allow-private-network', 'true');
      }
      return hook.call(this, request, reply, done);
    });
  return Object.create(app, { addHook: { value: addHook } });
}

/** Chromium asks so before a page of another network reaches this machine. */
function asksForNetwork(request: FastifyRequest): boolean {
  return isPreflight(request) && 'access-control-request-private-network' in request.headers;
}

/**
 * An OPTIONS with which no browser asks is a method that no address takes. One that asks for no method is
 * none, which the plugin would refuse in words of its own.
 */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && (headers['access-control-request-method'] ?? '') !== '';
}
