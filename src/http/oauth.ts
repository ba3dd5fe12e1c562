import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusals/refusal.js';

/** Where MCP clients look for OAuth once a call was refused for want of a key, and what they do then. */
const METADATA = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
].flatMap((path) => [path, `${path}/*`]);
const ENDPOINTS = ['/register', '/authorize', '/token', '/revoke', '/introspect'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const DETAIL = 'This service has no OAuth: there is nothing to discover, register, authorize or exchange.';
const WITH_KEYS =
  'Configure the client with the header "Authorization: Bearer KEY", KEY being one that the operator of the service has set in API_KEYS.';
const WITHOUT_KEYS =
  'This service asks for no key: take the settings for authorization out of the client and connect without any.';

/**
 * Says that there is no OAuth and what to configure in its place, in the members that clients show to a
 * person. Without it they show that there is nothing at the address.
 */
export function registerNoOAuth(app: FastifyInstance, { keyed }: { readonly keyed: boolean }): void {
  const hint = keyed ? WITH_KEYS : WITHOUT_KEYS;
  const refuse = () => {
    throw new Refusal('ROUTE_NOT_FOUND', DETAIL, { hint, oauthError: 'invalid_request' });
  };
  // Before the body is read, which has the type of a form at /token.
  for (const url of [...METADATA, ...ENDPOINTS]) {
    app.route({ method: METHODS, url, onRequest: refuse, handler: refuse });
  }
}
