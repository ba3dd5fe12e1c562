import { type Clock, type Database, DatabaseFault, type Engine, type Statement } from './database.js';
import { DISK_FULL, isLate, isUnreachable, wordsOf } from './faults.js';

/** By table, such as "SELECT, INSERT". */
type Rights = Readonly<Record<string, string>>;

/** Asks the catalogs alone, so that no lock on a table can hold it up. */
function readinessStatement(needed: Rights): Statement {
  const rights = Object.entries(needed).flatMap(([table, names]) =>
    names.split(', ').map((right) => `('${table}', '${right}')`),
  );
  return {
    name: 'readiness',
    lane: 'quick',
    text: `WITH needed(name, privilege) AS (VALUES ${rights.join(', ')})
    SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      ARRAY(SELECT DISTINCT name FROM needed WHERE to_regclass(name) IS NULL ORDER BY name) AS missing,
      ARRAY(SELECT lower(privilege) || ' on ' || name FROM needed
        WHERE NOT has_table_privilege(to_regclass(name)::oid, privilege)) AS forbidden`,
  };
}

interface ReadinessRow {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly missing: readonly string[];
  readonly forbidden: readonly string[];
}

/** How long a write that failed for such a reason counts, where no other was tried since. */
const FAILED_WRITE_COUNTS_MS = 10_000;

/**
 * An engine that remembers whether its last write failed for a reason that lasts, such as a full disk, or was
 * never answered.
 */
export class WatchedEngine implements Engine {
  #failure: { readonly fault: DatabaseFault; readonly atMs: number } | null = null;
  readonly #readiness: Statement;

  /** `needed` is what the statements of the service do with each table. */
  constructor(
    private readonly engine: Engine,
    private readonly clock: Clock,
    needed: Rights,
  ) {
    this.#readiness = readinessStatement(needed);
  }

  query<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    const rows = this.engine.query<Row>(statement, parameters);
    return statement.lane === 'write' ? this.#watch(rows) : rows;
  }

  hold: Engine['hold'] = (work) => this.#watch(this.engine.hold(work));

  close(): Promise<void> {
    return this.engine.close();
  }

  /**
   * Resolves when the database would take a write now, as far as can be known without one. @throws
   * DatabaseFault
   */
  async requireReady(): Promise<void> {
    await requireWritable(this.engine, this.#readiness).catch((error: unknown) => {
      // Of a server that ended on a full disk, its last word says more than that it is away.
      const last = this.#lastFailure();
      const isForWantOfRoom = last?.sqlState === DISK_FULL;
      throw isForWantOfRoom && error instanceof DatabaseFault && isUnreachable(error) ? last : error;
    });
    const last = this.#lastFailure();
    if (last) throw last;
  }

  #lastFailure(): DatabaseFault | null {
    const failure = this.#failure;
    const counts = failure !== null && this.clock.now() - failure.atMs < FAILED_WRITE_COUNTS_MS;
    return counts ? failure.fault : null;
  }

  async #watch<Result>(write: Promise<Result>): Promise<Result> {
    try {
      const result = await write;
      this.#failure = null;
      return result;
    } catch (error) {
      if (error instanceof DatabaseFault && (wordsOf(error).isLasting || isLate(error)))
        this.#failure = { fault: error, atMs: this.clock.now() };
      throw error;
    }
  }
}

async function requireWritable(database: Database, readiness: Statement): Promise<void> {
  const [row] = await database.query<ReadinessRow>(readiness, []);
  if (!row) throw new Error('The statement always answers one row.');
  if (row.isStandby) throw unready('25006', 'it is a standby, which takes no writes; name its primary');
  if (row.isReadOnly) throw unready('25006', 'it is set to read only (default_transaction_read_only)');
  if (row.missing.length > 0) throw unready('42P01', `it lacks the tables ${row.missing.join(', ')}`);
  if (row.forbidden.length > 0)
    throw unready('42501', `its role has no right to ${row.forbidden.join(', ')}; grant it`);
}

/** What the server would say of a write, before one is tried. */
function unready(sqlState: string, reason: string): DatabaseFault {
  return new DatabaseFault('unavailable', new Error(reason), sqlState, null);
}
