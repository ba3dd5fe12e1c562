import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.js';
import { render } from '../gate/render.js';

/**
 * A browser lets the page of any site call a service on its own machine: across origins, which the header
 * Origin shows, or under the site's own name for the address (DNS rebinding), which Host shows. `allowed` are
 * host names besides the local ones; null is any.
 */
type Names = readonly string[] | null;

/** A name and a port; a longer one is recognised by its beginning. */
const SHOWN_NAME_MAX_UNITS = 120;

const HINT =
  'Call the service by a name of its own, such as 127.0.0.1, or have its operator add the name to ALLOWED_HOSTS.';

/** For the pages of other sites; programs that are no browsers send no Origin. */
export function registerOriginCheck(app: FastifyInstance, allowed: Names): void {
  const names = withLocal(allowed);
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { origin } = headers;
    if (!validateOriginHeader(origin, names).ok) throw refusal(`is not called from ${shown(origin)}`);
    done();
  });
}

/** For a door that must not be found under a foreign name. */
export function registerHostCheck(app: FastifyInstance, allowed: Names): void {
  if (allowed === null) return;
  const names = withLocal(allowed);
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { host } = headers;
    const isOurs = host === undefined || validateHostHeader(host, names).ok;
    if (!isOurs) throw refusal(`does not go by the name ${shown(host)}`);
    done();
  });
}

function withLocal(allowed: Names): string[] {
  return [...localhostAllowedHostnames(), ...(allowed ?? [])];
}

function refusal(what: string): Refusal {
  return new Refusal('FORBIDDEN', `This service ${what}.`, { hint: HINT });
}

function shown(name: string | undefined): string {
  return render(name, SHOWN_NAME_MAX_UNITS);
}
