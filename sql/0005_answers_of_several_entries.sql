-- The answer of a write may stand on several audit rows, which stand together, and may be about no task. Answers that were kept
-- before have one row, or none where their version is 0.
ALTER TABLE idempotency_keys ADD COLUMN entries integer NOT NULL DEFAULT 1,
  ALTER COLUMN number DROP NOT NULL;
