-- The last append that moved the head, also one that kept nothing but answers under their keys. The guard compares it beside
-- the version: a write that was decided on one history never lands on another, such as a restored backup or a new primary.
-- Null on a head that no append wrote yet, and on one that was written before this migration.
ALTER TABLE lists ADD COLUMN commit_id uuid;
