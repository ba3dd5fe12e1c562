/** Where the service listens when nothing is said: reached from this machine only. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 3000;

/** One that listens on every address of IPv6 takes calls of IPv4 too. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' };

/** An address that this machine can call, for one that is listened on: a wildcard is none. */
export function callableHost(host: string): string {
  return WILDCARDS[host] ?? host;
}
