import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Why a database cannot be brought to the schema of this release: a sentence that says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';

  /** `what` and the reason that `cause` gives. */
  static of(what: string, cause: unknown): MigrationError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new MigrationError(`${what}: ${reason.replace(/\s+/g, ' ').trim()}`, { cause });
  }
}

/** A file `NNNN_name.sql`. */
export interface MigrationFile {
  readonly id: number;
  readonly name: string;
  readonly fileName: string;
  readonly sql: string;
  /** Of its name and its text: a file that was applied is never changed. */
  readonly hash: string;
  /** The same as postgres-migrations made it, which applied the files of releases before. */
  readonly formerHash: string;
}

/** Reads the files of a folder in their order. Rejects with MigrationError where one cannot be used. */
export async function loadMigrationFiles(directory: string): Promise<MigrationFile[]> {
  try {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'));
    const files = await Promise.all(names.map((name) => loadFile(directory, name)));
    files.sort((a, b) => a.id - b.id);
    const stray = files.find(({ id }, index) => id !== index + 1);
    if (stray) throw new Error(`non-consecutive migration ID on file: '${stray.fileName}'`);
    return files;
  } catch (error) {
    throw MigrationError.of(`The migrations in ${directory} cannot be used`, error);
  }
}

async function loadFile(directory: string, fileName: string): Promise<MigrationFile> {
  const [, id, name] = /^(\d+)_(.+)\.sql$/.exec(fileName) ?? [];
  if (id === undefined || name === undefined) throw new Error(`'${fileName}' is not named NNNN_name.sql`);
  const sql = await readFile(join(directory, fileName), 'utf8');
  const hashed = (algorithm: string) => createHash(algorithm).update(`${fileName}${sql}`).digest('hex');
  return { id: Number(id), name, fileName, sql, hash: hashed('sha256'), formerHash: hashed('sha1') };
}
