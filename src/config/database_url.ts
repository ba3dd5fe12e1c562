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
