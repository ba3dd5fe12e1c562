import pg from 'pg';
import type { DatabaseFault } from './database.js';

/** What a fault is to a caller. */
interface Words {
  /** One sentence, true whether the call was a read or a write. */
  readonly detail: string;
  /** True when it passes only after somebody did something about it: then no try at once is worth it. */
  readonly isLasting: boolean;
}

const passing = (detail: string): Words => ({ detail, isLasting: false });
const lasting = (detail: string): Words => ({ detail, isLasting: true });

/** By SQLSTATE (PostgreSQL documentation, appendix A), the first that fits. */
const WORDS_BY_STATE: readonly (readonly [RegExp, Words])[] = [
  [/^55P03/, passing('Somebody else holds a lock on what this call needs.')],
  [/^40/, passing('The database undid the call in favour of another one.')],
  [/^53100/, lasting('The database has no room left on its disk.')],
  [/^53200/, passing('The database has run out of memory.')],
  [/^53300/, passing('The database has no connection left for this service.')],
  [/^53/, lasting('The database has reached a limit that is set for it.')],
  [/^25006/, lasting('The database takes no writes: it is a standby, or it is set to read only.')],
  [/^57P03/, passing('The database is starting or shutting down.')],
  [/^28/, lasting('The database does not let this service in.')],
  [/^3D000/, lasting('The database of this service is not there.')],
  [/^42501/, lasting('The database does not let this service use its tables.')],
  [
    /^(42P01|42703|3F000)/,
    lasting('The tables of this service are missing from the database, or of another release.'),
  ],
  [/^58/, lasting('The database cannot read or write its files.')],
  [/^XX00[12]/, lasting('The database found its own data damaged.')],
];

/**
 * The server says in its own language why it cancelled a statement; where that is not English, both may be.
 */
const CANCELLED = '57014';
const CANCELLED_WORDS: readonly (readonly [RegExp, Words])[] = [
  [/statement timeout/, passing('The call took longer in the database than it may.')],
  [/user request/, passing('The call was cancelled in the database.')],
  [/./, passing('The call was cancelled in the database, or took longer there than it may.')],
];

const LATE = passing('The database did not answer in time.');
const UNREACHABLE = passing('The database cannot be reached.');

export function wordsOf({ sqlState, cause, message }: DatabaseFault): Words {
  const table = sqlState === CANCELLED ? CANCELLED_WORDS : WORDS_BY_STATE;
  const said = sqlState === CANCELLED ? message : (sqlState ?? '');
  const found = table.find(([pattern]) => pattern.test(said));
  if (found) return found[1];
  return isOfTheNetwork(cause) ? UNREACHABLE : LATE;
}

/** True for a statement of which nothing was heard, though its connection stands. */
export function isLate(fault: DatabaseFault): boolean {
  return fault.kind === 'unknown' && wordsOf(fault) === LATE;
}

/** Errors of system calls have a code and a number; those of the server have a code alone. */
function isOfTheNetwork(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfTheNetwork);
  return error instanceof Error && !(error instanceof pg.DatabaseError) && 'syscall' in error;
}

/**
 * The context of the error names the row that was waited for; a lock on a whole table, or a queue, has
 * none.
 */
export function waitedForRow({ cause }: DatabaseFault): boolean {
  return cause instanceof pg.DatabaseError && cause.where !== undefined;
}
