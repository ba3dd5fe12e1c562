/** Why a database cannot be brought to the schema of this release: a sentence that says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';

  /** `what` and the reason that `cause` gives. */
  static of(what: string, cause: unknown): MigrationError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new MigrationError(`${what}: ${reason.replace(/\s+/g, ' ').trim()}`, { cause });
  }
}
