/** A host name or address without a port, an IPv6 address in brackets. */
const NAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
/** Hosts to listen on that only this machine reaches. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * The names, besides the local ones, by which the service may be called; null is any. Where nothing is said,
 * a service that only its own machine reaches goes by local names only, and one that others reach by any.
 */
export function readAllowedHosts(
  text: string | undefined,
  host: string,
): { hosts: readonly string[] | null; problems: string[] } {
  if (text === undefined) return { hosts: isLoopback(host) ? [] : null, problems: [] };
  if (text.trim() === '*') return { hosts: null, problems: [] };
  const hosts = text.split(',').map((name) => name.trim().toLowerCase());
  const problems = hosts.flatMap((name, index) =>
    NAME.test(name) ? [] : [`ALLOWED_HOSTS entry ${index + 1} is no host name; leave out scheme and port`],
  );
  return { hosts, problems };
}
