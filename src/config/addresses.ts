/** Where the service listens when nothing is said: reached from this machine only. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 3000;

/** One that listens on every address of IPv6 takes calls of IPv4 too. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' };

/** An address that this machine can call, for one that is listened on: a wildcard is none. */
export function callableHost(host: string): string {
  return WILDCARDS[host] ?? host;
}

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

/**
 * The address under which callers reach the service, without a slash at its end; null where nothing is said.
 * It may have a path, for a proxy that serves the service below one.
 */
export function readPublicUrl(text: string | undefined): { url: string | null; problems: string[] } {
  if (text === undefined) return { url: null, problems: [] };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  // Who calls has a key of their own; a query or a fragment would end up before the path of each call.
  const isPlain = isWeb && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain) return { url: null, problems: [PROBLEM] };
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), problems: [] };
}

// A value with a password in it is not repeated.
const PROBLEM =
  'PUBLIC_URL is not valid; it must be an http or https URL without user, query and fragment, such as https://tasks.example.com';

/** Words for sslmode that the driver knows. It reads all from `prefer` to `verify-full` as `verify-full`. */
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** Those of libpq, with the meanings that they have there, which `uselibpqcompat=true` asks for. */
const LIBPQ_MODES = MODES.filter((mode) => mode !== 'no-verify');

/** Whether all of the address is one: a part of a password would be read as host or path. */
export function isWholeUrl(text: string): boolean {
  // A URL drops line breaks and tabs in silence: a file of two lines would be one address.
  if (/[\r\n\t]/.test(text) || !URL.canParse(text)) return false;
  // A user name or password with an unescaped "/", "?" or "#" leaves its "@" behind the host.
  const { pathname, search, hash } = new URL(text);
  return !`${pathname}${search}${hash}`.includes('@');
}

/**
 * What is wrong with how an address asks for TLS. The driver takes a word that it does not know for one of
 * the others, and one in PGSSLMODE for none.
 */
export function tlsProblems(url: string, modeOfEnvironment: string | undefined): string[] {
  if (!isWholeUrl(url)) return [];
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  const isLibpq = searchParams.get('uselibpqcompat') === 'true';
  const modes = isLibpq ? LIBPQ_MODES : MODES;
  if (mode === null) {
    if (!modeOfEnvironment || MODES.includes(modeOfEnvironment)) return [];
    return [`PGSSLMODE is ${JSON.stringify(modeOfEnvironment)}; it must be one of ${MODES.join(', ')}`];
  }
  if (!modes.includes(mode)) {
    return [`sslmode of DATABASE_URL is ${JSON.stringify(mode)}; it must be one of ${modes.join(', ')}`];
  }
  if (isLibpq && mode === 'verify-ca' && !searchParams.get('sslrootcert')) {
    return ['sslmode=verify-ca of DATABASE_URL needs sslrootcert, the certificate of the authority to check'];
  }
  return [];
}

/**
 * The same address in the word that the driver does not warn of: it treats these three as `verify-full`, and
 * says so in six lines each time.
 */
export function withPlainMode(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
}
