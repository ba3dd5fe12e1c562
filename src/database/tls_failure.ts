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
export function tlsMeaning(error: Error): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code in OF_CERTIFICATES) return OF_CERTIFICATES[code];
  if (OF_AUTHORITIES.includes(code)) return UNKNOWN_AUTHORITY;
  if ('syscall' in error && (error.syscall === 'open' || error.syscall === 'read') && 'errno' in error) {
    return code === 'ECONNRESET' ? undefined : UNREADABLE;
  }
  return OF_FILES.test(`${code} ${error.message}`) ? UNUSABLE : undefined;
}
