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
