import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { HttpConfig } from './deps.js';

/** What a proxy that ends TLS says of the call that it hands on. */
export const FORWARDED_SCHEME = 'x-forwarded-proto';
/** A name or an address, and a port: nothing that leads elsewhere where a URL starts with it. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

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
export function requestedAddress(
  { raw: { headers, socket } }: FastifyRequest,
  allowedHosts: HttpConfig['allowedHosts'],
): string {
  const { host = '' } = headers;
  const scheme = headers[FORWARDED_SCHEME] === 'https' ? 'https' : 'http';
  const isOurs =
    allowedHosts === null || validateHostHeader(host, [...localhostAllowedHostnames(), ...allowedHosts]).ok;
  const asked = `${scheme}://${host}`;
  if (isOurs && HOST.test(host) && URL.canParse(asked)) return new URL(asked).origin;
  return `http://127.0.0.1:${socket.localPort}`;
}
