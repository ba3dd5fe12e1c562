import pg from 'pg';
import { DatabaseFault } from './database.js';

/** What the network says of a server that may be there soon, as the code of the system call. */
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What the driver says, without a code, of a connection that was not answered or was closed at once. */
const PASSING_MESSAGES = new Set(['timeout expired', 'Connection terminated unexpectedly']);
/** Answers of a server that will soon take connections: it is starting, or has too many of them. */
const PASSING_STATES = new Set(['57P03', '53300']);

/**
 * Whether a connection that failed so may be made later without a change: the server cannot be reached or is
 * not ready. What it refuses (a password, a parameter) and what the driver refuses (no TLS) stays refused.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseFault) return isPassing(error.cause);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return PASSING_STATES.has(code);
  return PASSING_CODES.has(code) || PASSING_MESSAGES.has(error.message) || isMissingSocket(error, code);
}

/** The socket of a server on this machine, which it makes when it starts; not a file of TLS. */
function isMissingSocket(error: Error, code: string): boolean {
  return code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}

/** What messages that say little mean for the operator. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/client password must be/, 'it asks for a password, and neither DATABASE_URL nor PGPASSWORD has one'],
  [
    /password authentication failed/,
    '%; a Postgres keeps the password that its data were set up with, whatever its environment says later',
  ],
  [
    /does not support SSL/,
    'it does not speak TLS, which sslmode of DATABASE_URL or PGSSLMODE asks for; without TLS it is sslmode=disable',
  ],
  [/no encryption|SSL off/, '%; if it takes TLS only, add ?sslmode=verify-full to DATABASE_URL'],
  [
    /requires a valid client certificate|certificate authentication failed/,
    '%; name one in DATABASE_URL (sslcert=/path/client.crt&sslkey=/path/client.key)',
  ],
  [
    /unsupported startup parameter/,
    'a pooler before it refuses the timeouts that a session begins with; set STATEMENT_TIMEOUT_MS=0 (%)',
  ],
];

/** Why a connection failed, in words that go on after a colon. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFault) return reasonOf(error.cause);
  // One error for each address of a host, where it has several.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  const meaning =
    (error instanceof Error ? tlsMeaning(error) : undefined) ??
    MEANINGS.find(([pattern]) => pattern.test(message))?.[1];
  return meaning?.replace('%', () => message) ?? message;
}

/** A way out that encrypts and trusts whoever answers. */
const NO_CHECK = '?sslmode=no-verify';

/** What the codes of Node's TLS say of a certificate, with the way out; "%" is what Node said. */
const OF_CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: `its certificate, or that of its authority, has expired; renew it, or connect without a check (${NO_CHECK})`,
  CERT_NOT_YET_VALID:
    'its certificate is not valid yet (%); look at the clocks of both machines, or connect without a check ' +
    `(${NO_CHECK})`,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name (%); use that name in DATABASE_URL, or check its authority alone ' +
    '(?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/path/ca.crt)',
};

const UNKNOWN_AUTHORITY =
  'its certificate is signed by no authority that this machine or sslrootcert names (%); name its authority in ' +
  'DATABASE_URL (?sslmode=verify-full&sslrootcert=/path/ca.crt), or encrypt without checking who answers ' +
  `(${NO_CHECK})`;
const OF_AUTHORITIES: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'INVALID_CA',
  'CERT_UNTRUSTED',
];

/** Of the files that DATABASE_URL names by sslrootcert, sslcert and sslkey. */
const UNREADABLE = 'a file that DATABASE_URL names for TLS cannot be read (%)';
const UNUSABLE =
  'a file that DATABASE_URL names for TLS cannot be used (%): sslrootcert, sslcert and sslkey are PEM';
const OF_FILES = /PEM routines|X509|key values mismatch|bad decrypt|passphrase|DECODER|asn1/i;

/** What a failure of TLS means for the operator, "%" for its message; undefined for any other failure. */
function tlsMeaning(error: Error): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code in OF_CERTIFICATES) return OF_CERTIFICATES[code];
  if (OF_AUTHORITIES.includes(code)) return UNKNOWN_AUTHORITY;
  if ('syscall' in error && (error.syscall === 'open' || error.syscall === 'read') && 'errno' in error) {
    return code === 'ECONNRESET' ? undefined : UNREADABLE;
  }
  return OF_FILES.test(`${code} ${error.message}`) ? UNUSABLE : undefined;
}
