import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { isDecodable, pathOf } from '../arguments/address.js';

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
export function isOneHost({ headers: { host }, targetOrigin }: Named): boolean {
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

/** What a proxy that ends TLS says of the call that it hands on. */
const FORWARDED_SCHEME = 'x-forwarded-proto';

/** By what names the service is called. */
export interface Names {
  /** Besides the local ones; null: any. */
  readonly allowedHosts: readonly string[] | null;
  /** The address under which callers reach it; null: where each of them called. */
  readonly publicUrl: string | null;
}

/**
 * Where the service is for whoever sent the request, without a slash at its end: what its operator says, else
 * where the request went. A name by which it does not go is not repeated; the answer then names this machine.
 */
export function publicAddress(request: FastifyRequest, { publicUrl, allowedHosts }: Names): string {
  return publicUrl ?? requestedAddress(request, allowedHosts);
}

/** Where the request went, whatever the operator says. */
export function requestedAddress({ raw }: FastifyRequest, allowedHosts: Names['allowedHosts']): string {
  const host = askedHost(raw) ?? '';
  const scheme = raw.headers[FORWARDED_SCHEME] === 'https' ? 'https' : 'http';
  const isOurs =
    allowedHosts === null || validateHostHeader(host, [...localhostAllowedHostnames(), ...allowedHosts]).ok;
  return (isOurs ? originOf(scheme, host) : null) ?? `http://127.0.0.1:${raw.socket.localPort}`;
}
