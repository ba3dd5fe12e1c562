import { type Database, type Statement, toInstant } from '../database/database.js';
import {
  composedText,
  type Loaded,
  type LoadSections,
  type LogDefinition,
  perLog,
  type StoredAnswer,
} from './definition.js';
import { type AnswerKey, answerName, answersOutput, answersTable } from './idempotency.js';

/** What a batch is decided on. */
export interface Wanted {
  readonly needs: unknown;
  readonly answers: readonly AnswerKey[];
  /** Appends whose outcome is not known, by commit id, and the version before the first of them. */
  readonly landed: { readonly commitIds: readonly string[]; readonly afterVersion: number } | null;
}

export interface LoadedWithOutcomes extends Loaded {
  /** Those of the wanted commit ids that did land. */
  readonly landed: readonly string[];
}

interface LoadRow extends Record<string, unknown> {
  now: string;
  version: number | null;
  updated_at: string | null;
  commit_id: string | null;
  answers?: (AnswerKey & Omit<StoredAnswer, 'changes'> & { changes: StoredAnswer['changes'][] })[] | null;
  landed?: string[] | null;
}

/**
 * Reads in one statement, and so at one version, what a batch of decisions needs. The statement is put
 * together from the sections that the needs call for; each combination is prepared once.
 * @throws DatabaseFault
 */
export async function load(
  database: Database,
  log: LogDefinition,
  key: string,
  wanted: Wanted,
): Promise<LoadedWithOutcomes> {
  const { statement, parameters } = composeLoad(log, key, wanted);
  const [row] = await database.query<LoadRow>(statement, parameters);
  if (!row) throw new Error('The load statement always answers one row.');
  const loadedAt = toInstant(row.now);
  return {
    key,
    guard: { version: row.version ?? 0, commitId: row.commit_id, loadedAt },
    now: row.updated_at === null ? loadedAt : later(loadedAt, toInstant(row.updated_at)),
    answers: new Map((row.answers ?? []).map((found) => [answerName(found), toStoredAnswer(found)])),
    landed: row.landed ?? [],
    row,
  };
}

function toStoredAnswer({ fingerprint, value, changes, subject }: NonNullable<LoadRow['answers']>[number]) {
  return { fingerprint, value, changes: changes.flat(), subject };
}

/** The later of two instants, which sort as text. */
const later = (one: string, other: string): string => (one > other ? one : other);

function composeLoad(
  log: LogDefinition,
  key: string,
  { needs, answers, landed }: Wanted,
): { statement: Statement; parameters: unknown[] } {
  const parameters: unknown[] = [key];
  const names: string[] = [];
  const tables: string[] = [];
  const outputs: string[] = [headOutput(log)];
  let lane: Statement['lane'] = 'quick';
  const sections: LoadSections = {
    bind: (value) => `$${parameters.push(value)}`,
    add(name, section) {
      names.push(name);
      if (section.tables) tables.push(section.tables);
      if (section.output) outputs.push(section.output);
    },
    hasAnswers: answers.length > 0,
    walk() {
      lane = 'slow';
    },
  };
  if (answers.length > 0) {
    const keys = sections.bind(JSON.stringify(answers));
    sections.add('answers', { tables: answersTable(log)(keys), output: answersOutput(log) });
  }
  log.load(needs, sections);
  if (landed) {
    const [ids, after] = [sections.bind(landed.commitIds), sections.bind(landed.afterVersion)];
    sections.add('landed', { output: landedOutput(log)(ids, after) });
  }
  const { key: column, head } = log.tables;
  const name = `load_${names.join('_') || 'head'}@${log.name}`;
  const text = composedText(log)(name, () => {
    const before = tables.length > 0 ? `WITH RECURSIVE ${tables.join(',\n')}\n` : '';
    return `${before}${outputs.join(',\n  ')}
    FROM (SELECT $1::text AS ${column}) AS wanted LEFT JOIN ${head} USING (${column})`;
  });
  return { statement: { name, text, lane }, parameters };
}

const headOutput = perLog(({ headColumns }) => {
  const own = headColumns.map(({ name }) => `, ${name}`).join('');
  return `SELECT date_trunc('milliseconds', now() AT TIME ZONE 'UTC') AS now,
    updated_at AT TIME ZONE 'UTC' AS updated_at, commit_id, version${own}`;
});

const landedOutput = perLog(
  ({ tables: { key, audit } }) =>
    (commitIds: string, afterVersion: string): string =>
      `(SELECT json_agg(DISTINCT commit_id::text) FROM ${audit}
    WHERE ${key} = $1 AND version > ${afterVersion}::int AND commit_id = ANY(${commitIds}::uuid[])) AS landed`,
);
