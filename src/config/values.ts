import { readFileSync } from 'node:fs';

/** What the text of a variable says that has a form of its own; a problem names the variable. */

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
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
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
    HOST_NAME.test(name)
      ? []
      : [`ALLOWED_HOSTS entry ${index + 1} is no host name; leave out scheme and port`],
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
  if (!isPlain) return { url: null, problems: [NO_PUBLIC_URL] };
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), problems: [] };
}

// A value with a password in it is not repeated.
const NO_PUBLIC_URL =
  'PUBLIC_URL is not valid; it must be an http or https URL without user, query and fragment, such as https://tasks.example.com';

/** Words for sslmode that the driver knows. It reads all from `prefer` to `verify-full` as `verify-full`. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** Those of libpq, with the meanings that they have there, which `uselibpqcompat=true` asks for. */
const LIBPQ_MODES = TLS_MODES.filter((mode) => mode !== 'no-verify');

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
  const modes = isLibpq ? LIBPQ_MODES : TLS_MODES;
  if (mode === null) {
    if (!modeOfEnvironment || TLS_MODES.includes(modeOfEnvironment)) return [];
    return [`PGSSLMODE is ${JSON.stringify(modeOfEnvironment)}; it must be one of ${TLS_MODES.join(', ')}`];
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

/** A key, whom it proves, and what it reaches. */
export interface ApiKey {
  readonly principal: string;
  readonly key: string;
  /** List names, or prefixes that end in `*`; `*` alone reaches every list. */
  readonly lists: readonly string[];
}

const PRINCIPAL = /^[a-z0-9][a-z0-9._-]{0,99}$/;
/** The principal of callers without a key, so that nobody can be given it. */
const RESERVED_PRINCIPAL = 'anonymous';
/**
 * Visible ASCII, as it stands in an Authorization header; ":" and "," part an entry. 16 cannot be guessed in
 * a lifetime.
 */
const KEY = /^[!-~]{16,}$/;
const LIST = /^(\*|[a-z0-9][a-z0-9._-]{0,99}\*?)$/;

/**
 * Reads `principal:key` and `principal:key:list+prefix*`, with commas between.
 * A problem names an entry by its place only: whatever stands in it may be the key.
 */
export function readApiKeys(text: string): { keys: ApiKey[]; problems: string[] } {
  const keys: ApiKey[] = [];
  const problems: string[] = [];
  const entries = text.trim() === '' ? [] : text.split(',');
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry.trim(), keys);
    if (typeof read === 'string') problems.push(`API_KEYS entry ${index + 1} ${read}`);
    else keys.push(read);
  }
  return { keys, problems };
}

function readEntry(entry: string, before: readonly ApiKey[]): ApiKey | string {
  const [principal = '', key, lists = '*', ...rest] = entry.split(':');
  if (key === undefined || rest.length > 0) {
    return 'is not of the form principal:key or principal:key:list+prefix*';
  }
  if (!PRINCIPAL.test(principal) || principal === RESERVED_PRINCIPAL) {
    return `has a principal that is not valid; it must match ${PRINCIPAL.source} and must not be "${RESERVED_PRINCIPAL}"`;
  }
  if (!KEY.test(key)) return 'has a key that is not valid; it must be at least 16 visible ASCII characters';
  if (before.some((other) => other.key === key)) return 'repeats the key of another entry';
  const names = lists.split('+');
  if (!names.every((name) => LIST.test(name))) {
    return 'has a list that is not valid; each must be a list name, a prefix that ends in "*", or "*", with "+" between';
  }
  return { principal, key, lists: names };
}

/** Variables whose value may stand in a file, which the same name with _FILE names. */
export const IN_FILES = ['DATABASE_URL', 'API_KEYS'] as const;

/** Some hundred keys; a larger file is another one. */
const FILE_MAX_BYTES = 64 * 1024;

/** A variable that should name a file and holds the secret itself is not repeated. */
const FILE_PATH = /^\.{0,2}\//;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read by the user of this process',
  EISDIR: 'is a folder',
};

export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/**
 * The values of variables that are given as files (secrets of Docker and Kubernetes). Line breaks at the end
 * are not part of a value; each line of API_KEYS is an entry.
 */
export function readSecretFiles(set: Readonly<Record<string, string>>): {
  values: Record<string, string>;
  problems: string[];
} {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of IN_FILES) {
    const variable = fileVariable(name);
    const path = set[variable];
    if (path === undefined) continue;
    if (name in set) problems.push(`${name} and ${variable} are both set; set one of them`);
    else {
      const read = readValue(path);
      if ('value' in read) values[name] = name === 'API_KEYS' ? oneLine(read.value) : read.value;
      else problems.push(`${variable} names ${FILE_PATH.test(path) ? path : 'a file'}, which ${read.reason}`);
    }
  }
  return { values, problems };
}

function readValue(path: string): { value: string } | { reason: string } {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > FILE_MAX_BYTES) return { reason: `is larger than ${FILE_MAX_BYTES} bytes` };
    // A decoder leaves out the byte order mark that some editors write.
    const value = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/[\r\n]+$/, '');
    return value.trim() === '' ? { reason: 'is empty' } : { value };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no text';
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { reason: 'is not UTF-8' };
    return { reason: REASONS[code] ?? `cannot be read (${code})` };
  }
}

function oneLine(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // A comma at the end of a line parts it from the next as well.
  return lines.map((line) => line.trim().replace(/,$/, '')).join(',');
}
