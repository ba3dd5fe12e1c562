import { readFileSync } from 'node:fs';

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
const PATH = /^\.{0,2}\//;

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
      else problems.push(`${variable} names ${PATH.test(path) ? path : 'a file'}, which ${read.reason}`);
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
