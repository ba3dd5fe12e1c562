import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { askedHost, originOf } from './authority.js';
import type { HttpConfig } from './deps.js';

/** What a proxy that ends TLS says of the call that it hands on. */
export const FORWARDED_SCHEME = 'x-forwarded-proto';

/**
 * Where the service is for whoever sent the request, without a slash at its end: what its operator says, else
 * where the request went. A name by which it does not go is not repeated; the answer then names this machine.
 */
export function publicAddress(
  request: FastifyRequest,
  { publicUrl, allowedHosts }: Pick<HttpConfig, 'publicUrl' | 'allowedHosts'>,
): string {
  return publicUrl ?? requestedAddress(request, allowedHosts);
}

/** Where the request went, whatever the operator says. */
export function requestedAddress({ raw }: FastifyRequest, allowedHosts: HttpConfig['allowedHosts']): string {
  const host = askedHost(raw) ?? '';
  const scheme = raw.headers[FORWARDED_SCHEME] === 'https' ? 'https' : 'http';
  const isOurs =
    allowedHosts === null || validateHostHeader(host, [...localhostAllowedHostnames(), ...allowedHosts]).ok;
  return (isOurs ? originOf(scheme, host) : null) ?? `http://127.0.0.1:${raw.socket.localPort}`;
}
