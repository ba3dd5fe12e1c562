import type { IncomingHttpHeaders } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusals/refusal.js';
import { render } from '../../text/render.js';
import { isAtDoor } from '../arguments/address.js';
import { askedHost, isOneHost, type Named } from './authority.js';

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
export function createOriginJudge(allowed: readonly string[] | null): OriginJudge {
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
