import type { Database, Statement } from '../database/database.js';
import { type LogDefinition, perLog } from './definition.js';

/** Names an answer that may be stored. */
export interface AnswerKey {
  readonly principal: string;
  readonly tool: string;
  readonly key: string;
}

/** Names a stored answer within its log. No part can hold a line break. */
export function answerName({ principal, tool, key }: AnswerKey): string {
  return `${principal}\n${tool}\n${key}`;
}

/** An answer to be kept under its idempotency key. */
export interface AnswerToKeep extends AnswerKey {
  readonly fingerprint: string;
  readonly value: unknown;
  /** The version of its last audit row; 0 when nothing changed. */
  readonly version: number;
  /** How many audit rows it has; they stand together. */
  readonly entries: number;
  readonly subject: number | null;
}

/**
 * The table `answers` of a load. LIMIT keeps each look-up a look-up by key: without it the planner may read
 * every key of the log.
 */
export const answersTable = perLog(({ tables }: LogDefinition) => (keys: string): string => {
  const { key, answers, subject } = tables;
  return `answers AS (
    SELECT wanted.principal, wanted.tool, wanted.key, kept.fingerprint, kept.value, kept.version, kept.entries, kept.subject
    FROM json_to_recordset(${keys}::json) AS wanted(principal text, tool text, key text)
    CROSS JOIN LATERAL (
      SELECT k.fingerprint, k.value, k.version, k.entries, k.${subject} AS subject FROM ${answers} k
      WHERE k.${key} = $1 AND k.principal = wanted.principal AND k.tool = wanted.tool AND k.key = wanted.key
        AND k.expires_at > now()
      LIMIT 1) AS kept)`;
});

/** A stored answer's changes are those of its audit rows. */
export const answersOutput = perLog(
  ({ tables }: LogDefinition) => `(SELECT json_agg(json_build_object(
    'principal', answers.principal, 'tool', answers.tool, 'key', answers.key, 'fingerprint', answers.fingerprint,
    'value', answers.value, 'subject', answers.subject, 'changes', ARRAY(
      SELECT log.changes FROM ${tables.audit} log WHERE log.${tables.key} = $1
        AND log.version > answers.version - answers.entries AND log.version <= answers.version
      ORDER BY log.version))) FROM answers) AS answers`,
);

/**
 * The part of an append that keeps answers. A key that expired and was not swept yet makes room for its next
 * use; a live answer stays.
 */
export const insertAnswers = perLog(
  ({ tables }: LogDefinition) =>
    (rows: string, ttlHours: string): string => {
      const { key, answers, subject } = tables;
      return `
  INSERT INTO ${answers} AS old (${key}, principal, tool, key, fingerprint, value, version, entries, ${subject}, expires_at)
  SELECT $1, new.principal, new.tool, new.key, new.fingerprint, new.value, new.version, new.entries, new.subject,
    $5::timestamptz + ${ttlHours}::int * interval '1 hour'
  FROM head, json_to_recordset(${rows}) AS new(principal text, tool text, key text, fingerprint text, value json,
    version int, entries int, subject int)
  ON CONFLICT (${key}, principal, tool, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, value = EXCLUDED.value,
    version = EXCLUDED.version, entries = EXCLUDED.entries, ${subject} = EXCLUDED.${subject}, expires_at = EXCLUDED.expires_at
  WHERE old.expires_at <= now()`;
    },
);

/** Few enough that the statement holds its locks for milliseconds. */
const SWEEP_MAX_KEYS = 1_000;

/**
 * By the place of each row, so that no plan reads every key to find these. One that was used anew meanwhile
 * has another time, which is looked at again.
 */
const sweepStatement = perLog(
  ({ name, tables: { answers } }: LogDefinition): Statement => ({
    name: `sweep_keys@${name}`,
    lane: 'slow',
    text: `DELETE FROM ${answers} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${answers} WHERE expires_at < now() LIMIT ${SWEEP_MAX_KEYS}))
      AND expires_at < now()
    RETURNING 1`,
  }),
);

/** Takes away idempotency keys that expired; returns how many. @throws DatabaseFault */
export async function sweepExpiredKeys(database: Database, log: LogDefinition): Promise<number> {
  let swept = 0;
  for (let found = SWEEP_MAX_KEYS; found === SWEEP_MAX_KEYS; swept += found) {
    found = (await database.query(sweepStatement(log), [])).length;
  }
  return swept;
}
