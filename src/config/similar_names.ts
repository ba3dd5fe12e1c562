import { distance } from 'fastest-levenshtein';
import { fileVariable, IN_FILES, readApiKeys } from './values.js';

/** Without these the service would be open to everybody, or would keep its data elsewhere. */
const GUARDS: readonly string[] = [
  ...IN_FILES,
  ...IN_FILES.map(fileVariable),
  'DATA_DIR',
  'ALLOWED_HOSTS',
  'RATE_LIMIT_PER_MINUTE',
];

/** Names near to ours that other programs have, so that nothing is refused for them. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'API_KEY',
  'API_KEY_FILE',
  'DATABASE_URI',
  'DATADIR',
  'RATE_LIMIT',
]);

/** Other words for the address of a database. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  DB_URL: 'DATABASE_URL',
  DATABASE_DSN: 'DATABASE_URL',
  PG_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  POSTGRESQL_URL: 'DATABASE_URL',
};
const POSTGRES_ADDRESS = /^postgres(ql)?:\/\//;

/** The name of the product before one of ours is certainly meant for the service. */
const PREFIX = /^TASKLATCH_/i;

/** What Kubernetes and Docker set for a service of any name, such as one called "tasklatch" or "api-keys". */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const LINK_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** The unit that a name of ours ends with is easily left out, or written as another. */
const UNIT = /_(MS|HOURS|PER_MINUTE)$/;
const OTHER_UNIT = /_(S|SEC|SECONDS|MILLIS|MILLISECONDS|MINUTES|DAYS)$/;

/** Letters of a name, "_" left out, from which on one or two may be wrong: less is another word. */
const [ONE_WRONG_MIN_LETTERS, TWO_WRONG_MIN_LETTERS] = [6, 11];

interface SimilarNames {
  /** A sentence for each name that must be meant for the service and guards something. */
  readonly problems: string[];
  /** A sentence for each other name that may be meant for it. */
  readonly warnings: string[];
}

/** Variables whose names are nearly ours and that nobody reads, where the right one is not set. */
export function similarNames(
  environment: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): SimilarNames {
  const isSet = (name: string) => (environment[name] ?? '').trim() !== '';
  const found: SimilarNames = { problems: [], warnings: [] };
  for (const name of Object.keys(environment).sort()) {
    const value = environment[name] ?? '';
    if (!isSet(name) || ours.includes(name) || isServiceLink(name, value)) continue;
    const meant = meantBy(name, value, ours);
    if (meant === undefined || isSet(meant) || isSet(otherForm(meant))) continue;
    if (isCertain(name, value, meant)) {
      found.problems.push(
        `${name} is set, but the name that the service reads is ${meant}; rename it or unset it`,
      );
    } else {
      found.warnings.push(
        `${name} is set and not read; if it is meant for this service, its name is ${meant}.`,
      );
    }
  }
  return found;
}

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && LINK_ADDRESS.test(value));
}

/** The variable that says the same in a file, or the same without one. */
function otherForm(name: string): string {
  return name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : fileVariable(name);
}

function meantBy(name: string, value: string, ours: readonly string[]): string | undefined {
  const other = OTHER_WORDS[name.replace(PREFIX, '')];
  if (other !== undefined) return POSTGRES_ADDRESS.test(value) ? other : undefined;
  const bare = name.replace(PREFIX, '').toUpperCase();
  const unitless = bare.replace(OTHER_UNIT, '');
  return (
    ours.find((each) => lettersOf(each) === lettersOf(bare)) ??
    ours.find((each) => isNear(lettersOf(bare), lettersOf(each))) ??
    ours.find((each) => UNIT.test(each) && each.replace(UNIT, '') === unitless)
  );
}

const lettersOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function isNear(found: string, ours: string): boolean {
  if (found === `${ours}S` || isSwapped(found, ours)) return true;
  if (ours.length < ONE_WRONG_MIN_LETTERS) return false;
  return distance(found, ours) <= (ours.length < TWO_WRONG_MIN_LETTERS ? 1 : 2);
}

/** Whether two neighbouring letters changed places. */
function isSwapped(found: string, ours: string): boolean {
  if (found.length !== ours.length) return false;
  const first = [...ours].findIndex((letter, index) => letter !== found[index]);
  const swapped = `${ours.slice(0, first)}${ours[first + 1]}${ours[first]}${ours.slice(first + 2)}`;
  return first >= 0 && swapped === found;
}

function isCertain(name: string, value: string, meant: string): boolean {
  if (PREFIX.test(name)) return true;
  if (!GUARDS.includes(meant)) return false;
  return !(OF_OTHERS.has(name) || name in OTHER_WORDS) || (meant === 'API_KEYS' && isOneOfOurKeys(value));
}

/** A key of another program has no name and colon before it. */
function isOneOfOurKeys(value: string): boolean {
  const { keys, problems } = readApiKeys(value);
  return keys.length > 0 && problems.length === 0;
}
