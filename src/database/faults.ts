import pg from 'pg';
import type { ErrorCode } from '../refusals/catalog.js';
import { Refusal } from '../refusals/refusal.js';
import { DatabaseFault, type FaultKind } from './database.js';

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

/** True for a connection that nobody took. */
export function isUnreachable(fault: DatabaseFault): boolean {
  return fault.kind === 'unavailable' && wordsOf(fault) === UNREACHABLE;
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
function waitedForRow({ cause }: DatabaseFault): boolean {
  return cause instanceof pg.DatabaseError && cause.where !== undefined;
}

/** SQLSTATE classes and codes (PostgreSQL documentation, appendix A) by what they mean for a statement. */
const KIND_BY_STATE: readonly (readonly [RegExp, FaultKind])[] = [
  [/^(40001|40P01)$/, 'raced'], // serialization failure, deadlock
  [/^(55P03|57014)$/, 'timeout'], // lock not available, statement timeout
  [/^(57P0[1245]|08|25P0[34])/, 'unknown'], // the session ended under the statement
  [/^(26000|42P05)$/, 'unavailable'], // the server knows no such prepared statement, or one already
  // starting, no room, standby, no access, no tables, broken
  [/^(57P03|53|25006|28|3D000|42501|42P01|42703|3F000|58|XX00[12])/, 'unavailable'],
];

const LOCK_NOT_AVAILABLE = '55P03';
/** After these the server ends the session: a statement under way may have been committed before. */
const FATAL_SEVERITIES: ReadonlySet<string | undefined> = new Set(['FATAL', 'PANIC']);

/** The fault of a statement that was sent: an answer of the server, or a connection that broke. */
export function toFault(error: unknown): DatabaseFault {
  if (error instanceof DatabaseFault) return error;
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) {
    return new DatabaseFault('unknown', error, null, null);
  }
  const { code, constraint, severity } = error;
  if (FATAL_SEVERITIES.has(severity)) return new DatabaseFault('unknown', error, code, null);
  const kind = KIND_BY_STATE.find(([pattern]) => pattern.test(code))?.[1] ?? 'rejected';
  return new DatabaseFault(kind, error, code, constraint ?? null);
}

/** Whether server and client disagree about what was prepared on a connection; another one is needed then. */
export function isOutOfStep({ sqlState }: DatabaseFault): boolean {
  return sqlState === '26000' || sqlState === '42P05';
}

/**
 * A restart of the server breaks every connection at once, and each try finds one of them: while that may be
 * so, a fault is worth another try.
 */
const FAULT_BUDGET_MS = 1_000;

/** Whether a statement of which nothing can have been stored is sent again after its nth fault. */
export function isWorthAnotherTry(fault: DatabaseFault, faults: number, elapsedMs: number): boolean {
  if (isOutOfStep(fault) && faults === 1) return true;
  if (wordsOf(fault).isLasting) return false;
  return (fault.kind === 'unknown' || fault.kind === 'unavailable') && elapsedMs <= FAULT_BUDGET_MS;
}

export const DISK_FULL = '53100';

/**
 * The fault of a connection that could not be made: nothing was sent. `isOutOfRoom` is known of a server that
 * this process looks after: one that ended on a full disk takes no connection that could say so.
 */
export function toConnectFault(error: unknown, isOutOfRoom = false): DatabaseFault {
  if (error instanceof DatabaseFault) return error;
  const sqlState = error instanceof pg.DatabaseError ? (error.code ?? null) : null;
  const isForWantOfRoom = isOutOfRoom && isOfTheNetwork(error);
  return new DatabaseFault('unavailable', error, isForWantOfRoom ? DISK_FULL : sqlState, null);
}

/**
 * What a named constraint means to a caller. The gate refuses such input first; this is the second lock on
 * the door.
 */
const CODE_BY_CONSTRAINT: Readonly<Record<string, ErrorCode>> = {
  lists_name: 'INVALID_INPUT',
  tasks_number: 'INVALID_INPUT',
  tasks_status: 'INVALID_INPUT',
  tasks_subject: 'INVALID_INPUT',
  tasks_description: 'INVALID_INPUT',
  tasks_priority: 'INVALID_INPUT',
  tasks_owner: 'INVALID_INPUT',
  tasks_labels: 'INVALID_INPUT',
  dependencies_not_self: 'DEPENDENCY_CYCLE',
};

/** Restarts and failovers take about as long. */
const UNAVAILABLE_RETRY_AFTER_SECONDS = 2;
const CONTENTION_RETRY_AFTER_SECONDS = 1;
/** Somebody has to be told and to do something. */
const LASTING_RETRY_AFTER_SECONDS = 30;

/** The problem that a caller gets for a fault; the fault itself goes to the log. */
export function toRefusal(fault: DatabaseFault): Refusal {
  if (fault.kind !== 'rejected') return unavailable(wordsOf(fault).detail, fault);
  const code = fault.constraint === null ? undefined : CODE_BY_CONSTRAINT[fault.constraint];
  if (code) return new Refusal(code, 'The database refused a value.', { cause: fault });
  return new Refusal('INTERNAL', 'The database refused a statement.', { cause: fault });
}

function unavailable(detail: string, cause: DatabaseFault): Refusal {
  if (!wordsOf(cause).isLasting) {
    return new Refusal('STORE_UNAVAILABLE', detail, {
      retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS,
      cause,
    });
  }
  return new Refusal('STORE_UNAVAILABLE', detail, {
    retryAfterSeconds: LASTING_RETRY_AFTER_SECONDS,
    hint: 'Tell whoever runs the service. Send the same call again when they have seen to its database, a write with the same idempotencyKey.',
    cause,
  });
}

/** Writers that were faster, or that held the list, kept a write out of it. */
export function contention(detail: string, cause?: unknown): Refusal {
  return new Refusal('CONTENTION', detail, { retryAfterSeconds: CONTENTION_RETRY_AFTER_SECONDS, cause });
}

/** What a write is told of which certainly nothing was stored; an error that is no fault stays what it is. */
export function writeNotStored(error: unknown): unknown {
  if (!(error instanceof DatabaseFault)) return error;
  if (error.kind === 'raced' || error.sqlState === LOCK_NOT_AVAILABLE) {
    const what =
      error.kind === 'raced' || waitedForRow(error) ? 'this list' : 'this list, or the tables that it is in,';
    return contention(`Somebody else held ${what} for too long.`, error);
  }
  if (error.kind === 'rejected') return toRefusal(error);
  return unavailable(`${wordsOf(error).detail} This call stored nothing.`, error);
}

/** A write whose answer was lost and whose landing could not be looked up in time. */
export function outcomeUnknown(cause: unknown): Refusal {
  return new Refusal(
    'STORE_UNAVAILABLE',
    'The answer to the write was lost; whether it was stored is not known yet.',
    {
      retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS,
      hint: OUTCOME_UNKNOWN_HINT,
      isOutcomeUnknown: true,
      cause,
    },
  );
}

/** Once another write to the list went through, this one has landed or never can: its guard is passed. */
const OUTCOME_UNKNOWN_HINT =
  'Send the same call with the same idempotencyKey again. Without a key, wait until another write to this list ' +
  'is answered; then read what is there before you repeat the call.';
